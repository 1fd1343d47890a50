"use client";

import { Phone, Repeat2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { BigLink } from "@/components/courier/controls";
import { callLink } from "@/lib/courier-app/contact-link";
import type { GoodsToGive } from "@/lib/orders/carrying/find-takeover";

/** Tells a courier to whom they give the goods that another delivers now; it goes once the other has taken them. */
export function HandOverNotice({ goods }: { goods: GoodsToGive }) {
  const t = useTranslations("courier.handOver");
  const { orderCode, courierName, phone, street } = goods;
  return (
    <section role="status" className="grid gap-3 rounded-2xl border-2 border-late bg-late-tint p-4">
      <h2 className="flex gap-3 type-title">
        <Repeat2 className="mt-0.5 size-7 shrink-0 text-late" aria-hidden />
        {t("title", { name: courierName })}
      </h2>
      <p>{t("text", { code: orderCode, street })}</p>
      <BigLink tone="quiet" icon={Phone} href={callLink(phone)} label={t("call", { name: courierName })}>
        {courierName}
      </BigLink>
    </section>
  );
}
