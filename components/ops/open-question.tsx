"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/age";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";
import { CARD, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { UNDELIVERABLE_RESOLUTIONS } from "@/lib/orders/order";
import { MAX_DELIVERY_ATTEMPTS } from "@/lib/orders/progress";

interface Props {
  code: string;
  /** Counted from 1. */
  index: number;
  attempts: number;
  /** ISO 8601. */
  answerUntil: string;
  returnPrice: string | null;
  now: number;
  answer: FormAction;
}

export function OpenQuestion({ code, index, attempts, answerUntil, returnPrice, now, answer }: Props) {
  const t = useTranslations("ops.order.question");
  const heading = `question-${index}`;
  const mayRetry = attempts < MAX_DELIVERY_ATTEMPTS;
  return (
    <section aria-labelledby={heading} className={`${CARD} border-late p-5`}>
      <h2 id={heading} className="type-heading">
        {t("heading", { number: index })}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {t("due")} <RelativeTime at={answerUntil} now={now} />
        {mayRetry ? "" : `. ${t("no_more_tries")}`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {UNDELIVERABLE_RESOLUTIONS.filter((action) => action !== "retry" || mayRetry).map((action) => (
          <ConfirmButton
            key={action}
            action={answer}
            hidden={{ code, index: String(index), action }}
            label={t(action)}
            title={t("title", { answer: t(action), number: index })}
            text={
              action === "return" && returnPrice !== null
                ? t("return_price", { price: returnPrice })
                : t(`${action}_text`)
            }
            look={action === (mayRetry ? "retry" : "return") ? PRIMARY : SECONDARY}
          />
        ))}
      </div>
    </section>
  );
}
