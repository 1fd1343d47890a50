"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Arrival } from "@/components/order/arrival";
import type { OrderState } from "@/components/order/order-state";
import { useRubles } from "@/components/order/use-rubles";
import { Moment } from "@/components/ui/moment";
import { CARD } from "@/components/ui/styles";

/** Shows what people ask first: the price and the arrival time. */
export function OrderFacts({ order }: { order: OrderState }) {
  const t = useTranslations("order.facts");
  const rubles = useRubles();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t("arrival"),
      // Facts that may wrap to two lines reserve the room, so that updates move nothing below.
      <span key="arrival" className="block min-h-10">
        <Arrival order={order} />
      </span>,
    ],
    order.charges.length === 0 || order.total === null
      ? [t("price"), order.price === null ? "—" : rubles(order.price)]
      : [t("total"), rubles(order.total)],
    [
      t("delivery_time"),
      order.deliveryTime === null ? t("as_soon_as_possible") : <Moment key="time" at={order.deliveryTime} />,
    ],
    [t("created"), <Moment key="created" at={order.createdAt} />],
  ];
  return (
    <section aria-label={t("label")} className={`${CARD} p-4 sm:p-5`}>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1.5fr_1.5fr]">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-soft">{term}</dt>
            <dd className="leading-5 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {order.comment !== null && (
        <p className="mt-3 border-t border-line pt-3 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
          <span className="text-soft">{t("comment")}</span> {order.comment}
        </p>
      )}
    </section>
  );
}
