"use client";

import { useTranslations } from "next-intl";
import { countHandedOver, type OrderPageView } from "@/components/order/order-state";
import { isSuggestedReason } from "@/lib/orders/cancellation";
import type { Cancellation } from "@/lib/orders/event";

export function CancellationNote({
  order,
  cancellation,
}: {
  order: OrderPageView;
  cancellation: Cancellation;
}) {
  const t = useTranslations("order.cancellation");
  const handedOver = countHandedOver(order);
  return (
    <section aria-label={t("label")} className={"max-w-205 rounded-xl bg-fill p-4 text-sm"}>
      <p className="[overflow-wrap:anywhere]">
        <span className="text-soft">{t("reason")}</span> <Reason reason={cancellation.reason} />
      </p>
      {cancellation.comment !== null && (
        <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
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

function Reason({ reason }: { reason: string }) {
  const t = useTranslations("order.reasons");
  if (reason === "unspecified") return <strong className="font-medium">{t("unspecified")}</strong>;
  if (reason === "undeliverable") return <strong className="font-medium">{t("undeliverable")}</strong>;
  if (!isSuggestedReason(reason)) return <strong className="font-medium">{reason}</strong>;
  return (
    <>
      <strong className="font-medium">{t(reason)}</strong>{" "}
      <code className="font-mono text-xs text-soft">{reason}</code>
    </>
  );
}
