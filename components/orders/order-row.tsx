"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { useRubles } from "@/components/order/use-rubles";
import { orderAddress } from "@/components/orders/address";
import { type ListRow, orderProgressLabel } from "@/components/orders/order-progress";
import { OrderTime } from "@/components/orders/order-time";
import { OrderProgressBadge } from "@/components/orders/standing-pill";
import { useAge } from "@/components/ui/age";
import { Link } from "@/components/ui/link";
import { DateTime } from "@/components/ui/moment";
import type { Mode } from "@/lib/accounts/scope";
import { hasStaleCourier } from "@/lib/orders/list/listed-order";

const CELL =
  "min-w-0 lg:h-11 lg:border-b lg:border-line lg:px-2 lg:py-0 lg:first:pl-6 lg:last:pr-6 lg:in-data-[density=dense]:h-9 print:table-cell print:h-8 print:border-b print:border-line print:px-1.5 print:first:pl-1.5 print:last:pr-1.5 print:align-middle print:text-xs print:font-normal";

interface Props {
  order: ListRow;
  mode: Mode;
  timeZone: string;
  now: number;
  isSelected: boolean;
  isSheetOpen: boolean;
  onOpen: (event: MouseEvent<HTMLAnchorElement>, code: string) => void;
}

export function OrderRow({ order, mode, timeZone, now, isSelected, isSheetOpen, onOpen }: Props) {
  const t = useTranslations("orders.row");
  const rubles = useRubles();
  const { code, status, total, dropoffs, handedOver, recipient, destination, erasedAt } = order;
  const isOver = status === "delivered" || status === "cancelled";
  const further = dropoffs - 1;
  return (
    <tr
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-6 lg:table-row print:table-row ${isSelected ? "bg-selected" : "hover:bg-hover"} ${isOver ? "text-soft" : ""}`}
    >
      <td className={`${CELL} max-lg:order-3 max-lg:flex max-lg:items-center max-lg:gap-2 lg:w-px`}>
        <OrderProgressBadge label={orderProgressLabel(order, now)} />
        <span className="truncate text-soft lg:hidden print:hidden">{order.courierName ?? recipient}</span>
      </td>
      <td
        className={`${CELL} max-lg:order-4 max-lg:text-right lg:w-px ${isSheetOpen ? "min-[85rem]:table-cell lg:hidden" : ""}`}
      >
        <span className="font-mono text-[0.8125rem] font-medium whitespace-nowrap text-soft">{code}</span>
      </td>
      <td className={`${CELL} max-lg:order-1 lg:w-full lg:max-w-0`}>
        <Link
          href={orderAddress(code, mode)}
          data-order={code}
          aria-current={isSelected ? "true" : undefined}
          onClick={(event) => onOpen(event, code)}
          className="block truncate print:text-xs print:whitespace-normal max-lg:text-base max-lg:leading-5.5 after:absolute after:inset-0 -outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          <span className="font-medium text-ink max-lg:font-semibold">
            {erasedAt === null
              ? destination
              : t.rich("erased", { time: () => <DateTime at={erasedAt} short /> })}
          </span>
          {further > 0 && (
            <>
              {" "}
              <span className="text-faint" title={t("of", { handedOver, dropoffs })}>
                {handedOver > 0 && !isOver ? `${handedOver}/${dropoffs}` : `+${further}`}
                <span className="sr-only">, {t("of", { handedOver, dropoffs })}</span>
              </span>
            </>
          )}
          {recipient !== null && <span className="text-soft max-lg:hidden print:inline"> · {recipient}</span>}
          <span className="sr-only"> {code}</span>
        </Link>
      </td>
      <td className={`${CELL} max-lg:hidden lg:w-px lg:max-w-64 ${isSheetOpen ? "lg:hidden" : ""}`}>
        <Courier order={order} now={now} />
      </td>
      <td
        className={`${CELL} text-right whitespace-nowrap tabular-nums max-lg:order-2 max-lg:text-base max-lg:leading-5.5 max-lg:font-semibold lg:w-px`}
      >
        <OrderTime order={order} timeZone={timeZone} now={now} />
      </td>
      <td className={`${CELL} text-right whitespace-nowrap tabular-nums max-lg:hidden lg:w-px`}>
        {status === "cancelled" && total === 0 ? "—" : rubles(total)}
      </td>
    </tr>
  );
}

function Courier({ order, now }: { order: ListRow; now: number }) {
  const t = useTranslations("orders.row");
  const age = useAge();
  const { courierName, heardAt } = order;
  if (courierName === null) return <span className="text-faint">—</span>;
  const silent = hasStaleCourier(order, now);
  return (
    <span className="flex w-max items-center gap-1.5 print:w-auto">
      <span className="max-w-40 shrink-0 truncate print:shrink print:whitespace-normal">{courierName}</span>
      {(silent || heardAt !== null) && (
        <span
          className={`inline-flex shrink-0 items-center gap-1 text-xs print:hidden ${silent ? "text-bad" : "text-faint"}`}
        >
          {silent && <WifiOff aria-hidden="true" className="size-3.5" />}
          {heardAt === null ? t("never_seen") : t("heard", { age: age(heardAt, now) })}
        </span>
      )}
    </span>
  );
}
