"use client";

import { Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CancelOrder } from "@/components/ops/cancel-order";
import type { ConsoleActions } from "@/components/ops/console/console-actions";
import { HandleForm } from "@/components/ops/console/handle-form";
import type { ConsoleFacts } from "@/components/ops/console/order-facts";
import { ConfirmButton } from "@/components/ui/confirm";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import type { Exception, ExceptionKind } from "@/lib/board/exceptions";
import type { Handling } from "@/lib/board/handling";
import { ANSWERS } from "@/lib/orders/order";
import { MOST_TRIES } from "@/lib/orders/progress";

interface Given {
  readonly facts: ConsoleFacts;
  readonly exception: Exception | null;
  readonly mode: Mode;
  readonly actions: ConsoleActions;
  readonly onReassign: () => void;
  readonly onCall: () => void;
  readonly onClose: () => void;
}

type Act =
  | "reassign"
  | "call_courier"
  | "call_recipient"
  | "override"
  | "answers"
  | "take_back"
  | "told_shop";

/** What helps with each exception, the likeliest first. */
const ACTS: Readonly<Record<Exclude<ExceptionKind, "webhook_failing"> | "problem" | "none", readonly Act[]>> =
  {
    silent_courier: ["reassign", "call_courier"],
    courier_not_found: ["reassign"],
    not_accepted: ["reassign", "call_courier"],
    late: ["reassign", "call_courier"],
    at_door: ["call_recipient", "override", "call_courier"],
    question: ["answers", "call_recipient"],
    problem: ["call_recipient", "told_shop"],
    going_back: ["call_courier", "take_back", "reassign"],
    none: ["reassign", "call_courier"],
  };

/** What can be done about an order, the likeliest as the primary button; cancelling is always last. */
export function OrderActs({ facts, exception, ...given }: Given) {
  const isProblem = exception?.kind === "question" && exception.until === null;
  const kind = exception === null || exception.kind === "webhook_failing" ? "none" : exception.kind;
  const isOver = facts.status === "delivered" || facts.status === "cancelled";
  const acts = ACTS[isProblem ? "problem" : kind].filter(
    (act) => !isOver || facts.isGoingBack || !isWork(act),
  );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {acts.map((act, index) => (
        <OneAct
          key={act}
          act={act}
          look={index === 0 ? PRIMARY : SECONDARY}
          facts={facts}
          exception={exception}
          {...given}
        />
      ))}
      {!isOver && <Cancel facts={facts} exception={exception} {...given} />}
    </div>
  );
}

const isWork = (act: Act): boolean => act === "reassign" || act === "override" || act === "take_back";

/** What names the exception in a form, so that the action is noted with it; the order alone when there is none. */
function namesOf(
  code: string,
  handling: Handling,
  mode: Mode,
  exception: Exception | null,
): Record<string, string> {
  return exception === null
    ? { code }
    : { code, mode, kind: exception.kind, subject: exception.subject, handling };
}

function OneAct({
  act,
  look,
  facts,
  exception,
  mode,
  actions,
  onReassign,
  onCall,
  onClose,
}: Given & { act: Act; look: string }) {
  const t = useTranslations("console.sheet");
  const order = useTranslations("ops.order");
  const names = (handling: Handling) => namesOf(facts.code, handling, mode, exception);
  const next =
    facts.stops.find(({ index, outcome }) => index > 0 && outcome === "pending") ?? facts.stops.at(-1);
  switch (act) {
    case "reassign":
      return (
        <button type="button" onClick={onReassign} className={look}>
          {t(facts.hasCourier ? "reassign" : "assign")}
        </button>
      );
    case "call_courier":
      return (
        <Call look={look} phone={facts.courier?.phone ?? null} onCall={onCall}>
          {t("call_courier")}
        </Call>
      );
    case "call_recipient":
      return (
        <Call look={look} phone={next?.contact ?? null} onCall={onCall}>
          {t("call_recipient")}
        </Call>
      );
    case "override": {
      const stop = facts.stops.find(({ isThere, index }) => isThere && index > 0);
      if (stop === undefined) return null;
      return (
        <ConfirmButton
          action={actions.override}
          hidden={{ ...names("allowed"), position: String(stop.index), reason: t("override_reason") }}
          label={order("override.label")}
          title={order("override.title", { number: stop.index })}
          text={order("override.text")}
          confirm={order("override.confirm")}
          look={look}
        />
      );
    }
    case "answers":
      return facts.stops
        .filter(({ isAsked }) => isAsked)
        .flatMap(({ index, attempts }) =>
          ANSWERS.filter((answer) => answer !== "retry" || attempts < MOST_TRIES).map((answer, place) => (
            <ConfirmButton
              key={`${index} ${answer}`}
              action={actions.answer}
              hidden={{ ...names("answered"), index: String(index), action: answer }}
              label={order(`question.${answer}`)}
              title={order("question.title", { answer: order(`question.${answer}`), number: index })}
              text={order(`question.${answer}_text`)}
              confirm={order(`question.${answer}`)}
              look={place === 0 ? look : SECONDARY}
            />
          )),
        );
    case "take_back":
      return facts.isGoingBack ? (
        <ConfirmButton
          action={actions.takeBack}
          hidden={names("taken_back")}
          label={order("take_back")}
          title={order("take_back_title")}
          text={order("take_back_text")}
          confirm={order("take_back")}
          look={look}
        />
      ) : null;
    case "told_shop":
      return exception === null ? null : (
        <HandleForm exception={exception} handling="told_shop" look={look} {...{ mode, actions, onClose }}>
          {t("told_shop")}
        </HandleForm>
      );
  }
}

function Call({
  look,
  phone,
  onCall,
  children,
}: {
  look: string;
  phone: string | null;
  onCall: () => void;
  children: ReactNode;
}) {
  if (phone === null) return null;
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} onClick={onCall} className={look}>
      <Phone aria-hidden="true" className="size-4" />
      {children}
    </a>
  );
}

function Cancel({ facts: { code, status, hasCourier }, exception, mode, actions }: Omit<Given, "onCall">) {
  return (
    <CancelOrder
      code={code}
      status={status}
      hasCourier={hasCourier}
      action={actions.cancel}
      hidden={namesOf(code, "cancelled", mode, exception)}
    />
  );
}
