"use client";

import { useQueries } from "@tanstack/react-query";
import { CalendarClock, CircleDashed, ClockAlert, Navigation, Package } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import {
  courierMark,
  findOrderCode,
  orderMark,
  routeQuery,
} from "@/components/console/overview/use-account-board";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { splitRouteAt } from "@/components/map/split-route";
import { formatOrderName } from "@/components/orders/detail/order-name";
import { useNow } from "@/components/ui/use-now";
import type { Mode } from "@/lib/account-scope";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { type AccountBoard, type AccountBoardItem, markerStatus } from "@/lib/console/overview/account-board";
import { isCourierStale } from "@/lib/couriers/freshness";
import { withMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";

export interface Highlight {
  readonly code: string;
  readonly note: string;
}

const LEGEND = { top: 36 };
const MAX_WAYS = 8;

export interface MapProps {
  board: AccountBoard;
  highlight: Highlight | null;
  mode: Mode;
  locale: Locale;
  styleUrl: string | null;
  shop: ShopBranding;
  now: number;
}

export function OverviewMap({ board, highlight, mode, locale, styleUrl, shop, now: atFirst }: MapProps) {
  const t = useTranslations("overview.map");
  const router = useRouter();
  const now = useNow(atFirst);
  const lines = useLines(board, highlight?.code ?? null);
  const markers = useMemo(
    () => [...shopMarkers(board, shop), ...movingMarkers(board, highlight, now)],
    [board, shop, highlight, now],
  );
  const open = (mark: string) => {
    const code = findOrderCode(board, mark);
    if (code !== null) router.push(withMode(`/dashboard/orders/${code}`, mode));
  };
  return (
    <div className="relative h-[min(34.25rem,calc(100dvh-19rem))] min-h-80 overflow-hidden rounded-xl bg-fill">
      <LazyMap
        loading={t("loading")}
        failed={t("failed")}
        markers={markers}
        lines={lines}
        label={t("label_overview")}
        styleUrl={styleUrl}
        locale={locale}
        home="all"
        cover={LEGEND}
        onSelect={open}
        className="h-full w-full"
      />
      <Legend counts={board.counts} />
    </div>
  );
}

function shopMarkers({ orders }: AccountBoard, shop: ShopBranding): MapMarker[] {
  const places = new Map<string, { count: number; order: AccountBoardItem }>();
  for (const order of orders) {
    const pickup = order.stops[0];
    if (pickup === undefined) continue;
    const place = `${pickup.latitude.toFixed(4)} ${pickup.longitude.toFixed(4)}`;
    places.set(place, { order, count: (places.get(place)?.count ?? 0) + 1 });
  }
  const [most] = [...places.values()].sort((a, b) => b.count - a.count);
  const pickup = most?.order.stops[0];
  if (pickup === undefined) return [];
  const { latitude, longitude } = pickup;
  const label = shop.name;
  return [{ id: "shop", latitude, longitude, kind: "pickup", heading: null, tone: "normal", shop, label }];
}

function movingMarkers(board: AccountBoard, highlight: Highlight | null, now: number): MapMarker[] {
  const highlighted = board.orders.find(({ code }) => code === highlight?.code);
  const couriers = board.couriers.flatMap((courier): MapMarker[] => {
    if (courier.position === null) return [];
    const { latitude, longitude, heading } = courier.position;
    const tone = isCourierStale(courier.position?.receivedAt ?? null, now) ? "stale" : "busy";
    const isPuck = highlighted !== undefined && courier.id === highlighted.courierId;
    const id = courierMark(courier.id);
    return [{ id, latitude, longitude, kind: "courier", heading, tone, isPuck, label: courier.name }];
  });
  const orders = board.orders.flatMap((order): MapMarker[] => {
    const stop = order.stops.slice(1).find(({ isDone }) => !isDone) ?? order.stops.at(-1);
    if (stop === undefined) return [];
    const { latitude, longitude } = stop;
    const label = `${formatOrderName(order)}, ${stop.street}, ${stop.building}`;
    const marker = { id: orderMark(order.code), latitude, longitude, label, heading: null };
    return order === highlighted
      ? [{ ...marker, kind: "dropoff", tone: "normal", note: highlight?.note ?? "" }]
      : [{ ...marker, kind: "order", tone: markerStatus(order, now) }];
  });
  return [...couriers, ...orders];
}

function useLines(board: AccountBoard, highlightedCode: string | null): MapLine[] {
  const carried = board.orders
    .filter(
      ({ code, status, courierId }) =>
        code === highlightedCode || (status === "in_progress" && courierId !== null),
    )
    .sort((a, b) => Number(b.code === highlightedCode) - Number(a.code === highlightedCode))
    .slice(0, MAX_WAYS);
  const ways = useQueries({ queries: carried.map(({ code, stops }) => routeQuery(code, stops)) });
  const positions = new Map(board.couriers.map(({ id, position }) => [id, position]));
  return carried.flatMap(({ code, courierId }, index): MapLine[] => {
    const points = ways[index]?.data;
    if (points === undefined || points.length < 2) return [];
    if (code !== highlightedCode) return [{ id: code, points, role: "other" }];
    const { driven, ahead } = splitRouteAt(points, positions.get(courierId ?? "") ?? null);
    return [
      { id: `${code} driven`, points: driven, role: "driven" as const },
      { id: `${code} ahead`, points: ahead, role: "ahead" as const },
    ].filter((line) => line.points.length > 1);
  });
}

function Legend({ counts }: { counts: AccountBoard["counts"] }) {
  const t = useTranslations("overview.legend");
  const { onTheWay, late, toPickUp, planned, searching, scheduled } = counts;
  const icon = "size-4 stroke-2";
  const dot = <span key="dot" className="size-2 rounded-full bg-live ring-[1.5px] ring-on-live" />;
  const lines: readonly [name: string, count: number, sign: ReactNode, color: string][] = [
    ["on_the_way", onTheWay, dot, "text-ink"],
    ["late", late, <ClockAlert key="late" aria-hidden="true" className={icon} />, "text-late"],
    ["to_pick_up", toPickUp, <Navigation key="up" aria-hidden="true" className={icon} />, "text-soft"],
    ["planned", planned, <CalendarClock key="planned" aria-hidden="true" className={icon} />, "text-soft"],
    ["searching", searching, <CircleDashed key="new" aria-hidden="true" className={icon} />, "text-soft"],
    ["scheduled", scheduled, <Package key="later" aria-hidden="true" className={icon} />, "text-soft"],
  ];
  const shown = lines.filter(([name, count]) => count > 0 || name === "on_the_way");
  return (
    <ul
      aria-label={t("label")}
      className="absolute top-3 left-3 z-10 flex max-w-[calc(100%-1.5rem)] flex-wrap gap-x-3.5 gap-y-1 rounded-lg bg-raised px-3.5 py-2 text-[0.8125rem] leading-5 font-medium shadow-e1"
    >
      {shown.map(([name, count, sign, color]) => (
        <li key={name} className={`flex items-center gap-1.5 ${color}`}>
          {sign}
          {t(name, { count })}
        </li>
      ))}
    </ul>
  );
}
