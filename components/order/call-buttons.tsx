"use client";

import { Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { OrderState } from "@/components/order/order-state";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { callLink, canCall } from "@/lib/courier-app/contact-link";

/** On a phone: calls the courier, and the recipient if there is only one. */
export function CallButtons({ order: { driver, stops, isOver } }: { order: OrderState }) {
  const t = useTranslations("order.call");
  const [recipient, ...others] = stops.filter(({ dropoff }) => dropoff !== null);
  const isOne = recipient !== undefined && others.length === 0 && canCall(recipient.contact);
  if (isOver || (driver === null && !isOne)) return null;
  return (
    <p className="flex basis-full gap-2 sm:hidden print:hidden">
      {driver !== null && (
        <a href={callLink(driver.phone)} className={`${PRIMARY} flex-1`}>
          <Phone aria-hidden="true" className="size-4" />
          {t("courier")}
        </a>
      )}
      {isOne && (
        <a href={callLink(recipient.contact.value)} className={`${SECONDARY} flex-1`}>
          <Phone aria-hidden="true" className="size-4" />
          {t("recipient")}
        </a>
      )}
    </p>
  );
}
