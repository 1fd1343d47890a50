"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView } from "@/components/order/order-state";
import { RecipientFeedbackNote } from "@/components/order/recipient-said";
import { StopMark } from "@/components/order/stop-list";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";

export function OpenProblems({ order, action }: { order: OrderPageView; action: FormAction }) {
  const t = useTranslations("order.problem");
  return order.stops.map(({ address, said }, index) => {
    const feedback = said?.feedback ?? null;
    if (feedback === null || feedback.value !== "problem" || feedback.isSettled) return null;
    const titleId = `problem-${index}`;
    return (
      <section
        key={titleId}
        aria-labelledby={titleId}
        className={"max-w-205 rounded-xl bg-bad-tint p-4 sm:p-5"}
      >
        <div className="flex gap-3">
          <StopMark index={index} />
          <div className="min-w-0 flex-1 space-y-1 text-sm [overflow-wrap:anywhere]">
            <h2 id={titleId} className="text-base font-semibold">
              {t("title")}
            </h2>
            <p>
              {address.street}, {address.building}
            </p>
            <RecipientFeedbackNote said={{ note: null, request: null, feedback }} />
          </div>
        </div>
        <div className="mt-4">
          <ConfirmButton
            action={action}
            hidden={{ code: order.code, index: String(index) }}
            label={t("settle")}
            title={t("settle_title")}
            text={t("settle_text")}
          />
        </div>
      </section>
    );
  });
}
