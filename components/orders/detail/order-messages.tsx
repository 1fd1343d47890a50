"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { Section } from "@/components/orders/detail/section";
import { MessageLine } from "@/components/tracking/message-line";

export function OrderMessages({ order: { messages, stops } }: { order: OrderPageView }) {
  const t = useTranslations("recipient.list");
  if (messages.length === 0) return null;
  const isSingle = stops.filter(({ dropoff }) => dropoff !== null).length === 1;
  return (
    <Section title={t("order_title")}>
      <ul className="border-t border-line">
        {messages.map((message) => (
          <MessageLine
            key={message.id}
            message={message}
            place={isSingle ? null : <span>{t("stop", { number: message.position })}</span>}
          />
        ))}
      </ul>
    </Section>
  );
}
