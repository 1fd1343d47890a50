"use client";

import { Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ConsoleActions, HandleForm } from "@/components/console/board/handle-form";
import { CancelOrder } from "@/components/console/cancel-order";
import { ConfirmTrip } from "@/components/console/held-order";
import { AnswerButtons } from "@/components/console/open-question";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { usePermissions } from "@/components/ui/permissions";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { Exception, ExceptionKind } from "@/lib/console/exceptions";
import type { ConsoleFacts } from "@/lib/console/find-console-facts";
import type { ExceptionAction } from "@/lib/console/handling";
import { callLink } from "@/lib/courier-app/contact-link";

interface Props {
  readonly facts: ConsoleFacts;
  readonly exception: Exception | null;
  readonly mode: Mode;
  readonly actions: ConsoleActions;
  readonly onReassign: () => void;
  readonly onCall: () => void;
  readonly onHandled: () => void;
}

type Action =
  | "confirm"
  | "reassign"
  | "call_courier"
  | "call_recipient"
  | "override"
  | "answers"
  | "take_back"
  | "told_shop";

/** Actions in order of likelihood. */
const ACTS: Readonly<
  Record<Exclude<ExceptionKind, "webhook_failing"> | "problem" | "none", readonly Action[]>
> = {
  unusual_trip: ["confirm"],
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

export function ConsoleOrderActions({ facts, exception, ...given }: Props) {
  const isProblem = exception?.kind === "question" && exception.until === null;
  const kind = exception === null || exception.kind === "webhook_failing" ? "none" : exception.kind;
  const { code, status, hasCourier } = facts;
  const canDispatch = usePermissions()("service.dispatch_orders");
  const isOver = status === "delivered" || status === "cancelled";
  const acts = ACTS[isProblem ? "problem" : facts.held === null ? kind : "unusual_trip"].filter(
    (act) => (!isOver || facts.isGoingBack || !isWork(act)) && (canDispatch || isCall(act)),
  );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {acts.map((act, index) => (
        <ActionControl
          key={act}
          act={act}
          look={index === 0 ? PRIMARY : SECONDARY}
          facts={facts}
          exception={exception}
          {...given}
        />
      ))}
      {!isOver && canDispatch && (
        <CancelOrder
          code={code}
          status={status}
          hasCourier={hasCourier}
          action={given.actions.cancel}
          hidden={getNames(code, "cancelled", given.mode, exception)}
        />
      )}
    </div>
  );
}

const isCall = (act: Action): boolean => act === "call_courier" || act === "call_recipient";

const isWork = (act: Action): boolean => act === "reassign" || act === "override" || act === "take_back";

/** Includes the exception, so that it is recorded as handled. A held order has its own history. */
const getNames = (
  code: string,
  handling: ExceptionAction,
  mode: Mode,
  exception: Exception | null,
): Record<string, string> =>
  exception === null || exception.kind === "unusual_trip"
    ? { code }
    : { code, mode, kind: exception.kind, subject: exception.subject, handling };

interface ActionProps extends Props {
  act: Action;
  look: string;
}

function ActionControl(props: ActionProps) {
  const { act, look, facts, exception, mode, actions, onReassign, onCall, onHandled } = props;
  const t = useTranslations("console.sheet");
  const order = useTranslations("ops.order");
  const names = (handling: ExceptionAction) => getNames(facts.code, handling, mode, exception);
  const next =
    facts.stops.find(({ index, outcome }) => index > 0 && outcome === "pending") ?? facts.stops.at(-1);
  switch (act) {
    case "confirm":
      return facts.held === null ? null : (
        <ConfirmTrip code={facts.code} held={facts.held} confirm={actions.confirm} onDone={onHandled} />
      );
    case "reassign":
      return (
        <button type="button" onClick={onReassign} className={look}>
          {t(facts.hasCourier ? "reassign" : "assign")}
        </button>
      );
    case "call_courier":
    case "call_recipient": {
      const phone = act === "call_courier" ? facts.courier?.phone : next?.contact;
      if (phone == null) return null;
      return (
        <a href={callLink(phone)} onClick={onCall} className={look}>
          <Phone aria-hidden="true" className="size-4" />
          {t(act)}
        </a>
      );
    }
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
        .map(({ index, attempts }) => (
          <AnswerButtons
            key={index}
            hidden={names("answered")}
            index={index}
            attempts={attempts}
            answer={actions.answer}
            look={look}
          />
        ));
    case "take_back":
      return facts.isGoingBack ? (
        <ConfirmButton
          action={actions.takeBack}
          hidden={names("taken_back")}
          {...confirmTexts(order, "take_back")}
          look={look}
        />
      ) : null;
    case "told_shop":
      return exception === null ? null : (
        <HandleForm
          exceptions={[exception]}
          handling="told_shop"
          look={look}
          {...{ mode, actions, onHandled }}
        >
          {t("told_shop")}
        </HandleForm>
      );
  }
}
