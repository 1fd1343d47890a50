import type { Point } from "@/lib/point";

export const NAVIGATORS = ["yandex", "dgis", "google", "apple", "system"] as const;
export type Navigator = (typeof NAVIGATORS)[number];

/** Apple devices do not open geo: links, and Apple Maps exists only there. */
export function getNavigators(isApple: boolean): readonly Navigator[] {
  return NAVIGATORS.filter((one) => one !== (isApple ? "system" : "apple"));
}

/** Without the app installed, the link opens the map's website, except for `system`. */
export function navigationLink(navigator: Navigator, { latitude, longitude }: Point): string {
  const place = `${latitude},${longitude}`;
  switch (navigator) {
    case "yandex":
      return `https://yandex.ru/maps/?rtext=~${place}&rtt=auto`;
    case "dgis":
      return `https://2gis.ru/directions/points/%7C${longitude},${latitude}`;
    case "google":
      return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
    case "apple":
      return `https://maps.apple.com/?daddr=${place}`;
    case "system":
      return `geo:${place}?q=${place}`;
  }
}
