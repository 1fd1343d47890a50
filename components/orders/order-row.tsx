"use client";

import { Clock, Radio, WifiOff } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAge } from "@/components/ui/age";
import { CopyButton } from "@/components/ui/copy-field";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { isSilent, type ListedOrder } from "@/lib/orders/list/listed-order";
import { inMode } from "@/lib/pages/mode";

const DAY_MS = 86_400_000;

const CELL =
  "min-w-0 xl:border-b xl:border-line xl:px-3 xl:py-2.5 xl:align-top xl:first:border-l xl:first:pl-4 xl:last:border-r xl:last:pr-4 xl:group-last:first:rounded-bl-xl xl:group-last:last:rounded-br-xl";
const ICON = "size-3.5 shrink-0";

/** An order in the list: a table row, or a card where there is no room for one. */
export function OrderRow({
  order,
  mode,
  timeZone,
  now,
}: {
  order: ListedOrder;
  mode: Mode;
  timeZone: string;
  now: number;
}) {
  const t = useTranslations("orders.row");
  const format = useFormatter();
  return (
    <tr className="group relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3.5 hover:bg-hover xl:table-row">
      <td className={`${CELL} max-xl:order-1`}>
        <Link
          href={inMode(`/dashboard/orders/${order.code}`, mode)}
          className={`${LINK} inline-flex min-h-6 items-center font-mono font-medium whitespace-nowrap max-xl:after:absolute max-xl:after:inset-0`}
        >
          {order.code}
        </Link>
        <div className="flex items-center gap-1">
          <span className="truncate text-soft xl:max-w-40" title={order.externalOrderId}>
            {order.externalOrderId}
          </span>
          <CopyButton
            value={order.externalOrderId}
            label={order.externalOrderId}
            look="relative z-[1] inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-md text-soft hover:text-ink max-xl:size-9 [&>span]:sr-only"
          />
        </div>
      </td>
      <td className={`${CELL} text-right max-xl:order-2 xl:text-left`}>
        <StatusPill status={order.status} hasCourier={order.courierName !== null} />
      </td>
      <td className={`${CELL} text-right text-soft max-xl:order-7 xl:text-left xl:text-ink`}>
        <Times order={order} timeZone={timeZone} now={now} />
      </td>
      <td className={`${CELL} col-span-2 break-words max-xl:order-3`}>
        <span className="line-clamp-2 xl:max-w-48 2xl:max-w-72">{order.destination}</span>
      </td>
      <td className={`${CELL} text-soft tabular-nums max-xl:order-4 xl:whitespace-nowrap xl:text-ink`}>
        <span className="xl:sr-only">{t("handed_over")} </span>
        {t("of", { handedOver: order.handedOver, dropoffs: order.dropoffs })}
      </td>
      <td className={`${CELL} max-xl:order-6`}>
        <Courier order={order} now={now} />
      </td>
      <td className={`${CELL} text-right whitespace-nowrap tabular-nums max-xl:order-5`}>
        {order.price === null
          ? "—"
          : format.number(order.price, {
              style: "currency",
              currency: "RUB",
              currencyDisplay: "narrowSymbol",
            })}
      </td>
    </tr>
  );
}

/** Shows when it was placed and, until it has ended, the time it is wanted for. */
function Times({ order, timeZone, now }: { order: ListedOrder; timeZone: string; now: number }) {
  const t = useTranslations("orders.row");
  const format = useFormatter();
  const age = useAge();
  const moment = (at: string) =>
    format.dateTime(new Date(at), {
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      timeZone,
    });
  const { createdAt, deliveryTime, status } = order;
  const isOpen = status !== "delivered" && status !== "cancelled";
  return (
    <>
      <time dateTime={createdAt} title={moment(createdAt)} className="xl:whitespace-nowrap">
        {now - Date.parse(createdAt) < DAY_MS ? age(createdAt, now) : moment(createdAt)}
      </time>
      {isOpen && deliveryTime !== null && (
        <Note icon={<Clock aria-hidden="true" className={ICON} />}>
          {t("due", { at: moment(deliveryTime) })}
        </Note>
      )}
    </>
  );
}

/** Shows the courier, and since when there has been no signal from them. */
function Courier({ order, now }: { order: ListedOrder; now: number }) {
  const t = useTranslations("orders.row");
  const age = useAge();
  const { courierName, heardAt, status } = order;
  if (courierName === null) {
    return <span className="text-soft">{status === "cancelled" ? "—" : t("no_courier")}</span>;
  }
  const silent = isSilent(order, now);
  const Icon = silent ? WifiOff : Radio;
  return (
    <>
      <span className="line-clamp-2 break-words">{courierName}</span>
      {(silent || heardAt !== null) && (
        <Note color={silent ? "text-late" : "text-soft"} icon={<Icon aria-hidden="true" className={ICON} />}>
          {heardAt === null ? t("unheard") : t("heard", { age: age(heardAt, now) })}
        </Note>
      )}
    </>
  );
}

function Note({
  icon,
  color = "text-soft",
  children,
}: {
  icon: ReactNode;
  color?: string;
  children: ReactNode;
}) {
  return (
    <span className={`mt-0.5 flex items-center gap-1 text-xs xl:whitespace-nowrap ${color}`}>
      {icon}
      {children}
    </span>
  );
}
