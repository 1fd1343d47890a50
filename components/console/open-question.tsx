"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/age";
import { ConfirmButton } from "@/components/ui/confirm-button";
import type { FormAction } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
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
  return (
    <section aria-labelledby={heading} className={`${CARD} border-late p-5`}>
      <h2 id={heading} className="type-heading">
        {t("heading", { number: index })}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {t("due")} <RelativeTime at={answerUntil} now={now} />
        {attempts < MAX_DELIVERY_ATTEMPTS ? "" : `. ${t("no_more_tries")}`}
      </p>
      <Permitted needs="service.dispatch_orders">
        <div className="mt-4 flex flex-wrap gap-3">
          <AnswerButtons
            hidden={{ code }}
            index={index}
            attempts={attempts}
            returnPrice={returnPrice}
            answer={answer}
          />
        </div>
      </Permitted>
    </section>
  );
}

interface AnswerProps extends Pick<Props, "index" | "attempts" | "answer"> {
  hidden: Readonly<Record<string, string>>;
  returnPrice?: string | null;
  /** The class name of the first answer's button. */
  look?: string;
}

export function AnswerButtons(props: AnswerProps) {
  const { hidden, index, attempts, returnPrice = null, answer, look = PRIMARY } = props;
  const t = useTranslations("ops.order.question");
  const mayRetry = attempts < MAX_DELIVERY_ATTEMPTS;
  return UNDELIVERABLE_RESOLUTIONS.filter((action) => action !== "retry" || mayRetry).map((action, place) => (
    <ConfirmButton
      key={action}
      action={answer}
      hidden={{ ...hidden, index: String(index), action }}
      label={t(action)}
      title={t("title", { answer: t(action), number: index })}
      text={
        action === "return" && returnPrice !== null
          ? t("return_price", { price: returnPrice })
          : t(`${action}_text`)
      }
      look={place === 0 ? look : SECONDARY}
    />
  ));
}
