"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView, ReturnView } from "@/components/order/order-state";
import { DateTime } from "@/components/ui/moment";

export function ReturnNote({ order, wayBack }: { order: OrderPageView; wayBack: ReturnView }) {
  const t = useTranslations("order.return");
  const { state, eta, returnedAt } = wayBack;
  const name = order.driver?.name ?? "";
  return (
    <section aria-label={t("label")} className={"max-w-205 rounded-xl bg-late-tint p-4 text-sm"}>
      <p className="font-medium">
        {state === "returned" && returnedAt !== null
          ? t.rich("returned", { time: () => <DateTime at={returnedAt} /> })
          : t(state, { name })}
      </p>
      {eta !== null && (
        <p className="mt-1 text-soft">{t.rich("eta", { time: () => <DateTime at={eta} /> })}</p>
      )}
    </section>
  );
}
