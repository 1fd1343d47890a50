"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import {
  type BulkActionKind,
  type BulkActionResult,
  OrderOutcomes,
} from "@/components/console/orders/order-outcomes";
import type { Selection } from "@/components/console/orders/use-selection";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { SelectField, TextAreaField, TextField } from "@/components/ui/form";
import type { FormAction, FormState } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { QueryCache } from "@/components/ui/query-cache";
import { SMALL_DANGER, SMALL_GHOST, SMALL_PRIMARY, SMALL_SECONDARY } from "@/components/ui/styles";
import { readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { ConsoleBoard } from "@/lib/console/console-board";

type BulkAction = FormAction<readonly BulkActionResult[]>;

export interface BulkActions extends Readonly<Record<"assignEach" | "cancelEach" | "tellEach", BulkAction>> {
  /** Null while routes are not shared. */
  readonly assignTogether: BulkAction | null;
}

interface Props {
  mode: Mode;
  selection: Selection;
  actions: BulkActions;
}

export function ChosenOrders({ mode, selection, actions }: Props) {
  const t = useTranslations("ops.chosen");
  const order = useTranslations("ops.order");
  const messages = useTranslations("ops.messages");
  const codes = [...selection.chosen];
  const count = codes.length;
  // An open dialog stays when its orders leave the list.
  const input = { isOffered: count > 0, hidden: { codes: codes.join(",") } };
  const getOutcomes =
    (kind: BulkActionKind) =>
    ({ result, subject }: FormState<readonly BulkActionResult[]>) => ({
      title: t("result"),
      body: (
        <OrderOutcomes
          kind={kind}
          outcomes={result ?? []}
          again={{ action: actions.assignEach, courier: subject }}
        />
      ),
    });
  return (
    <section
      aria-label={t("label")}
      className={
        count === 0
          ? ""
          : "sticky bottom-16 z-10 mx-auto mt-4 flex w-fit flex-wrap items-center gap-1.5 rounded-xl bg-raised p-2 pl-4 shadow-e2 lg:bottom-4"
      }
    >
      <p role="status" className={count === 0 ? "sr-only" : "mr-2 text-sm font-medium tabular-nums"}>
        {count > 0 && t("count", { count })}
      </p>
      <Permitted needs="service.dispatch_orders">
        <ConfirmButton
          {...input}
          action={actions.assignEach}
          fields={{ courier: order("courier") }}
          {...confirmTexts(t, "assign", { count })}
          look={SMALL_PRIMARY}
          result={getOutcomes("assign")}
        >
          <QueryCache>
            <CourierChoice mode={mode} best="best" hint="courier_hint" />
          </QueryCache>
        </ConfirmButton>
        {actions.assignTogether !== null && (
          <ConfirmButton
            {...input}
            isOffered={count > 1}
            action={actions.assignTogether}
            fields={{ courier: order("courier") }}
            {...confirmTexts(t, "together", { count })}
            look={SMALL_SECONDARY}
            result={getOutcomes("assign")}
          >
            <QueryCache>
              <CourierChoice mode={mode} best="together_best" areBusyListed />
            </QueryCache>
          </ConfirmButton>
        )}
      </Permitted>
      <Permitted needs="service.message_couriers">
        <ConfirmButton
          {...input}
          action={actions.tellEach}
          fields={{ text: messages("text") }}
          {...confirmTexts(t, "tell", { count })}
          confirm={messages("send")}
          look={SMALL_SECONDARY}
          result={getOutcomes("tell")}
        >
          <TextAreaField name="text" label={messages("text")} />
        </ConfirmButton>
      </Permitted>
      <Permitted needs="service.dispatch_orders">
        <ConfirmButton
          {...input}
          action={actions.cancelEach}
          fields={{ reason: order("cancel_reason"), comment: order("comment") }}
          {...confirmTexts(t, "cancel", { count })}
          confirm={t("cancel_confirm", { count })}
          keep={t("cancel_keep", { count })}
          look={SMALL_DANGER}
          isDangerous
          result={getOutcomes("cancel")}
        >
          <TextField name="reason" label={order("cancel_reason")} hint={order("cancel_reason_hint")} />
          <TextAreaField name="comment" label={order("comment")} isOptional />
        </ConfirmButton>
      </Permitted>
      {count > 0 && (
        <button type="button" onClick={() => selection.chooseAll(false)} className={SMALL_GHOST}>
          {t("none")}
        </button>
      )}
    </section>
  );
}

interface ChoiceProps {
  mode: Mode;
  best: "best" | "together_best";
  hint?: "courier_hint";
  areBusyListed?: boolean;
}

function CourierChoice({ mode, best, hint, areBusyListed = false }: ChoiceProps) {
  const t = useTranslations("ops.chosen");
  const order = useTranslations("ops.order");
  const { data } = useQuery({
    queryKey: ["ops-free-couriers", mode],
    queryFn: async ({ signal }) =>
      (await readState<ConsoleBoard>(await fetch(`/ops/state?mode=${mode}`, { signal }))).couriers,
  });
  const listed = (data ?? []).filter(
    ({ isOnShift, breakSince, orderCode }) =>
      isOnShift && breakSince === null && (areBusyListed || orderCode === null),
  );
  return (
    <SelectField name="courier" label={order("courier")} {...(hint && { hint: t(hint) })}>
      <option value="">{t(best)}</option>
      {listed.map(({ id, name, orderCode }) => (
        <option key={id} value={id}>
          {orderCode === null ? name : t("busy", { name, code: orderCode })}
        </option>
      ))}
    </SelectField>
  );
}
