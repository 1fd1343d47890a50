"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { MapMarker } from "@/components/map/marker";
import type { MapFilter } from "@/components/overview/map-list";
import { courierMark, orderMark } from "@/components/overview/use-account-board";
import { useAge } from "@/components/ui/age";
import { type BoardCourier, isStale } from "@/lib/board/board";
import { type AccountBoard, type AccountBoardItem, type MapMark, toneOf } from "@/lib/overview/account-board";

/** Everything on the map: couriers, orders, and all stops of the chosen one. */
export function useMapMarkers({
  board,
  shown,
  marks,
  filter,
  chosen,
  now,
}: {
  board: AccountBoard;
  shown: Pick<AccountBoard, "couriers" | "orders">;
  marks: readonly MapMark[];
  filter: MapFilter;
  chosen: AccountBoardItem | undefined;
  now: number;
}): MapMarker[] {
  const t = useTranslations("overview.map");
  const age = useAge();
  // Thousands of them: made anew only when they are.
  const known = board.orders.map(({ code }) => code).join();
  const others = useMemo(() => {
    const described = new Set(known.split(","));
    return marks
      .filter(([code, , , tone]) => !described.has(code) && (filter === "all" || tone === filter))
      .map(markerOf);
  }, [marks, filter, known]);
  const courierLabel = ({ name, position, orderCode }: BoardCourier) =>
    [
      name,
      position === null ? t("unheard") : t("heard", { age: age(position.receivedAt, now) }),
      orderCode ?? t("free"),
    ].join(", ");
  const stopLabel = ({ code, stops }: AccountBoardItem, index: number) => {
    const role = index === 0 ? t("pickup") : t("dropoff", { number: index });
    return `${code}, ${role}: ${stops[index]?.street}, ${stops[index]?.building}`;
  };
  return [
    ...shown.couriers.flatMap((courier): MapMarker[] => {
      if (courier.position === null) return [];
      const { latitude, longitude, heading } = courier.position;
      const tone = isStale(courier, now) ? "stale" : courier.orderCode === null ? "normal" : "busy";
      const id = courierMark(courier.id);
      return [{ id, latitude, longitude, kind: "courier", heading, tone, label: courierLabel(courier) }];
    }),
    ...shown.orders.flatMap((order) =>
      order === chosen ? stopMarkers(order, stopLabel) : orderMarker(order, stopLabel, now),
    ),
    ...others,
  ];
}

function markerOf([code, latitude, longitude, tone]: MapMark): MapMarker {
  return { id: orderMark(code), latitude, longitude, kind: "order", heading: null, tone, label: code };
}

type Described = (order: AccountBoardItem, index: number) => string;

/** An order among many is a square where it goes in the end: most shops have a single pickup. */
function orderMarker(order: AccountBoardItem, label: Described, now: number): MapMarker[] {
  const index = order.stops.length - 1;
  const stop = order.stops[index];
  if (stop === undefined) return [];
  const { latitude, longitude } = stop;
  const [id, tone] = [orderMark(order.code), toneOf(order, now)];
  return [{ id, latitude, longitude, kind: "order", heading: null, tone, label: label(order, index) }];
}

function stopMarkers(order: AccountBoardItem, label: Described): MapMarker[] {
  const last = order.stops.length - 1;
  return order.stops.map(({ latitude, longitude }, index) => ({
    // The last one keeps the order's mark, which is selected.
    id: index === last ? orderMark(order.code) : `stop:${order.code}:${index}`,
    latitude,
    longitude,
    kind: index === 0 ? "pickup" : "dropoff",
    heading: null,
    tone: "normal",
    label: label(order, index),
    ...(index > 0 && last > 1 ? { number: index } : {}),
  }));
}
