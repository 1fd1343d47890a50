"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { OrderPageView, StopState } from "@/components/orders/detail/order-state";
import { RecipientFeedbackNote } from "@/components/orders/detail/recipient-feedback-note";
import { StopMark } from "@/components/orders/detail/stop-list";
import { StopOutcome } from "@/components/orders/detail/stop-outcome";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { RelativeTime } from "@/components/ui/age";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import type { FormAction } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { OUTLINE, PRIMARY } from "@/components/ui/styles";
import { UNDELIVERABLE_RESOLUTIONS } from "@/lib/orders/order";
import { MAX_DELIVERY_ATTEMPTS } from "@/lib/orders/progress";

interface Props {
  order: OrderPageView;
  now: number;
  action: FormAction;
}

/** Sorted by deadline, earliest first. */
export function OpenQuestions(props: Props) {
  const questions = props.order.stops
    .map((stop, index) => ({ stop, index, until: stop.failure?.answerUntil ?? null }))
    .filter(({ stop }) => stop.failure?.resolution === "ask")
    .sort((a, b) => (a.until ?? "").localeCompare(b.until ?? ""));
  return questions.map((question) => (
    <Question key={`${question.index} ${question.stop.attempts}`} {...props} {...question} />
  ));
}

interface QuestionProps extends Props {
  stop: StopState;
  index: number;
  until: string | null;
}

function Question({ order, stop, index, until, now, action }: QuestionProps) {
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
  const text = (
    <>
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
    </>
  );
  const id = `question-${index}`;
  return (
    <OpenIssue id={id} title={t("title")} tint="bg-late-tint" stop={stop} index={index} text={text}>
      <Permitted needs="account.manage_orders">
        <ul className="mt-4 grid gap-3 sm:grid-cols-3">
          {UNDELIVERABLE_RESOLUTIONS.map((answer) => (
            <li key={answer} className="flex flex-col text-sm">
              {(answer !== "retry" || canRetry) && (
                <ConfirmButton
                  action={action}
                  hidden={{ code: order.code, answer, index: String(index) }}
                  {...confirmTexts(t, answer)}
                  text={`${t(`${answer}_text`)} ${costs[answer]}`}
                  look={answer === (canRetry ? "retry" : "return") ? PRIMARY : OUTLINE}
                />
              )}
              <p className="mt-2 text-xs text-soft">{costs[answer]}</p>
            </li>
          ))}
        </ul>
      </Permitted>
    </OpenIssue>
  );
}

export function OpenProblems({ order, action }: { order: OrderPageView; action: FormAction }) {
  const t = useTranslations("order.problem");
  return order.stops.map((stop, index) => {
    const feedback = stop.said?.feedback ?? null;
    if (feedback === null || feedback.value !== "problem" || feedback.isSettled) return null;
    const id = `problem-${index}`;
    const text = <RecipientFeedbackNote said={{ note: null, messages: [], request: null, feedback }} />;
    return (
      <OpenIssue key={id} id={id} title={t("title")} tint="bg-bad-tint" stop={stop} index={index} text={text}>
        <Permitted needs="account.manage_orders">
          <div className="mt-4">
            <ConfirmButton
              action={action}
              hidden={{ code: order.code, index: String(index) }}
              {...confirmTexts(t, "settle")}
            />
          </div>
        </Permitted>
      </OpenIssue>
    );
  });
}

interface OpenIssueProps {
  id: string;
  title: string;
  tint: "bg-bad-tint" | "bg-late-tint";
  stop: StopState;
  index: number;
  text: ReactNode;
  children: ReactNode;
}

/** Something at a stop that the shop must act on. */
const OpenIssue = ({ id, title, tint, stop: { address }, index, text, children }: OpenIssueProps) => (
  <section aria-labelledby={id} className={`max-w-205 rounded-xl ${tint} p-4 sm:p-5`}>
    <div className="flex gap-3">
      <StopMark index={index} />
      <div className="min-w-0 flex-1 space-y-1 text-sm wrap-anywhere">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p>
          <bdi>{address.street}</bdi>, {address.building}
        </p>
        {text}
      </div>
    </div>
    {children}
  </section>
);
