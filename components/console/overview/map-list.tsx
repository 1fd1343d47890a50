"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Navigation } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { courierMark, orderMark } from "@/components/console/overview/use-account-board";
import { formatOrderName, type OrderNameProps } from "@/components/orders/detail/order-name";
import { useAge } from "@/components/ui/age";
import { ConnectionNote } from "@/components/ui/connection-note";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import { type Connection, readState } from "@/components/ui/use-live";
import { useProgressiveList } from "@/components/ui/use-progressive-list";
import type { Mode } from "@/lib/account-scope";
import { type BoardCourier, isBoardItemScheduled } from "@/lib/console/board";
import {
  type AccountBoard,
  type AccountBoardItem,
  COURIER_SILENT_AFTER_MS,
  markerStatus,
} from "@/lib/console/overview/account-board";
import { isCourierStale } from "@/lib/couriers/freshness";
import { withMode } from "@/lib/http/mode";
import { findOwnId } from "@/lib/orders/form/external-order-id";
import type { SearchHit } from "@/lib/orders/list/suggest-orders";

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

export function MapList(props: Props) {
  const { board, shown, chosenCode, connection, filter, mode, selected, onSelect, now } = props;
  const t = useTranslations("overview.map");
  const format = useFormatter();
  const takeFirst = useProgressiveList(FIRST_ITEMS);
  const { open } = board.counts;
  const isCut = board.orders.length < open;
  const item = (mark: string) => ({
    mode,
    now,
    isSelected: selected === mark,
    onSelect: () => onSelect(mark),
  });
  return (
    <div className="flex min-h-0 flex-col border-line lg:border-l">
      <div className="border-b border-line px-4 pt-3 pb-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="type-heading">{t("open", { count: open })}</p>
          <ConnectionNote connection={connection} />
        </div>
        <Filters {...props} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons of the list */}
      <div className="min-h-0 flex-1 lg:overflow-y-auto" onKeyDown={stepThrough}>
        {chosenCode !== null && <ChosenElsewhere code={chosenCode} mode={mode} />}
        <ListSection
          title={t("orders")}
          count={filter === "all" ? open : shown.orders.length}
          empty={t("no_orders")}
        >
          {takeFirst(shown.orders).map((order) => (
            <OrderItem key={order.code} order={order} {...item(orderMark(order.code))} />
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
            count={filter === "all" ? board.carriers.all : countSilent(board, now)}
            empty={t(filter === "silent" ? "none_stale" : "no_couriers")}
          >
            {takeFirst(shown.couriers, shown.orders.length).map((courier) => (
              <CourierItem
                key={courier.id}
                courier={courier}
                carried={board.orders.find(({ code }) => code === courier.orderCode)}
                {...item(courierMark(courier.id))}
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
  const { open, late, planned, searching } = board.counts;
  const counts: Readonly<Record<MapFilter, number>> = {
    all: open,
    late,
    // Undefined in a board that a process of the former release has sent.
    new: searching + (planned ?? 0),
    silent: countSilent(board, now),
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

export const isSilent = ({ position }: BoardCourier, now: number): boolean =>
  isCourierStale(position?.receivedAt ?? null, now, COURIER_SILENT_AFTER_MS);

const countSilent = ({ carriers, couriers }: AccountBoard, now: number): number =>
  Math.max(carriers.silent, couriers.filter((courier) => isSilent(courier, now)).length);

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
              <bdi>{data.street}</bdi>, {data.building}
            </p>
            <p className="mt-1">
              <StatusPill status={data.status} hasCourier={data.hasCourier} isScheduled={data.isScheduled} />
            </p>
          </>
        )}
      </div>
      <Link href={withMode(`/dashboard/orders/${code}`, mode)} className={`${LINK} ${ORDER_LINK}`}>
        {data == null ? code : <OrderLabel order={data} />}
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
const ORDER_LINK = "max-w-1/2 shrink-0 truncate font-mono text-xs leading-6";

const OrderLabel = ({ order }: { order: OrderNameProps }) => (
  <bdi title={formatOrderName(order)}>{formatOrderName(order)}</bdi>
);

interface ItemProps extends Selectable {
  sign?: ReactNode;
  title: string;
  /** The order that the entry links to. */
  link: OrderNameProps | null;
  children: ReactNode;
}

function Item({ mode, isSelected, onSelect, sign, title, link, children }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    <li ref={item} className={`${ITEM} ${isSelected ? "bg-selected hover:bg-selected" : ""}`}>
      {sign}
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <button type="button" aria-pressed={isSelected} onClick={onSelect} className={SELECT}>
          <bdi>{title}</bdi>
        </button>
        {children}
      </div>
      {link !== null && (
        <Link
          href={withMode(`/dashboard/orders/${link.code}`, mode)}
          className={`${LINK} ${ORDER_LINK} relative z-1 mt-0.5`}
        >
          <OrderLabel order={link} />
        </Link>
      )}
    </li>
  );
}

interface Selectable {
  mode: Mode;
  isSelected: boolean;
  onSelect: () => void;
}

type TimedItem = Selectable & { now: number };

interface CourierItemProps extends TimedItem {
  courier: BoardCourier;
  carried: AccountBoardItem | undefined;
}

function CourierItem({ courier, carried, now, ...item }: CourierItemProps) {
  const t = useTranslations("overview.map");
  const age = useAge();
  const { name, position, orderCode } = courier;
  const isLost = isCourierStale(position?.receivedAt ?? null, now);
  const Icon = isLost ? CircleAlert : Navigation;
  const color = isLost ? "text-late" : "text-soft";
  const link = orderCode === null ? null : (carried ?? { code: orderCode, externalOrderId: orderCode });
  const sign = <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${color}`} />;
  return (
    <Item {...item} sign={sign} title={name} link={link}>
      <p className={`text-xs ${color}`}>
        {position === null ? t("never_seen") : t("heard", { age: age(position.receivedAt, now) })}
        {isLost && position !== null ? ` · ${t("stale")}` : ""}
      </p>
    </Item>
  );
}

function OrderItem({ order, now, ...item }: TimedItem & { order: AccountBoardItem }) {
  const t = useTranslations("overview.map");
  const age = useAge();
  const { code, externalOrderId, stops, courierName } = order;
  const stop = stops.at(-1);
  const isLate = markerStatus(order, now) === "late";
  const isLater = isBoardItemScheduled(order, now);
  return (
    <Item {...item} title={stop === undefined ? code : `${stop.street}, ${stop.building}`} link={order}>
      <p className="text-xs text-soft">
        {[
          findOwnId(externalOrderId) === null ? null : code,
          t("stops", { count: stops.length - 1 }),
          courierName,
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
        <StatusPill
          status={order.status}
          hasCourier={order.courierId !== null}
          isHeld={order.isHeld}
          isScheduled={isLater}
        />
        {isLate ? (
          <span className="font-medium text-late">{t("due", { age: age(order.dueAt, now) })}</span>
        ) : (
          age(
            (isLater ? (order.deliveryTime ?? order.deliveryWindow?.from) : null) ?? order.waitingSince,
            now,
          )
        )}
      </p>
    </Item>
  );
}
