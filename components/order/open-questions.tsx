"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView, StopState } from "@/components/order/order-state";
import { StopMark } from "@/components/order/stop-list";
import { StopOutcome } from "@/components/order/stop-outcome";
import { useRubles } from "@/components/order/use-rubles";
import { RelativeTime } from "@/components/ui/age";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";
import { OUTLINE, PRIMARY } from "@/components/ui/styles";
import { UNDELIVERABLE_RESOLUTIONS } from "@/lib/orders/order";
import { MAX_DELIVERY_ATTEMPTS } from "@/lib/orders/progress";

/** Sorted by deadline, earliest first. */
export function OpenQuestions({
  order,
  now,
  action,
}: {
  order: OrderPageView;
  now: number;
  action: FormAction;
}) {
  const questions = order.stops
    .map((stop, index) => ({ stop, index, until: stop.failure?.answerUntil ?? null }))
    .filter(({ stop }) => stop.failure?.resolution === "ask")
    .sort((a, b) => (a.until ?? "").localeCompare(b.until ?? ""));
  return questions.map(({ stop, index, until }) => (
    <Question
      key={`${index} ${stop.attempts}`}
      order={order}
      stop={stop}
      index={index}
      until={until}
      now={now}
      action={action}
    />
  ));
}

function Question({
  order,
  stop,
  index,
  until,
  now,
  action,
}: {
  order: OrderPageView;
  stop: StopState;
  index: number;
  until: string | null;
  now: number;
  action: FormAction;
}) {
  const t = useTranslations("order.question");
  const rubles = useRubles();
  const canRetry = stop.attempts < MAX_DELIVERY_ATTEMPTS;
  // One return is charged once, however many goods it carries.
  const returnPrice = order.wayBack === null ? order.returnPrice : 0;
  const costs = {
    retry: t(canRetry ? "retry_cost" : "no_retry"),
    return: returnPrice > 0 ? t("return_cost", { amount: rubles(returnPrice) }) : t("return_free"),
    leave: t("leave_cost"),
  };
  const titleId = `question-${index}`;
  return (
    <section aria-labelledby={titleId} className={"max-w-205 rounded-xl bg-late-tint p-4 sm:p-5"}>
      <div className="flex gap-3">
        <StopMark index={index} />
        <div className="min-w-0 flex-1 space-y-1 text-sm [overflow-wrap:anywhere]">
          <h2 id={titleId} className="text-base font-semibold">
            {t("title")}
          </h2>
          <p>
            {stop.address.street}, {stop.address.building}
          </p>
          <StopOutcome stop={stop} index={index} code={order.code} />
          {until !== null && (
            <p className="pt-1">
              {t.rich(`until_${order.unansweredAction === "leave" ? "leave" : "return"}`, {
                at: () => (
                  <strong className="font-semibold">
                    <RelativeTime at={until} now={now} />
                  </strong>
                ),
              })}
            </p>
          )}
        </div>
      </div>
      <ul className="mt-4 grid gap-3 sm:grid-cols-3">
        {UNDELIVERABLE_RESOLUTIONS.map((answer) => (
          <li key={answer} className="flex flex-col text-sm">
            {(answer !== "retry" || canRetry) && (
              <ConfirmButton
                action={action}
                hidden={{ code: order.code, answer, index: String(index) }}
                label={t(answer)}
                title={t(`${answer}_title`)}
                text={`${t(`${answer}_text`)} ${costs[answer]}`}
                look={answer === (canRetry ? "retry" : "return") ? PRIMARY : OUTLINE}
              />
            )}
            <p className="mt-2 text-xs text-soft">{costs[answer]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
