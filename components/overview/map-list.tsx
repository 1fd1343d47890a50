"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Navigation } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { courierMark, orderMark } from "@/components/overview/use-account-board";
import { useAge } from "@/components/ui/age";
import { ConnectionNote } from "@/components/ui/connection-note";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import { useProgressiveList } from "@/components/ui/use-first-items";
import { type Connection, readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import { isCourierStale } from "@/lib/couriers/freshness";
import type { BoardCourier } from "@/lib/monitoring/board";
import type { SearchHit } from "@/lib/orders/list/suggest-orders";
import {
  type AccountBoard,
  type AccountBoardItem,
  COURIER_SILENT_AFTER_MS,
  markerStatus,
} from "@/lib/overview/account-board";
import { withMode } from "@/lib/web/mode";

export const MAP_FILTERS = ["all", "late", "new", "silent"] as const;
export type MapFilter = (typeof MAP_FILTERS)[number];

interface Props {
  board: AccountBoard;
  shown: Pick<AccountBoard, "couriers" | "orders">;
  chosenCode: string | null;
  connection: Connection;
  filter: MapFilter;
  onFilter: (filter: MapFilter) => void;
  mode: Mode;
  selected: string | null;
  onSelect: (mark: string) => void;
  now: number;
}

const FIRST_ITEMS = 12;

export function MapList(given: Props) {
  const { board, shown, chosenCode, connection, filter, mode, selected, onSelect, now } = given;
  const t = useTranslations("overview.map");
  const format = useFormatter();
  const takeFirst = useProgressiveList(FIRST_ITEMS);
  const { open } = board.counts;
  const isCut = board.orders.length < open;
  return (
    <div className="flex min-h-0 flex-col border-line lg:border-l">
      <div className="border-b border-line px-4 pt-3 pb-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="type-heading">{t("open", { count: open })}</p>
          <ConnectionNote connection={connection} />
        </div>
        <Filters {...given} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from one button of the list to the next */}
      <div className="min-h-0 flex-1 lg:overflow-y-auto" onKeyDown={stepThrough}>
        {chosenCode !== null && <ChosenElsewhere code={chosenCode} mode={mode} />}
        <ListSection
          title={t("orders")}
          count={filter === "all" ? open : shown.orders.length}
          empty={t("no_orders")}
        >
          {takeFirst(shown.orders).map((order) => (
            <OrderItem
              key={order.code}
              order={order}
              mode={mode}
              now={now}
              isSelected={selected === orderMark(order.code)}
              onSelect={() => onSelect(orderMark(order.code))}
            />
          ))}
        </ListSection>
        {isCut && (
          <p className="border-t border-line px-4 py-3 text-sm text-soft">
            {t("cut", { shown: format.number(board.orders.length), open: format.number(open) })}{" "}
            <Link href={withMode("/dashboard/orders?status=active", mode)} className={LINK}>
              {t("all_orders")}
            </Link>
          </p>
        )}
        {(filter === "all" || filter === "silent") && (
          <ListSection
            title={t("couriers")}
            count={filter === "all" ? board.carriers.all : getUnheard(board, now)}
            empty={t(filter === "silent" ? "none_stale" : "no_couriers")}
          >
            {takeFirst(shown.couriers, shown.orders.length).map((courier) => (
              <CourierItem
                key={courier.id}
                courier={courier}
                mode={mode}
                now={now}
                isSelected={selected === courierMark(courier.id)}
                onSelect={() => onSelect(courierMark(courier.id))}
              />
            ))}
          </ListSection>
        )}
      </div>
    </div>
  );
}

function stepThrough(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button[aria-pressed]")];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function Filters({ board, filter, onFilter, now }: Props) {
  const t = useTranslations("overview.map");
  const format = useFormatter();
  const { open, late, searching, scheduled } = board.counts;
  const counts: Readonly<Record<MapFilter, number>> = {
    all: open,
    late,
    new: searching + scheduled,
    silent: getUnheard(board, now),
  };
  return (
    <fieldset className="-mx-1.5 mt-1 flex flex-wrap gap-x-1">
      <legend className="sr-only">{t("filter")}</legend>
      {MAP_FILTERS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === filter}
          onClick={() => onFilter(one)}
          className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-2 text-sm text-soft hover:bg-hover hover:text-ink sm:min-h-8 aria-pressed:bg-fill aria-pressed:font-medium aria-pressed:text-ink"
        >
          {t(`filters.${one}`)}
          <span className={`text-xs tabular-nums ${one === "late" && late > 0 ? "text-late" : ""}`}>
            {format.number(counts[one])}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

const getUnheard = ({ carriers, couriers }: AccountBoard, now: number): number =>
  Math.max(
    carriers.unheard,
    couriers.filter((courier) =>
      isCourierStale(courier.position?.receivedAt ?? null, now, COURIER_SILENT_AFTER_MS),
    ).length,
  );

function ChosenElsewhere({ code, mode }: { code: string; mode: Mode }) {
  const t = useTranslations("overview.map");
  const { data } = useQuery({
    queryKey: ["found", code],
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/dashboard/find?q=${encodeURIComponent(code)}`, { signal });
      return (await readState<SearchHit[]>(answer))[0] ?? null;
    },
  });
  return (
    <div role="status" className="flex items-start justify-between gap-3 bg-selected px-4 py-3 text-sm">
      <div className="min-w-0">
        <p className="text-xs text-soft">{t("chosen")}</p>
        {data != null && (
          <>
            <p className="font-medium [overflow-wrap:anywhere]">
              {data.street}, {data.building}
            </p>
            <p className="mt-1">
              <StatusPill status={data.status} hasCourier={data.hasCourier} />
            </p>
          </>
        )}
      </div>
      <Link
        href={withMode(`/dashboard/orders/${code}`, mode)}
        className={`${LINK} font-mono text-xs leading-6`}
      >
        {code}
      </Link>
    </div>
  );
}

interface ListSectionProps {
  title: string;
  count: number;
  empty: string;
  children: ReactNode;
}

function ListSection({ title, count, empty, children }: ListSectionProps) {
  const format = useFormatter();
  return (
    <section aria-label={title}>
      <h2 className="border-b border-line bg-surface px-4 pt-3 pb-1.5 text-xs font-medium text-soft lg:sticky lg:top-0 lg:z-2">
        {title} <span className="tabular-nums">{format.number(count)}</span>
      </h2>
      {count === 0 ? <p className="px-4 py-4 text-sm text-soft">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

// On a phone the map stays above the list, and the navigation below it.
const ITEM =
  "max-lg:scroll-mt-[47dvh] max-lg:scroll-mb-20 max-lg:[&_*]:scroll-mt-[48dvh] max-lg:[&_*]:scroll-mb-20 relative flex w-full min-w-0 items-start gap-3 border-b border-line px-4 py-2.5 hover:bg-hover";
const SELECT =
  "block min-h-6 cursor-pointer text-left font-medium after:absolute after:inset-0 aria-pressed:text-ink";
const CODE = `${LINK} relative z-1 mt-0.5 font-mono text-xs leading-6`;

function Item({ isSelected, children }: { isSelected: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    <li ref={item} className={`${ITEM} ${isSelected ? "bg-selected hover:bg-selected" : ""}`}>
      {children}
    </li>
  );
}

interface Selectable {
  mode: Mode;
  now: number;
  isSelected: boolean;
  onSelect: () => void;
}

function CourierItem({ courier, mode, now, isSelected, onSelect }: Selectable & { courier: BoardCourier }) {
  const t = useTranslations("overview.map");
  const age = useAge();
  const { position, orderCode } = courier;
  const isLost = isCourierStale(courier.position?.receivedAt ?? null, now);
  const Icon = isLost ? CircleAlert : Navigation;
  return (
    <Item isSelected={isSelected}>
      <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${isLost ? "text-late" : "text-soft"}`} />
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <button type="button" aria-pressed={isSelected} onClick={onSelect} className={SELECT}>
          {courier.name}
        </button>
        <p className={`text-xs ${isLost ? "text-late" : "text-soft"}`}>
          {position === null ? t("unheard") : t("heard", { age: age(position.receivedAt, now) })}
          {isLost && position !== null ? ` · ${t("stale")}` : ""}
        </p>
      </div>
      {orderCode !== null && (
        <Link href={withMode(`/dashboard/orders/${orderCode}`, mode)} className={CODE}>
          {orderCode}
        </Link>
      )}
    </Item>
  );
}

function OrderItem({ order, mode, now, isSelected, onSelect }: Selectable & { order: AccountBoardItem }) {
  const t = useTranslations("overview.map");
  const age = useAge();
  const stop = order.stops.at(-1);
  const isLate = markerStatus(order, now) === "late";
  return (
    <Item isSelected={isSelected}>
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <button type="button" aria-pressed={isSelected} onClick={onSelect} className={SELECT}>
          {stop === undefined ? order.code : `${stop.street}, ${stop.building}`}
        </button>
        <p className="text-xs text-soft">
          {[order.externalOrderId, t("stops", { count: order.stops.length - 1 }), order.courierName]
            .filter((part) => part !== null)
            .join(" · ")}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
          <StatusPill status={order.status} hasCourier={order.courierId !== null} />
          {isLate ? (
            <span className="font-medium text-late">{t("due", { age: age(order.dueAt, now) })}</span>
          ) : (
            age(order.waitingSince, now)
          )}
        </p>
      </div>
      <Link href={withMode(`/dashboard/orders/${order.code}`, mode)} className={CODE}>
        {order.code}
      </Link>
    </Item>
  );
}
