"use client";

import { ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { createContext, Fragment, type ReactNode, useContext, useMemo, useTransition } from "react";
import { liveAddresses } from "@/components/orders/list/address";
import {
  type ListColumns,
  type ListRow,
  orderProgressLabel,
  type PagedList,
  toRows,
} from "@/components/orders/list/order-progress";
import { PROGRESS_LOOKS } from "@/components/orders/list/order-progress-badge";
import { OrderRow } from "@/components/orders/list/order-row";
import { useSelectedCode } from "@/components/orders/list/order-selection";
import { isSameDay } from "@/components/tracking/format";
import { BadgeIcons } from "@/components/ui/badge";
import { ConnectionNote } from "@/components/ui/connection-note";
import { type LiveState, useLive } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import { useIsHydrating, useProgressiveList } from "@/components/ui/use-progressive-list";
import type { Mode } from "@/lib/account-scope";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import { MAX_NEW_ORDERS } from "@/lib/orders/list/order-list-item";

const FIRST_ROWS = 20;
/** The list scrolls by itself; elsewhere the browser restores the page's position, which needs all rows. */
const SCROLLS = "(min-width: 64rem)";

const List = createContext<LiveState<PagedList> | null>(null);

function useList(): LiveState<PagedList> {
  const list = useContext(List);
  if (list === null) throw new Error("There is no LiveList.");
  return list;
}

interface Props {
  orders: ListColumns;
  isFirst: boolean;
  filter: OrderFilter;
  mode: Mode;
  children: ReactNode;
}

export function LiveList({ orders, isFirst, filter, mode, children }: Props) {
  const shown = { codes: orders.code ?? [], isFirst };
  const initial = useMemo(() => ({ orders: toRows(orders), newCount: 0 }), [orders]);
  const live = useLive<PagedList>(liveAddresses(filter, mode, shown), initial);
  return (
    <List value={live}>
      <NewPill count={live.data.newCount} />
      {children}
    </List>
  );
}

interface RowsProps {
  mode: Mode;
  timeZone: string;
  now: number;
  /** Whether the rows are grouped by the days for which they are scheduled. */
  isByDay: boolean;
}

export function OrderRows({ mode, timeZone, now: atFirst, isByDay }: RowsProps) {
  const { data } = useList();
  const now = useNow(atFirst);
  const selected = useSelectedCode();
  const isHtml = useIsHydrating();
  const takeFirst = useProgressiveList(
    FIRST_ROWS,
    isHtml || selected !== null || !window.matchMedia(SCROLLS).matches,
  );
  const toRow = (order: ListRow) => (
    <OrderRow
      key={order.code}
      order={order}
      isSelected={order.code === selected}
      mode={mode}
      timeZone={timeZone}
      now={now}
    />
  );
  if (!isByDay) return takeFirst(data.orders).map(toRow);
  const sorted = data.orders.toSorted((a, b) => Date.parse(toScheduled(a)) - Date.parse(toScheduled(b)));
  return takeFirst(sorted).map((order, index, shown) => {
    const before = shown[index - 1];
    const at = new Date(toScheduled(order));
    const isSame = before !== undefined && isSameDay(new Date(toScheduled(before)), at, timeZone);
    return isSame ? (
      toRow(order)
    ) : (
      <Fragment key={order.code}>
        <DayHeading at={at} timeZone={timeZone} />
        {toRow(order)}
      </Fragment>
    );
  });
}

const toScheduled = ({ deliveryWindow, deliveryTime, dispatchAt }: ListRow): string =>
  deliveryWindow?.from ?? deliveryTime ?? dispatchAt ?? "";

function DayHeading({ at, timeZone }: { at: Date; timeZone: string }) {
  const format = useFormatter();
  const day = format.dateTime(at, { weekday: "long", day: "numeric", month: "long", timeZone });
  return (
    <tr className="bg-fill">
      <th
        scope="rowgroup"
        colSpan={6}
        className="text-left text-xs font-semibold max-lg:col-span-3 lg:px-6 lg:py-2"
      >
        {day}
      </th>
    </tr>
  );
}

export function ListIcons({ now: atFirst }: { now: number }) {
  const now = useNow(atFirst);
  const labels = new Set(useList().data.orders.map((order) => orderProgressLabel(order, now)));
  return <BadgeIcons looks={[...labels].map((label) => [label, PROGRESS_LOOKS[label]])} />;
}

export const ListConnection = () => <ConnectionNote connection={useList().connection} />;

/** Overlays the list, so that its rows do not move. */
function NewPill({ count }: { count: number }) {
  const t = useTranslations("orders");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <div role="status" className="sticky top-2 z-20 flex h-0 justify-center print:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={() => startTransition(() => router.refresh())}
          disabled={isPending}
          className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 self-start rounded-full bg-fir px-4 text-sm font-medium whitespace-nowrap text-on-fir shadow-e1 hover:bg-fir-hover disabled:opacity-60 max-sm:min-h-11"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {t(count < MAX_NEW_ORDERS ? "new_orders" : "many_new_orders", { count })}
        </button>
      )}
    </div>
  );
}
