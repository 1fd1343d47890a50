"use client";

import { useTranslations } from "next-intl";
import { formatReason } from "@/components/orders/detail/order-sentence";
import { countHandedOver, type OrderPageView, type ReturnView } from "@/components/orders/detail/order-state";
import { DateTime } from "@/components/ui/date-time";
import type { Cancellation } from "@/lib/orders/event";

export function CancellationNote(props: { order: OrderPageView; cancellation: Cancellation }) {
  const { order, cancellation } = props;
  const t = useTranslations("order.cancellation");
  const tOrder = useTranslations("order");
  const handedOver = countHandedOver(order);
  return (
    <section aria-label={t("label")} className="max-w-205 rounded-xl bg-fill p-4 text-sm">
      <p className="wrap-anywhere">
        <span className="text-soft">{t("reason")}</span>{" "}
        <strong className="font-medium">{formatReason(cancellation.reason, tOrder)}</strong>
      </p>
      {cancellation.comment !== null && (
        <p className="mt-1 whitespace-pre-line wrap-anywhere">
          <span className="text-soft">{t("comment")}</span> {cancellation.comment}
        </p>
      )}
      {handedOver > 0 && (
        <p className="mt-1 text-late">
          {t("handed_over", { count: handedOver, total: order.stops.length - 1 })}
        </p>
      )}
    </section>
  );
}

export function ErasureNote({ at }: { at: string }) {
  const t = useTranslations("order.personal_data");
  return (
    <p className="max-w-205 rounded-xl bg-fill p-4 text-sm">
      {t.rich("erased", { time: () => <DateTime at={at} short /> })}
    </p>
  );
}

export function ReturnNote({ order, wayBack }: { order: OrderPageView; wayBack: ReturnView }) {
  const t = useTranslations("order.return");
  const { state, eta, returnedAt } = wayBack;
  const name = order.driver?.name ?? "";
  return (
    <section aria-label={t("label")} className="max-w-205 rounded-xl bg-late-tint p-4 text-sm">
      <p className="font-medium">
        {state === "returned" && returnedAt !== null
          ? t.rich("returned", { time: () => <DateTime at={returnedAt} short /> })
          : t(state, { name })}
      </p>
      {eta !== null && (
        <p className="mt-1 text-soft">{t.rich("eta", { time: () => <DateTime at={eta} short /> })}</p>
      )}
    </section>
  );
}
