"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Navigation, Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { useAge } from "@/components/ui/age";
import { ConnectionNote } from "@/components/ui/connection-note";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import type { Connection } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import { type Board, type BoardCourier, type BoardOrder, isStale } from "@/lib/board/board";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/routing/geo";

/** How the map addresses its reader: which messages it uses, and what its orders are called and link to. */
export interface BoardReader {
  readonly words: "overview.map";
  /** The index of the stop that tells an order from the others: the first or the last. */
  readonly tellingStop: 0 | -1;
  readonly nameOf: (order: BoardOrder) => string;
  readonly hrefOf: (code: string) => string;
  /** URL that returns an order's route along the streets; until it is loaded, lines run straight from stop to stop. */
  readonly wayOf: (code: string) => string;
}

const Reader = createContext<BoardReader | null>(null);

function useReader(): BoardReader {
  const reader = useContext(Reader);
  if (reader === null) throw new Error("A part of the board's map stands outside of it.");
  return reader;
}

const useWords = () => useTranslations(useReader().words);

interface Given {
  locale: Locale;
  styleUrl: string | null;
  board: Board;
  connection: Connection;
  now: number;
  /** Shown on the map while there is nothing to show. */
  empty?: ReactNode;
}

/** The map of couriers and open orders, next to a list that says the same in words. Needs a `QueryCache` around it. */
export function BoardMap({ reader, ...given }: Given & { reader: BoardReader }) {
  return (
    <Reader value={reader}>
      <MapAndList {...given} />
    </Reader>
  );
}

const courierMark = (id: string) => `courier:${id}`;
const orderMark = (code: string, index: number) => `order:${code}:${index}`;

/** Returns the selected order's route; straight from stop to stop until the route is loaded. */
function useWay(order: BoardOrder | undefined): MapLine[] {
  const { wayOf } = useReader();
  const { data } = useQuery({
    // An edited order takes another route.
    queryKey: ["way", order?.code, order?.stops],
    enabled: order !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Point[]> => {
      const answer = await fetch(wayOf(order?.code ?? ""), { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
    retry: false,
  });
  return order === undefined ? [] : [{ id: order.code, points: data ?? order.stops }];
}

function MapAndList({ locale, styleUrl, board, connection, now: atFirst, empty }: Given) {
  const t = useWords();
  const { tellingStop } = useReader();
  const now = useNow(atFirst);
  const [selected, setSelected] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [isStaleOnly, setStaleOnly] = useState(false);
  const stale = board.couriers.filter((courier) => isStale(courier, now));
  const couriers = isStaleOnly ? stale : board.couriers;
  const staleIds = new Set(stale.map(({ id }) => id));
  const orders = isStaleOnly
    ? board.orders.filter(({ courierId }) => courierId !== null && staleIds.has(courierId))
    : board.orders;
  const describe = useDescriptions();
  const chosen = orders.find(({ code, courierId }) =>
    selected === null
      ? false
      : selected.startsWith(`order:${code}:`) || (courierId !== null && selected === courierMark(courierId)),
  );
  const markers: MapMarker[] = [
    ...couriers.flatMap((courier) => courierMarker(courier, describe.courier(courier, now), now)),
    ...orders.flatMap((order) =>
      order === chosen
        ? stopMarkers(order, describe.stop)
        : orderMarker(order, tellingStop < 0 ? order.stops.length - 1 : 0, describe.stop),
    ),
  ];
  const lines = useWay(chosen);
  const select = (id: string) => setSelected((before) => (before === id ? null : id));
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
          className="h-full w-full"
        />
        {isFailed && (
          <p
            role="status"
            className="absolute inset-x-4 top-4 rounded-lg border border-line bg-surface p-3 text-sm"
          >
            {t("failed")}
          </p>
        )}
        {board.couriers.length === 0 && board.orders.length === 0 && empty}
      </div>
      <div className="flex min-h-0 flex-col border-line lg:border-l">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
          <ConnectionNote connection={connection} />
          <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={isStaleOnly}
              onChange={(event) => setStaleOnly(event.target.checked)}
              className="size-4 accent-fir"
            />
            {t("stale_filter", { count: stale.length })}
          </label>
        </div>
        <div className="min-h-0 flex-1 lg:overflow-y-auto">
          <ListSection
            title={t("couriers")}
            count={couriers.length}
            empty={t(isStaleOnly ? "none_stale" : "no_couriers")}
          >
            {couriers.map((courier) => (
              <CourierItem
                key={courier.id}
                courier={courier}
                now={now}
                isSelected={selected === courierMark(courier.id)}
                onSelect={() => select(courierMark(courier.id))}
              />
            ))}
          </ListSection>
          {(!isStaleOnly || orders.length > 0) && (
            <ListSection title={t("orders")} count={orders.length} empty={t("no_orders")}>
              {orders.map((order) => (
                <OrderItem
                  key={order.code}
                  order={order}
                  now={now}
                  isSelected={selected?.startsWith(`order:${order.code}:`) ?? false}
                  onSelect={() => select(orderMark(order.code, tellingStop < 0 ? order.stops.length - 1 : 0))}
                />
              ))}
            </ListSection>
          )}
        </div>
      </div>
    </div>
  );
}

function useDescriptions() {
  const t = useWords();
  const age = useAge();
  return {
    courier: (courier: BoardCourier, now: number): string =>
      [
        courier.name,
        courier.position === null ? t("unheard") : t("heard", { age: age(courier.position.receivedAt, now) }),
        courier.orderCode ?? t("free"),
      ].join(", "),
    stop: (order: BoardOrder, index: number): string => {
      const stop = order.stops[index];
      const role = index === 0 ? t("pickup") : t("dropoff", { number: index });
      return `${order.code}, ${role}: ${stop?.street}, ${stop?.building}`;
    },
  };
}

function courierMarker(courier: BoardCourier, label: string, now: number): MapMarker[] {
  if (courier.position === null) return [];
  const { latitude, longitude, heading } = courier.position;
  const tone = isStale(courier, now) ? "stale" : courier.orderCode === null ? "normal" : "busy";
  return [{ id: courierMark(courier.id), latitude, longitude, kind: "courier", heading, tone, label }];
}

type Described = (order: BoardOrder, index: number) => string;

/** An order among many is a square where it differs from the others. */
function orderMarker(order: BoardOrder, index: number, label: Described): MapMarker[] {
  const stop = order.stops[index];
  if (stop === undefined) return [];
  const { latitude, longitude } = stop;
  const id = orderMark(order.code, index);
  const tone = order.courierId === null ? "new" : "normal";
  return [{ id, latitude, longitude, kind: "order", heading: null, tone, label: label(order, index) }];
}

function stopMarkers(order: BoardOrder, label: Described): MapMarker[] {
  return order.stops.map(({ latitude, longitude }, index) => ({
    id: orderMark(order.code, index),
    latitude,
    longitude,
    kind: index === 0 ? "pickup" : "dropoff",
    heading: null,
    tone: "normal",
    label: label(order, index),
    ...(index > 0 && order.stops.length > 2 ? { number: index } : {}),
  }));
}

function ListSection({
  title,
  count,
  empty,
  children,
}: {
  title: string;
  count: number;
  empty: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="border-b border-line last:border-b-0">
      <h2 className="bg-fill px-4 py-2 text-xs font-medium text-soft lg:sticky lg:top-0">
        {title} <span className="tabular-nums">({count})</span>
      </h2>
      {count === 0 ? <p className="px-4 py-5 text-sm text-soft">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

// On a phone the map stays above the list, and the sections of the page below it.
const ITEM =
  "max-lg:scroll-mt-[47dvh] max-lg:scroll-mb-20 max-lg:[&_*]:scroll-mt-[48dvh] max-lg:[&_*]:scroll-mb-20 relative flex w-full min-w-0 items-start gap-3 border-t border-line px-4 py-2.5 first:border-t-0";
const SELECT =
  "block min-h-6 cursor-pointer text-left font-medium after:absolute after:inset-0 aria-pressed:text-ink";

/** An item of the list; selecting it on the map scrolls it into view. */
function Item({ isSelected, children }: { isSelected: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    <li ref={item} className={`${ITEM} ${isSelected ? "bg-fill" : ""}`}>
      {children}
    </li>
  );
}

function CourierItem({
  courier,
  now,
  isSelected,
  onSelect,
}: {
  courier: BoardCourier;
  now: number;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const t = useWords();
  const age = useAge();
  const { hrefOf } = useReader();
  const { position, orderCode } = courier;
  const isLost = isStale(courier, now);
  const Icon = isLost ? CircleAlert : Navigation;
  return (
    <Item isSelected={isSelected}>
      <Icon
        aria-hidden="true"
        className={`mt-1 size-4 shrink-0 ${isLost ? "text-soft" : orderCode === null ? "text-link" : "text-late"}`}
      />
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <button type="button" aria-pressed={isSelected} onClick={onSelect} className={SELECT}>
          {courier.name}
        </button>
        <p className={`text-xs ${isLost ? "text-late" : "text-soft"}`}>
          {position === null ? t("unheard") : t("heard", { age: age(position.receivedAt, now) })}
          {isLost && position !== null ? ` · ${t("stale")}` : ""}
        </p>
      </div>
      {orderCode === null ? (
        <span className="mt-0.5 text-xs text-delivered">{t(courier.isOnShift ? "free" : "off_shift")}</span>
      ) : (
        <Link href={hrefOf(orderCode)} className={`${LINK} relative z-1 mt-0.5 font-mono text-xs leading-6`}>
          {orderCode}
        </Link>
      )}
    </Item>
  );
}

function OrderItem({
  order,
  now,
  isSelected,
  onSelect,
}: {
  order: BoardOrder;
  now: number;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const t = useWords();
  const age = useAge();
  const { nameOf, hrefOf, tellingStop } = useReader();
  const stop = order.stops.at(tellingStop);
  return (
    <Item isSelected={isSelected}>
      <Package aria-hidden="true" className="mt-1 size-4 shrink-0 text-soft" />
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <button type="button" aria-pressed={isSelected} onClick={onSelect} className={SELECT}>
          {stop === undefined ? order.code : `${stop.street}, ${stop.building}`}
        </button>
        <p className="text-xs text-soft">
          {nameOf(order)} · {t("stops", { count: order.stops.length - 1 })}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
          <StatusPill status={order.status} hasCourier={order.courierId !== null} />
          {age(order.waitingSince, now)}
        </p>
      </div>
      <Link href={hrefOf(order.code)} className={`${LINK} relative z-1 mt-0.5 font-mono text-xs leading-6`}>
        {order.code}
      </Link>
    </Item>
  );
}
