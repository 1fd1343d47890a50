"use client";

import { CircleQuestionMark, Clock, Radio, WifiOff } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAge } from "@/components/ui/age";
import { CopyButton } from "@/components/ui/copy-field";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import type { Mode } from "@/lib/accounts/scope";
import { isSilent, type ListedOrder } from "@/lib/orders/list/listed-order";
import { inMode } from "@/lib/pages/mode";

const DAY_MS = 86_400_000;

const CELL = "min-w-0 xl:h-11 xl:border-b xl:border-line xl:px-3 xl:py-0.75 xl:first:pl-6 xl:last:pr-6";
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
  const isOver = order.status === "delivered" || order.status === "cancelled";
  return (
    <tr
      className={`group relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover sm:px-6 xl:table-row ${isOver ? "text-soft" : ""}`}
    >
      <td className={`${CELL} max-xl:order-3`}>
        <StatusPill status={order.status} hasCourier={order.courierName !== null} />
        {order.isAsked && (
          <Note
            color="font-medium text-bad"
            icon={<CircleQuestionMark aria-hidden="true" className={ICON} />}
          >
            {t("asked")}
          </Note>
        )}
      </td>
      <td className={`${CELL} max-xl:order-4 max-xl:text-right`}>
        <Link
          href={inMode(`/dashboard/orders/${order.code}`, mode)}
          className="inline-flex min-h-6 items-center font-mono font-medium whitespace-nowrap hover:underline max-xl:after:absolute max-xl:after:inset-0 xl:-my-0.5"
        >
          {order.code}
        </Link>
        <div className="flex items-center gap-1 text-xs max-xl:justify-end">
          <span className="truncate text-soft max-xl:max-w-40 xl:max-w-36" title={order.externalOrderId}>
            {order.externalOrderId}
          </span>
          <CopyButton
            value={order.externalOrderId}
            label={order.externalOrderId}
            look="relative z-[1] inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-md text-soft hover:text-ink max-xl:size-9 xl:-my-1 [&>span]:sr-only [&>svg]:size-3.5"
          />
        </div>
      </td>
      <td className={`${CELL} break-words max-xl:order-1`}>
        <span className="line-clamp-2 font-medium max-xl:text-base xl:line-clamp-1 xl:max-w-56 xl:break-all 2xl:max-w-96">
          {order.destination}
        </span>
      </td>
      <td className={`${CELL} text-soft max-xl:order-7 xl:whitespace-nowrap`}>
        <span className="xl:sr-only">{t("handed_over")} </span>
        {t("of", { handedOver: order.handedOver, dropoffs: order.dropoffs })}
      </td>
      <td className={`${CELL} max-xl:order-5`}>
        <Courier order={order} now={now} />
      </td>
      <td className={`${CELL} text-right max-xl:order-2 xl:text-left`}>
        <Times order={order} timeZone={timeZone} now={now} />
      </td>
      <td className={`${CELL} text-right whitespace-nowrap tabular-nums max-xl:order-6`}>
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
      <span className="line-clamp-2 break-words xl:line-clamp-1 xl:max-w-36">{courierName}</span>
      {(silent || heardAt !== null) && (
        <Note color={silent ? "text-bad" : "text-soft"} icon={<Icon aria-hidden="true" className={ICON} />}>
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
    <span
      className={`mt-0.5 flex items-center gap-1 text-xs max-xl:in-[.text-right]:justify-end xl:mt-0 xl:whitespace-nowrap ${color}`}
    >
      {icon}
      {children}
    </span>
  );
}
