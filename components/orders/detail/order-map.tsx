"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { LazyMap } from "@/components/map/lazy-map";
import type { LiveMapProps } from "@/components/map/live-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { toLegLines } from "@/components/map/split-route";
import { findNextStopIndex, type OrderPageView } from "@/components/orders/detail/order-state";
import { useDistance } from "@/components/orders/detail/use-distance";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { useAge } from "@/components/ui/age";
import { useNow } from "@/components/ui/use-now";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { isCourierStale } from "@/lib/couriers/freshness";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";

const LOOK = "h-72 rounded-xl sm:h-113";

interface Props extends Pick<LiveMapProps, "locale" | "styleUrl" | "cover"> {
  order: OrderPageView;
  now: number;
  /** Gives the pickup its logo. */
  shop?: ShopBranding | null;
  look?: string;
  /** Hides labels and map controls. */
  isSmall?: boolean;
}

export function OrderMap({ order, now: atFirst, shop = null, look = LOOK, isSmall = false, ...map }: Props) {
  const t = useTranslations("order.map");
  const now = useNow(atFirst);
  const [isFailed, setFailed] = useState(false);
  const marked = useMarkers(order, now, shop);
  const markers = isSmall ? marked.map(withoutNote) : marked;
  const lines = useLines(order);
  return (
    <section aria-label={t("title")} className="min-w-0">
      <div className={`relative overflow-hidden bg-fill ${look}`}>
        <LazyMap
          loading={t("loading")}
          failed={t("failed")}
          markers={markers}
          lines={lines}
          label={t("label")}
          {...map}
          buttons={isSmall ? "none" : "all"}
          onFail={() => setFailed(true)}
        />
      </div>
      <InWords order={order} now={now} isShown={isFailed} />
    </section>
  );
}

const withoutNote = ({ note: _, ...marker }: MapMarker): MapMarker => marker;

function useLines(order: OrderPageView): MapLine[] {
  const { stops, position } = order;
  // Decoded only when a line changes, not for each position.
  const drawn = stops.map(({ dropoff }) => dropoff?.leg.line ?? "").join("\n");
  const ways = useMemo(() => drawn.split("\n").map(decodePolyline), [drawn]);
  const legs = stops.flatMap(({ address, dropoff }, index) =>
    dropoff === null ? [] : [{ points: ways[index] ?? [], door: address }],
  );
  const next = order.isOver ? legs.length : findNextStopIndex(order) - 1;
  return toLegLines(legs, next < 0 ? null : next, position);
}

function useMarkers(order: OrderPageView, now: number, shop: ShopBranding | null): MapMarker[] {
  const { clock } = useOrderFormatter(now);
  const t = useTranslations("order.map");
  const age = useAge();
  const stops = order.stops.map(({ address, completedAt, dropoff }, index): MapMarker => {
    const street = `${address.street}, ${address.building}`;
    const { latitude, longitude } = address;
    const place = { id: `stop-${index}`, latitude, longitude, heading: null, tone: "normal" } as const;
    if (dropoff === null) {
      const note = completedAt === null ? {} : { note: t("picked_up", { time: clock(completedAt) }) };
      return { ...place, ...note, kind: "pickup", isDone: false, shop, label: t("pickup", { street }) };
    }
    return {
      ...place,
      kind: "dropoff",
      isDone: completedAt !== null,
      ...(order.stops.length > 2 ? { number: index } : {}),
      note: street,
      label: t("dropoff", { number: index, street }),
    };
  });
  const { position, driver } = order;
  if (position === null) return stops;
  const receivedAt = position.updated_at;
  const courier: MapMarker = {
    id: "courier",
    latitude: position.latitude,
    longitude: position.longitude,
    kind: "courier",
    isPuck: true,
    heading: position.heading,
    tone: isCourierStale(receivedAt, now) ? "stale" : "busy",
    label: t("courier", { name: driver?.name ?? "", age: age(receivedAt, now) }),
  };
  return [...stops, courier];
}

function InWords({ order, now, isShown }: { order: OrderPageView; now: number; isShown: boolean }) {
  const t = useTranslations("order.map");
  const age = useAge();
  const distance = useDistance();
  const { position, stops } = order;
  const next = findNextStopIndex(order);
  const stop = stops[next];
  const total = distance(order.distanceMeters);
  return (
    <p className={isShown ? "mt-3 px-4 text-sm text-soft sm:px-0" : "sr-only"} data-testid="map-words">
      {t("route", { count: stops.length - 1, distance: total })}{" "}
      {position === null || stop === undefined
        ? t(order.isOver ? "over" : "no_position")
        : t(next === 0 ? "near_pickup" : "near_dropoff", {
            number: next,
            distance: distance(greatCircleMeters(position, stop.address)),
            age: age(position.updated_at, now),
          })}
    </p>
  );
}
