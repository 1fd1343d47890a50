"use client";

import { CircleQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Selection, useRowKeys } from "@/components/ops/orders/use-selection";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import type { OrderStatus } from "@/lib/orders/order";

/** An order as the operators' lists show it. */
export interface TableOrder {
  readonly code: string;
  readonly status: OrderStatus;
  readonly hasCourier: boolean;
  readonly isAsked: boolean;
  readonly address: string;
  readonly accountName: string;
  readonly courier: ReactNode;
  /** When it arrives, or has ended. */
  readonly time: ReactNode;
  /** What only one of the lists has. */
  readonly last: ReactNode;
}

const COLUMNS = ["status", "code", "address", "account", "courier", "arrival"] as const;
const CELL = "min-w-0 lg:h-9 lg:border-t lg:border-line lg:px-2 lg:py-0 lg:first:px-0";
const NUMBER = "text-right whitespace-nowrap tabular-nums";

/** Orders in rows as low as a table's may be, to choose from: by their boxes, a range with Shift, or by the keyboard. */
export function OrderTable({
  orders,
  last,
  selection,
}: {
  orders: readonly TableOrder[];
  /** The heading of the last column. */
  last: "waiting" | "price";
  selection: Selection;
}) {
  const t = useTranslations("ops.orders");
  const keys = useRowKeys(selection);
  return (
    <table className="block w-full text-sm lg:table" onKeyDown={keys}>
      <thead className="block text-left text-xs text-soft lg:table-header-group">
        <tr className="flex lg:table-row">
          <th scope="col" className="w-11 font-normal lg:w-9">
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
              className={`hidden px-2 font-normal lg:table-cell ${column === "arrival" || column === last ? "text-right" : ""}`}
            >
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {orders.map((order) => (
          <Row key={order.code} order={order} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order, selection }: { order: TableOrder; selection: Selection }) {
  const t = useTranslations("ops.orders");
  const { code, status, hasCourier, isAsked, address, accountName, courier, time, last } = order;
  const isOver = status === "delivered" || status === "cancelled";
  const isChosen = selection.chosen.has(code);
  return (
    <tr
      className={`relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line py-2 lg:table-row lg:border-0 ${isChosen ? "bg-selected" : "hover:bg-hover"} ${isOver ? "text-soft" : ""}`}
    >
      <td className={`${CELL} max-lg:row-span-4 max-lg:self-start lg:w-9`}>
        <Box
          label={t("choose", { code })}
          code={code}
          isChecked={isChosen}
          onChoose={(isRange) => selection.choose(code, isRange)}
        />
      </td>
      <td className={`${CELL} lg:w-px`}>
        <span className="flex items-center gap-2">
          <StatusPill status={status} hasCourier={hasCourier} />
          {isAsked && (
            <CircleQuestionMark role="img" aria-label={t("asked")} className="size-4 shrink-0 text-bad" />
          )}
        </span>
      </td>
      <td className={`${CELL} max-lg:text-right lg:w-px`}>
        <Link
          href={`/ops/orders/${code}`}
          className="inline-flex min-h-6 items-center font-mono text-[0.8125rem] font-medium whitespace-nowrap after:absolute after:inset-0 after:-outline-offset-2 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {code}
        </Link>
      </td>
      <td className={`${CELL} truncate font-medium max-lg:col-span-2 lg:w-full lg:max-w-0`}>{address}</td>
      <td className={`${CELL} truncate lg:w-px lg:max-w-32 xl:max-w-44`}>{accountName}</td>
      <td className={`${CELL} truncate max-lg:text-right lg:w-px lg:max-w-32 xl:max-w-44`}>{courier}</td>
      <td className={`${CELL} lg:w-px lg:text-right lg:tabular-nums lg:whitespace-nowrap`}>{time}</td>
      <td className={`${CELL} ${NUMBER} lg:w-px`}>{last}</td>
    </tr>
  );
}

function Box({
  label,
  code,
  isChecked,
  isPartly = false,
  onChoose,
}: {
  label: string;
  code?: string;
  isChecked: boolean;
  isPartly?: boolean;
  onChoose: (isRange: boolean) => void;
}) {
  return (
    // Above the row's link, which is as large as the row.
    <label className="relative z-1 flex size-11 cursor-pointer items-center justify-center lg:size-9">
      <input
        type="checkbox"
        aria-label={label}
        data-choose={code}
        checked={isChecked}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPartly;
        }}
        // A change does not tell whether Shift was held.
        onClick={({ shiftKey }) => onChoose(shiftKey)}
        onChange={() => {}}
        className="size-4 cursor-pointer accent-fir"
      />
    </label>
  );
}
