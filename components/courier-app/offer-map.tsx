"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useMapStage } from "@/components/courier-app/trip-map";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { useLanguage } from "@/components/ui/use-language";
import type { OfferedStop } from "@/lib/courier-app/describe-offer";
import type { Point } from "@/lib/point";
import { decodePolyline } from "@/lib/routing/polyline";

/** Renders nothing if data is expensive, because the courier can accept without it. */
export function OfferMap(props: {
  stops: readonly OfferedStop[];
  from: Point | null;
  styleUrl: string | null;
  isConnected: boolean;
}) {
  const { stops, from, styleUrl, isConnected } = props;
  const t = useTranslations("courier.offer");
  const locale = useLanguage();
  const { isWanted } = useMapStage();
  const markers = useMemo(
    () => toMarkers(stops, from, { me: t("you"), stop: (number) => t("stop", { number }) }),
    [stops, from, t],
  );
  const lines = useMemo(() => getLines(stops), [stops]);
  if (!isWanted) return null;
  return (
    <div className="relative min-h-40 flex-[1_0_30dvh] bg-(--map-ground)">
      <div className="absolute inset-0">
        <LazyMap
          markers={markers}
          lines={lines}
          label={t("map")}
          styleUrl={styleUrl}
          isConnected={isConnected}
          locale={locale}
          loading={t("mapLoading")}
          buttons="none"
        />
      </div>
    </div>
  );
}

function toMarkers(
  offered: readonly OfferedStop[],
  from: Point | null,
  words: { me: string; stop: (number: number) => string },
): MapMarker[] {
  const stops = offered.map(
    ({ address: { latitude, longitude }, isPickup }, index): MapMarker => ({
      id: `stop-${index}`,
      latitude,
      longitude,
      kind: isPickup ? "pickup" : "dropoff",
      heading: null,
      tone: "normal",
      label: words.stop(index + 1),
      number: index + 1,
    }),
  );
  if (from === null) return stops;
  return [...stops, { id: "me", ...from, kind: "courier", heading: null, tone: "busy", label: words.me }];
}

function getLines(stops: readonly OfferedStop[]): MapLine[] {
  return stops.flatMap(({ leg }, index) =>
    leg === null ? [] : [{ id: `leg-${index}`, points: decodePolyline(leg.geometry) }],
  );
}
