"use client";

import { CircleQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Selection, useRowKeys } from "@/components/console/orders/use-selection";
import { formatTimeOrDay, formatWindow, formatWindowOrDay } from "@/components/tracking/format";
import { Link } from "@/components/ui/link";
import { useDateFormat } from "@/components/ui/page-zone";
import { StatusPill } from "@/components/ui/status-pill";
import { TRUNCATED } from "@/components/ui/styles";
import { fromWindowText, type WindowText } from "@/lib/orders/delivery-window";
import type { OrderStatus } from "@/lib/orders/order";

export interface TableRow {
  readonly code: string;
  readonly status: OrderStatus;
  readonly hasCourier: boolean;
  readonly isScheduled: boolean;
  readonly isAsked: boolean;
  readonly address: string;
  readonly accountName: string;
  readonly courier: ReactNode;
  readonly time: ReactNode;
  readonly last: ReactNode;
}

const COLUMNS = ["status", "code", "address", "account", "courier", "arrival"] as const;
const CELL = "min-w-0 @4xl:h-9 @4xl:border-t @4xl:border-line @4xl:px-2 @4xl:py-0 @4xl:first:px-0";
/** With large text, a cell has its own row. */
const WIDE = "@max-3xs:col-span-2 @max-3xs:text-left";
const NUMBER = "text-right tabular-nums @4xl:whitespace-nowrap";

interface Props {
  orders: readonly TableRow[];
  last: "updated" | "price";
  selection: Selection;
}

export function OrderTable({ orders, last, selection }: Props) {
  const t = useTranslations("ops.orders");
  const keys = useRowKeys(selection);
  return (
    // Larger text also uses the narrow layout.
    <div className="@container">
      <table className="block w-full text-sm @4xl:table" onKeyDown={keys}>
        <thead className="block text-left text-xs text-soft @4xl:table-header-group">
          <tr className="flex @4xl:table-row">
            <th scope="col" className="w-11 font-normal @4xl:w-9">
              <Box
                label={t("choose_all")}
                isChecked={selection.isAll}
                isPartly={selection.chosen.size > 0 && !selection.isAll}
                onChoose={() => selection.chooseAll(!selection.isAll)}
              />
            </th>
            {[...COLUMNS, last].map((column) => (
              <th
                key={column}
                scope="col"
                className={`hidden px-2 font-normal @4xl:table-cell ${column === "arrival" || column === last ? "text-right" : ""}`}
              >
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block @4xl:table-row-group">
          {orders.map((order) => (
            <Row key={order.code} order={order} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ order, selection }: { order: TableRow; selection: Selection }) {
  const t = useTranslations("ops.orders");
  const { code, status, hasCourier, isScheduled, isAsked, address, accountName, courier, time, last } = order;
  const isOver = status === "delivered" || status === "cancelled";
  const isChosen = selection.chosen.has(code);
  return (
    <tr
      className={`relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line py-2 @4xl:table-row @4xl:border-0 ${isChosen ? "bg-selected" : "hover:bg-hover"} ${isOver ? "text-soft" : ""}`}
    >
      <td className={`${CELL} @max-4xl:row-span-4 @max-4xl:self-start @max-3xs:row-span-6 @4xl:w-9`}>
        <Box
          label={t("choose", { code })}
          code={code}
          isChecked={isChosen}
          onChoose={(isRange) => selection.choose(code, isRange)}
        />
      </td>
      <td className={`${CELL} ${WIDE} @4xl:w-px`}>
        <span className="flex items-center gap-2">
          <StatusPill status={status} hasCourier={hasCourier} isScheduled={isScheduled} />
          {isAsked && (
            <CircleQuestionMark role="img" aria-label={t("asked")} className="size-4 shrink-0 text-bad" />
          )}
        </span>
      </td>
      <td className={`${CELL} ${WIDE} @max-4xl:text-right @4xl:w-px`}>
        <Link
          href={`/ops/orders/${code}`}
          className="inline-flex min-h-6 items-center font-mono text-[0.8125rem] font-medium whitespace-nowrap after:absolute after:inset-0 after:-outline-offset-2 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {code}
        </Link>
      </td>
      <td className={`${CELL} ${TRUNCATED} font-medium @max-4xl:col-span-2 @4xl:w-full @4xl:max-w-0`}>
        {address}
      </td>
      <td className={`${CELL} ${WIDE} ${TRUNCATED} @4xl:w-px @4xl:max-w-32 @6xl:max-w-44`}>{accountName}</td>
      <td
        className={`${CELL} ${WIDE} ${TRUNCATED} @max-4xl:text-right @4xl:w-px @4xl:max-w-32 @6xl:max-w-44`}
      >
        {courier}
      </td>
      <td className={`${CELL} @4xl:w-px @4xl:text-right @4xl:tabular-nums @4xl:whitespace-nowrap`}>{time}</td>
      <td className={`${CELL} ${NUMBER} @4xl:w-px`}>{last}</td>
    </tr>
  );
}

interface BoxProps {
  label: string;
  code?: string;
  isChecked: boolean;
  isPartly?: boolean;
  onChoose: (isRange: boolean) => void;
}

const Box = ({ label, code, isChecked, isPartly = false, onChoose }: BoxProps) => (
  // Above the row's link, which covers the whole row.
  <label className="relative z-1 flex size-11 cursor-pointer items-center justify-center @4xl:size-9">
    <input
      type="checkbox"
      aria-label={label}
      data-choose={code}
      checked={isChecked}
      ref={(box) => {
        if (box !== null) box.indeterminate = isPartly;
      }}
      // A change event does not tell whether Shift was held.
      onClick={({ shiftKey }) => onChoose(shiftKey)}
      onChange={() => {}}
      className="size-4 cursor-pointer accent-fir"
    />
  </label>
);

interface ArrivalProps {
  status: OrderStatus;
  arrival: { readonly from: string; readonly to: string } | null;
  deliveryTime: string | null;
  deliveryWindow: WindowText | null | undefined;
  endedAt?: string | null;
  isLate?: boolean;
  now: number;
}

/** All times are ISO 8601. */
export function OrderArrival(props: ArrivalProps) {
  const { status, arrival, deliveryTime, deliveryWindow, endedAt = null, isLate = false, now } = props;
  const telling = useDateFormat();
  const look = isLate ? "font-semibold text-late" : "";
  if (endedAt === null && arrival !== null && status !== "cancelled") {
    return <span className={look}>{formatWindow(fromWindowText(arrival), telling)}</span>;
  }
  if (endedAt === null && deliveryWindow != null && status !== "cancelled") {
    const window = fromWindowText(deliveryWindow);
    return <span className={look}>{formatWindowOrDay(window, new Date(now), telling)}</span>;
  }
  const at = status === "cancelled" ? null : (endedAt ?? deliveryTime);
  if (at === null) return <span className="text-faint">—</span>;
  return (
    <time dateTime={at} className={look}>
      {formatTimeOrDay(new Date(at), new Date(now), telling)}
    </time>
  );
}
