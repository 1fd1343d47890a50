"use client";

import { useTranslations } from "next-intl";
import { groupVisits } from "@/components/console/courier/group-visits";
import { useRoutePath } from "@/components/console/use-route-path";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { QueryCache } from "@/components/ui/query-cache";
import type { CourierRouteStop } from "@/lib/console/get-courier-route";
import type { Locale } from "@/lib/locale/locale";
import { isSamePoint, type Point } from "@/lib/point";

interface Props {
  courierId: string;
  name: string;
  position: (Point & { readonly heading: number }) | null;
  isStale: boolean;
  /** Driven today. */
  lines: readonly (readonly Point[])[];
  stops: readonly CourierRouteStop[];
  locale: Locale;
  styleUrl: string | null;
}

/** The courier's position, remaining stops and route to them, and the path driven today. */
export const CourierMap = (props: Props) => (
  <QueryCache>
    <PlacedCourierMap {...props} />
  </QueryCache>
);

function PlacedCourierMap({ courierId, name, position, isStale, lines, stops, locale, styleUrl }: Props) {
  const t = useTranslations("ops.courier");
  const way = useRoutePath(stops.length === 0 ? null : courierId);
  const tone = isStale ? "stale" : "busy";
  const courier: MapMarker[] =
    position === null ? [] : [{ id: "courier", ...position, kind: "courier", tone, label: name }];
  const markers = [...listStopMarkers(stops), ...courier];
  const driven = lines.map((points, index): MapLine => ({ id: `way-${index}`, points, role: "driven" }));
  const ahead: MapLine[] = way === undefined ? [] : [{ id: "ahead", points: way }];
  if (position === null && lines.length === 0) {
    return <p className="rounded-xl bg-ground px-6 py-12 text-center text-sm text-soft">{t("nowhere")}</p>;
  }
  return (
    <div className="h-72 overflow-hidden rounded-xl border border-line bg-fill sm:h-113">
      <LazyMap
        loading={t("map_loading")}
        failed={t("map_failed")}
        markers={markers}
        lines={[...driven, ...ahead]}
        label={t("map", { name })}
        styleUrl={styleUrl}
        locale={locale}
      />
    </div>
  );
}

/** Numbered as in the list; one marker for visits to the same place. */
function listStopMarkers(stops: readonly CourierRouteStop[]): MapMarker[] {
  const visits = groupVisits(stops);
  return visits.flatMap(({ stops: [stop] }, index): MapMarker[] => {
    const { latitude, longitude, kind, street, building } = stop;
    if (visits.findIndex((other) => isSamePoint(other.stops[0], stop)) !== index) return [];
    return [
      {
        id: `visit-${index}`,
        latitude,
        longitude,
        kind: kind === "deliver" ? "dropoff" : "pickup",
        heading: null,
        tone: "normal",
        number: index + 1,
        label: `${index + 1}. ${street}, ${building}`,
      },
    ];
  });
}
