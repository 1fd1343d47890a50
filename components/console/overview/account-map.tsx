"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { isSilent, MAP_FILTERS, type MapFilter, MapList } from "@/components/console/overview/map-list";
import {
  courierMark,
  findOrderCode,
  orderMark,
  routeQuery,
  useAccountBoard,
} from "@/components/console/overview/use-account-board";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { formatOrderName } from "@/components/orders/detail/order-name";
import { useAge } from "@/components/ui/age";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { QueryCache } from "@/components/ui/query-cache";
import { PRIMARY } from "@/components/ui/styles";
import { readState } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import { useUrlValue } from "@/components/ui/use-url-value";
import type { Mode } from "@/lib/account-scope";
import type { BoardCourier } from "@/lib/console/board";
import {
  type AccountBoard,
  type AccountBoardItem,
  type MapMark,
  markerStatus,
} from "@/lib/console/overview/account-board";
import { isCourierStale } from "@/lib/couriers/freshness";
import { withMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";

interface Props {
  mode: Mode;
  locale: Locale;
  styleUrl: string | null;
  initial: AccountBoard;
  now: number;
}

export const AccountMap = (props: Props) => (
  <QueryCache>
    <MapAndList {...props} />
  </QueryCache>
);

const MARKS_EVERY_MS = 20_000;
const NO_MARKS: readonly MapMark[] = [];

/** With many orders, the board describes only some of them; the rest are points. */
function useMarks(mode: Mode, { counts, orders }: AccountBoard): readonly MapMark[] {
  const { data } = useQuery({
    queryKey: ["marks", mode],
    enabled: counts.open > orders.length,
    refetchInterval: MARKS_EVERY_MS,
    structuralSharing: false,
    queryFn: async ({ signal }) =>
      readState<MapMark[]>(await fetch(`/dashboard/map/marks?mode=${mode}`, { signal })),
  });
  return counts.open > orders.length ? (data ?? NO_MARKS) : NO_MARKS;
}

function useWay(code: string | null, order: AccountBoard["orders"][number] | undefined): MapLine[] {
  const { data } = useQuery(routeQuery(code, order?.stops));
  const points = data ?? order?.stops;
  return code === null || points === undefined ? [] : [{ id: code, points }];
}

function MapAndList({ mode, locale, styleUrl, initial, now: atFirst }: Props) {
  const t = useTranslations("overview.map");
  const { data: board, connection } = useAccountBoard(mode, initial);
  const marks = useMarks(mode, board);
  const now = useNow(atFirst);
  const [selected, setSelected] = useUrlValue("at");
  const [isFailed, setFailed] = useState(false);
  const [wanted, setFilter] = useUrlValue("show");
  const filter = MAP_FILTERS.find((one) => one === wanted) ?? "all";
  const shown = useMemo(() => filtered(board, filter, now), [board, filter, now]);
  const chosenCode = selected && findOrderCode(board, selected);
  const chosen = board.orders.find(({ code }) => code === chosenCode);
  const lines = useWay(chosenCode, chosen);
  const markers = useMapMarkers({ board, shown, marks, filter, chosen, now });
  const select = (mark: string) => setSelected(selected === mark ? null : mark);
  return (
    <div className="flex flex-col lg:grid lg:h-[calc(100dvh-1rem-2px)] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="relative z-10 h-[46dvh] min-h-64 bg-fill lg:h-auto [@media(min-height:40rem)_and_(width<64rem)]:sticky [@media(min-height:40rem)_and_(width<64rem)]:top-0">
        <LazyMap
          loading={t("loading")}
          markers={markers}
          lines={lines}
          label={t("label")}
          styleUrl={styleUrl}
          locale={locale}
          selected={selected}
          onSelect={select}
          onFail={() => setFailed(true)}
          home="all"
          className="h-full w-full"
        />
        {isFailed && (
          <p role="status" className="absolute inset-x-4 top-4 rounded-lg bg-raised p-3 text-sm shadow-e1">
            {t("failed")}
          </p>
        )}
        {board.counts.open === 0 && board.couriers.length === 0 && <Nothing mode={mode} />}
      </div>
      <MapList
        board={board}
        shown={shown}
        chosenCode={chosen === undefined ? chosenCode : null}
        connection={connection}
        filter={filter}
        onFilter={(next) => setFilter(next === "all" ? null : next)}
        mode={mode}
        selected={selected}
        onSelect={select}
        now={now}
      />
    </div>
  );
}

type VisibleItems = Pick<AccountBoard, "couriers" | "orders">;

function filtered(board: AccountBoard, filter: MapFilter, now: number): VisibleItems {
  if (filter === "all") return board;
  if (filter === "silent") {
    const couriers = board.couriers.filter((courier) => isSilent(courier, now));
    const ids = new Set(couriers.map(({ id }) => id));
    return { couriers, orders: board.orders.filter(({ courierId }) => ids.has(courierId ?? "")) };
  }
  const orders = board.orders.filter((order) => markerStatus(order, now) === filter);
  const ids = new Set(orders.map(({ courierId }) => courierId));
  return { orders, couriers: board.couriers.filter(({ id }) => ids.has(id)) };
}

function Nothing({ mode }: { mode: Mode }) {
  const t = useTranslations("overview.map");
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
      <div className="pointer-events-auto max-w-xs rounded-xl bg-raised p-5 text-center shadow-e1">
        <MapPinOff aria-hidden="true" className="mx-auto size-6 text-soft" />
        <p className="mt-2 font-medium">{t("nothing")}</p>
        <p className="mt-1 text-sm text-soft">{t(`nothing_hint_${mode}`)}</p>
        <Permitted needs="account.manage_orders">
          <Link href={withMode("/dashboard/new", mode)} className={`${PRIMARY} mt-4`}>
            {t("new")}
          </Link>
        </Permitted>
      </div>
    </div>
  );
}

interface MarkerSource {
  board: AccountBoard;
  shown: VisibleItems;
  marks: readonly MapMark[];
  filter: MapFilter;
  chosen: AccountBoardItem | undefined;
  now: number;
}

function useMapMarkers({ board, shown, marks, filter, chosen, now }: MarkerSource): MapMarker[] {
  const t = useTranslations("overview.map");
  const age = useAge();
  // Computed once, since there can be thousands.
  const known = board.orders.map(({ code }) => code).join();
  const others = useMemo(() => {
    const described = new Set(known.split(","));
    return marks
      .filter(([code, , , tone]) => !described.has(code) && (filter === "all" || tone === filter))
      .map(toMarker);
  }, [marks, filter, known]);
  const courierLabel = ({ name, position, orderCode }: BoardCourier) => {
    const carried = board.orders.find(({ code }) => code === orderCode);
    return [
      name,
      position === null ? t("never_seen") : t("heard", { age: age(position.receivedAt, now) }),
      carried === undefined ? (orderCode ?? t("free")) : formatOrderName(carried),
    ].join(", ");
  };
  const stopLabel = (order: AccountBoardItem, index: number) => {
    const { stops } = order;
    const role = index === 0 ? t("pickup") : t("dropoff", { number: index });
    return `${formatOrderName(order)}, ${role}: ${stops[index]?.street}, ${stops[index]?.building}`;
  };
  const isOnly = shown.orders.length === 1 && others.length === 0;
  return [
    ...shown.couriers.flatMap((courier): MapMarker[] => {
      if (courier.position === null) return [];
      const { latitude, longitude, heading } = courier.position;
      const tone = isCourierStale(courier.position.receivedAt, now)
        ? "stale"
        : courier.orderCode === null
          ? "normal"
          : "busy";
      const id = courierMark(courier.id);
      return [{ id, latitude, longitude, kind: "courier", heading, tone, label: courierLabel(courier) }];
    }),
    ...shown.orders.flatMap((order) =>
      order === chosen || isOnly ? stopMarkers(order, stopLabel) : orderMarker(order, stopLabel, now),
    ),
    ...others,
  ];
}

const toMarker = ([code, latitude, longitude, tone]: MapMark): MapMarker => ({
  id: orderMark(code),
  latitude,
  longitude,
  kind: "order",
  heading: null,
  tone,
  label: code,
});

type FormatMarkerLabel = (order: AccountBoardItem, index: number) => string;

/** Most shops have a single pickup, so the marker is at the last stop. */
function orderMarker(order: AccountBoardItem, label: FormatMarkerLabel, now: number): MapMarker[] {
  const index = order.stops.length - 1;
  const stop = order.stops[index];
  if (stop === undefined) return [];
  const { latitude, longitude } = stop;
  const [id, tone] = [orderMark(order.code), markerStatus(order, now)];
  return [{ id, latitude, longitude, kind: "order", heading: null, tone, label: label(order, index) }];
}

function stopMarkers(order: AccountBoardItem, label: FormatMarkerLabel): MapMarker[] {
  const last = order.stops.length - 1;
  return order.stops.map(({ latitude, longitude }, index) => ({
    // The last stop has the order's marker id, which is the selectable one.
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
