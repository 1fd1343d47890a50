"use client";

import { useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { orderAddress } from "@/components/orders/list/address";
import { type ListRow, orderProgressLabel } from "@/components/orders/list/order-progress";
import { PROGRESS_LOOKS, useProgressText } from "@/components/orders/list/order-progress-badge";
import { OrderTime } from "@/components/orders/list/order-time";
import { useAge } from "@/components/ui/age";
import { ListBadge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { Mode } from "@/lib/account-scope";
import { hasStaleCourier } from "@/lib/orders/list/order-list-item";

interface Props {
  order: ListRow;
  mode: Mode;
  timeZone: string;
  now: number;
  isSelected: boolean;
}

/** `.order-list` in app/dashboard/dashboard.css defines what the cells look like. */
export function OrderRow({ order, mode, timeZone, now, isSelected }: Props) {
  const t = useTranslations("orders.row");
  const rubles = useRubles();
  const { code, ownId, status, total, dropoffs, handedOver, recipient, destination, erasedAt } = order;
  const isOver = status === "delivered" || status === "cancelled";
  const further = dropoffs - 1;
  const label = orderProgressLabel(order, now);
  const text = useProgressText(label, order.pickupAt, timeZone);
  return (
    <tr data-selected={isSelected || undefined} data-over={isOver || undefined}>
      <td>
        <ListBadge name={label} tone={PROGRESS_LOOKS[label].tone}>
          {text}
        </ListBadge>
      </td>
      <td>
        {ownId !== null && <bdi>{ownId}</bdi>}
        <code>{code}</code>
      </td>
      <td>
        <Link
          href={orderAddress(code, mode)}
          data-order={code}
          aria-current={isSelected ? "true" : undefined}
        >
          <b>
            {erasedAt === null
              ? destination
              : t.rich("erased", { time: () => <DateTime at={erasedAt} short /> })}
          </b>
          {further > 0 && (
            <>
              {" "}
              <span role="img" title={t("of", { handedOver, dropoffs })}>
                {handedOver > 0 && !isOver ? `${handedOver}/${dropoffs}` : `+${further}`}
              </span>
            </>
          )}
          {recipient !== null && <small>{` · ${recipient}`}</small>}
          <span>{` ${code}`}</span>
        </Link>
      </td>
      <td>
        <Courier order={order} now={now} />
      </td>
      <td>
        <OrderTime order={order} timeZone={timeZone} now={now} />
      </td>
      <td>{status === "cancelled" && total === 0 ? "—" : rubles(total)}</td>
    </tr>
  );
}

function Courier({ order, now }: { order: ListRow; now: number }) {
  const t = useTranslations("orders.row");
  const age = useAge();
  const { courierName, heardAt, recipient } = order;
  if (courierName === null) {
    return (
      <>
        <i>—</i>
        {recipient !== null && <small>{recipient}</small>}
      </>
    );
  }
  const silent = hasStaleCourier(order, now);
  return (
    <div>
      <span>{courierName}</span>
      {(silent || heardAt !== null) && (
        <span data-silent={silent || undefined}>
          {heardAt === null ? t("never_seen") : t("heard", { age: age(heardAt, now) })}
        </span>
      )}
    </div>
  );
}
