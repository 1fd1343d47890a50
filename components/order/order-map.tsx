"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { linesOfLegs } from "@/components/map/way";
import { Card } from "@/components/order/card";
import { nextStopOf, type OrderState } from "@/components/order/order-state";
import { useDistance } from "@/components/order/use-distance";
import { useAge } from "@/components/ui/age";
import { useNow } from "@/components/ui/use-now";
import { isStale } from "@/lib/board/board";
import type { Locale } from "@/lib/locale/locale";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";

/** Shows the route and the courier, on a map and in words. */
export function OrderMap({
  order,
  now: atFirst,
  locale,
  styleUrl,
}: {
  order: OrderState;
  now: number;
  locale: Locale;
  styleUrl: string | null;
}) {
  const t = useTranslations("order.map");
  const now = useNow(atFirst);
  const [isFailed, setFailed] = useState(false);
  const markers = useMarkers(order, now);
  const lines = useLines(order);
  return (
    <Card title={t("title")}>
      <div className="h-72 overflow-hidden rounded-lg border border-line bg-fill sm:h-113">
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
            onFail={() => setFailed(true)}
          />
        )}
      </div>
      <InWords order={order} now={now} />
    </Card>
  );
}

function useLines(order: OrderState): MapLine[] {
  const { stops, position } = order;
  // Decoded once, however often the courier moves.
  const drawn = stops.map(({ dropoff }) => dropoff?.leg.line ?? "").join("\n");
  const ways = useMemo(() => drawn.split("\n").map(decodePolyline), [drawn]);
  const legs = stops.flatMap(({ address, dropoff }, index) =>
    dropoff === null ? [] : [{ points: ways[index] ?? [], door: address }],
  );
  const next = order.isOver ? legs.length : nextStopOf(order) - 1;
  return linesOfLegs(legs, next < 0 ? null : next, position);
}

function useMarkers(order: OrderState, now: number): MapMarker[] {
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
    tone: isStale({ position: { ...position, receivedAt } }, now) ? "stale" : "busy",
    label: t("courier", { name: driver?.name ?? "", age: age(receivedAt, now) }),
  };
  return [...stops, courier];
}

/** Says what the map shows, for screen readers. */
function InWords({ order, now }: { order: OrderState; now: number }) {
  const t = useTranslations("order.map");
  const age = useAge();
  const distance = useDistance();
  const { position, stops } = order;
  const next = nextStopOf(order);
  const stop = stops[next];
  const total = distance(order.distanceMeters);
  return (
    <p className="mt-3 min-h-15 text-sm sm:min-h-10 text-soft" data-testid="map-words">
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
