"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import type { Padding } from "@/components/map/fit";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { linesOfLegs } from "@/components/map/way";
import { getNextStop, type OrderPageView } from "@/components/order/order-state";
import { useDistance } from "@/components/order/use-distance";
import { useOrderFormatter } from "@/components/order/use-saying";
import { useAge } from "@/components/ui/age";
import { useNow } from "@/components/ui/use-now";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { isCourierStale } from "@/lib/couriers/freshness";
import type { Locale } from "@/lib/locale/locale";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";

/** `shop` gives the pickup its logo; `isSmall` hides labels and map controls. */
export function OrderMap({
  order,
  now: atFirst,
  locale,
  styleUrl,
  shop = null,
  look = "h-72 rounded-xl sm:h-113",
  cover,
  isSmall = false,
  children,
}: {
  order: OrderPageView;
  now: number;
  locale: Locale;
  styleUrl: string | null;
  shop?: ShopBranding | null;
  look?: string;
  cover?: Padding;
  isSmall?: boolean;
  children?: ReactNode;
}) {
  const t = useTranslations("order.map");
  const now = useNow(atFirst);
  const [isFailed, setFailed] = useState(false);
  const marked = useMarkers(order, now, shop);
  const markers = isSmall ? marked.map(withoutNote) : marked;
  const lines = useLines(order);
  return (
    <section aria-label={t("title")} className="min-w-0">
      <div className={`relative overflow-hidden bg-fill ${look}`}>
        {isFailed ? (
          <p role="status" className="p-4 text-sm text-soft">
            {t("failed")}
          </p>
        ) : (
          <LazyMap
            loading={t("loading")}
            markers={markers}
            lines={lines}
            label={t("label")}
            styleUrl={styleUrl}
            locale={locale}
            {...(cover === undefined ? {} : { cover })}
            buttons={isSmall ? "none" : "all"}
            onFail={() => setFailed(true)}
          />
        )}
        {children}
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
  const next = order.isOver ? legs.length : getNextStop(order) - 1;
  return linesOfLegs(legs, next < 0 ? null : next, position);
}

function useMarkers(order: OrderPageView, now: number, shop: ShopBranding | null): MapMarker[] {
  const { clock } = useOrderFormatter(now);
  const t = useTranslations("order.map");
  const age = useAge();
  const stops = order.stops.map(({ address, completedAt, dropoff }, index): MapMarker => {
    const street = `${address.street}, ${address.building}`;
    return {
      id: `stop-${index}`,
      latitude: address.latitude,
      longitude: address.longitude,
      kind: dropoff === null ? "pickup" : "dropoff",
      heading: null,
      tone: "normal",
      isDone: dropoff !== null && completedAt !== null,
      ...(dropoff !== null && order.stops.length > 2 ? { number: index } : {}),
      ...(dropoff === null ? { shop } : {}),
      ...(dropoff === null
        ? completedAt === null
          ? {}
          : { note: t("picked_up", { time: clock(completedAt) }) }
        : { note: street }),
      label: dropoff === null ? t("pickup", { street }) : t("dropoff", { number: index, street }),
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
  const next = getNextStop(order);
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
