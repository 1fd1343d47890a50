"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView, WayBackState } from "@/components/order/order-state";
import { Moment } from "@/components/ui/moment";

export function ReturnNote({ order, wayBack }: { order: OrderPageView; wayBack: WayBackState }) {
  const t = useTranslations("order.return");
  const { state, eta, returnedAt } = wayBack;
  const name = order.driver?.name ?? "";
  return (
    <section aria-label={t("label")} className={"max-w-205 rounded-xl bg-late-tint p-4 text-sm"}>
      <p className="font-medium">
        {state === "returned" && returnedAt !== null
          ? t.rich("returned", { time: () => <Moment at={returnedAt} /> })
          : t(state, { name })}
      </p>
      {eta !== null && <p className="mt-1 text-soft">{t.rich("eta", { time: () => <Moment at={eta} /> })}</p>}
    </section>
  );
}
