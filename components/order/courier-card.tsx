"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/order/card";
import type { OrderState } from "@/components/order/order-state";
import { useAge } from "@/components/ui/age";
import { LINK } from "@/components/ui/styles";
import { useNow } from "@/components/ui/use-now";
import { isStale } from "@/lib/board/board";
import { callLink } from "@/lib/courier-app/contact-link";
import { TRANSPORT_TYPES, type TransportType } from "@/lib/couriers/vehicle";

/**
 * Shows who carries the order and when they were last seen.
 *
 * @param children what can be done about it
 */
export function CourierCard({
  order,
  now,
  children,
}: {
  order: OrderState;
  now: number;
  children?: ReactNode;
}) {
  const t = useTranslations("order.courier");
  const { driver, isOver, status } = order;
  if (driver === null) {
    const text = isOver ? "had_none" : status === "new" ? "none_yet" : "lost";
    return (
      <Card title={t("title")}>
        <p className="text-sm text-soft">{t(text)}</p>
        {children}
      </Card>
    );
  }
  return (
    <Card title={t("title")}>
      <div className="space-y-1 text-sm [overflow-wrap:anywhere]">
        <p className="font-medium">{driver.name}</p>
        <p>
          <a href={callLink(driver.phone)} className={`${LINK} inline-flex min-h-6 items-center`}>
            {driver.phone}
          </a>
        </p>
        <Vehicle transport={driver.transport} />
        {status === "assigned" && (
          <p className="text-soft">{t(order.acceptedAt === null ? "not_accepted" : "accepted")}</p>
        )}
        {!isOver && <Seen order={order} now={now} />}
      </div>
      {children}
    </Card>
  );
}

function Vehicle({ transport }: { transport: NonNullable<OrderState["driver"]>["transport"] }) {
  const ui = useTranslations("ui.transport");
  const { type, color, make, model, number } = transport;
  const known = TRANSPORT_TYPES.find((one): one is TransportType => one === type);
  const parts = [
    known === undefined ? "" : ui(known),
    [color, make, model].filter(Boolean).join(" "),
    number,
  ].filter(Boolean);
  return <p className="text-soft">{parts.join(" · ")}</p>;
}

function Seen({ order: { position }, now: atFirst }: { order: OrderState; now: number }) {
  const t = useTranslations("order.courier");
  const age = useAge();
  const now = useNow(atFirst);
  if (position === null) return <p className="text-soft">{t("unseen")}</p>;
  const isOld = isStale({ position: { ...position, receivedAt: position.updated_at } }, now);
  return (
    <p className={isOld ? "flex items-center gap-1.5 text-late" : "text-soft"}>
      {isOld && <CircleAlert aria-hidden="true" className="size-4 shrink-0" />}
      {t(isOld ? "seen_long_ago" : "seen", { age: age(position.updated_at, now) })}
    </p>
  );
}
