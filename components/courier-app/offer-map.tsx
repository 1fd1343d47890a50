"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useMapStage } from "@/components/courier-app/trip-map";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { useLanguage } from "@/components/ui/use-language";
import type { CourierTask, Offer } from "@/lib/orders/fulfillment/courier-task";
import { decodePolyline } from "@/lib/routing/polyline";

/** Renders nothing if data is expensive, because the courier can accept without it. */
export function OfferMap(props: {
  order: CourierTask;
  offer: Offer;
  styleUrl: string | null;
  isConnected: boolean;
}) {
  const { order, offer, styleUrl, isConnected } = props;
  const t = useTranslations("courier.offer");
  const locale = useLanguage();
  const { isWanted } = useMapStage();
  const markers = useMemo(
    () => toMarkers(order, offer, { me: t("you"), stop: (number) => t("stop", { number }) }),
    [order, offer, t],
  );
  const lines = useMemo(() => getLines(offer), [offer]);
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
  { pickup, dropoffs }: CourierTask,
  { from }: Offer,
  words: { me: string; stop: (number: number) => string },
): MapMarker[] {
  const stops = [pickup, ...dropoffs].map(
    ({ address: { latitude, longitude } }, index): MapMarker => ({
      id: `stop-${index}`,
      latitude,
      longitude,
      kind: index === 0 ? "pickup" : "dropoff",
      heading: null,
      tone: "normal",
      label: words.stop(index + 1),
      number: index + 1,
    }),
  );
  if (from === null) return stops;
  return [...stops, { id: "me", ...from, kind: "courier", heading: null, tone: "busy", label: words.me }];
}

function getLines({ toPickup, toDropoffs }: Offer): MapLine[] {
  const lines = toDropoffs.map(({ geometry }, index) => ({
    id: `leg-${index}`,
    points: decodePolyline(geometry),
  }));
  if (toPickup === null) return lines;
  return [{ id: "approach", points: decodePolyline(toPickup.geometry) }, ...lines];
}
