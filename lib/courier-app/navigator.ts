import type { TransportType } from "@/lib/couriers/vehicle";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/point";

export const NAVIGATORS = ["yandex", "yandexNavi", "dgis", "google", "waze", "apple", "system"] as const;
export type Navigator = (typeof NAVIGATORS)[number];

type TravelMode = "foot" | "bike" | "car";

const toTravelMode = (transport: TransportType): TravelMode => (transport === "van" ? "car" : transport);

/** These route cars only. */
const FOR_CARS: ReadonlySet<Navigator> = new Set(["yandexNavi", "waze"]);

/** These cover Russian-speaking countries well, and others hardly. */
const RUSSIAN: ReadonlySet<Navigator> = new Set(["yandex", "yandexNavi", "dgis"]);

/**
 * Those that the reader probably uses come first. Apple devices do not open geo: links, and Apple Maps exists only
 * there.
 */
export function getNavigators(
  isApple: boolean,
  transport: TransportType,
  reader: Locale,
): readonly Navigator[] {
  const isByCar = toTravelMode(transport) === "car";
  const missing = isApple ? "system" : "apple";
  const usable = NAVIGATORS.filter((one) => one !== missing && (isByCar || !FOR_CARS.has(one)));
  if (reader === "ru") return usable;
  return [...usable.filter((one) => !RUSSIAN.has(one)), ...usable.filter((one) => RUSSIAN.has(one))];
}

const YANDEX = { foot: "pd", bike: "bc", car: "auto" } as const;
const DGIS = { foot: "pedestrian", bike: "bicycle", car: "car" } as const;
const GOOGLE = { foot: "walking", bike: "bicycling", car: "driving" } as const;
// Apple's links have no flag for cycling.
const APPLE = { foot: "&dirflg=w", bike: "", car: "&dirflg=d" } as const;

/** Without the app installed, the link opens the map's website, except for `yandexNavi` and `system`. */
export function navigationLink(
  navigator: Navigator,
  { latitude, longitude }: Point,
  transport: TransportType,
): string {
  const place = `${latitude},${longitude}`;
  const mode = toTravelMode(transport);
  switch (navigator) {
    case "yandex":
      return `https://yandex.ru/maps/?rtext=~${place}&rtt=${YANDEX[mode]}`;
    case "yandexNavi":
      return `yandexnavi://build_route_on_map?lat_to=${latitude}&lon_to=${longitude}`;
    case "dgis":
      return `https://2gis.ru/directions/tab/${DGIS[mode]}/points/%7C${longitude},${latitude}`;
    case "google":
      return `https://www.google.com/maps/dir/?api=1&destination=${place}&travelmode=${GOOGLE[mode]}`;
    case "waze":
      return `https://waze.com/ul?ll=${place}&navigate=yes`;
    case "apple":
      return `https://maps.apple.com/?daddr=${place}${APPLE[mode]}`;
    case "system":
      return `geo:${place}?q=${place}`;
  }
}
