"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  type BulkActionKind,
  type BulkActionResult,
  OrderOutcomes,
} from "@/components/console/orders/order-outcomes";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { SelectField, TextAreaField, TextField } from "@/components/ui/form";
import type { FormAction, FormState } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { QueryCache } from "@/components/ui/query-cache";
import { SMALL_DANGER, SMALL_PRIMARY, SMALL_SECONDARY } from "@/components/ui/styles";
import { readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { ConsoleBoard } from "@/lib/console/console-board";
import type { ExceptionKind } from "@/lib/console/exceptions";

type BulkAction = FormAction<readonly BulkActionResult[]>;

export interface BulkActions extends Readonly<Record<"assignEach" | "cancelEach" | "tellEach", BulkAction>> {
  /** Null while routes are not shared. */
  readonly assignTogether: BulkAction | null;
}

interface Props {
  mode: Mode;
  codes: readonly string[];
  actions: Pick<BulkActions, "assignEach" | "cancelEach" | "tellEach">;
  /** Exception that all the orders have. It is recorded as handled for those that succeed. */
  kind?: ExceptionKind;
  look?: string;
}

/** An open dialog stays when its orders leave the list. */
const toShared = ({ mode, codes, kind }: Props) => ({
  isOffered: codes.length > 0,
  hidden: { codes: codes.join(","), ...(kind === undefined ? {} : { mode, kind }) },
});

function useOutcomes(
  kind: BulkActionKind,
  assignEach: BulkAction,
): (state: FormState<readonly BulkActionResult[]>) => { title: string; body: ReactNode } {
  const t = useTranslations("ops.chosen");
  return ({ result, subject }) => ({
    title: t("result"),
    body: (
      <OrderOutcomes kind={kind} outcomes={result ?? []} again={{ action: assignEach, courier: subject }} />
    ),
  });
}

export function AssignEachButton(props: Props) {
  const { mode, codes, actions, look = SMALL_PRIMARY } = props;
  const t = useTranslations("ops.chosen");
  const order = useTranslations("ops.order");
  return (
    <Permitted needs="service.dispatch_orders">
      <ConfirmButton
        {...toShared(props)}
        action={actions.assignEach}
        fields={{ courier: order("courier") }}
        {...confirmTexts(t, "assign", { count: codes.length })}
        look={look}
        result={useOutcomes("assign", actions.assignEach)}
      >
        <QueryCache>
          <CourierChoice mode={mode} best="best" hint="courier_hint" />
        </QueryCache>
      </ConfirmButton>
    </Permitted>
  );
}

export function AssignTogetherButton({ assignTogether, ...props }: Props & { assignTogether: BulkAction }) {
  const { mode, codes, actions } = props;
  const t = useTranslations("ops.chosen");
  const order = useTranslations("ops.order");
  return (
    <Permitted needs="service.dispatch_orders">
      <ConfirmButton
        {...toShared(props)}
        isOffered={codes.length > 1}
        action={assignTogether}
        fields={{ courier: order("courier") }}
        {...confirmTexts(t, "together", { count: codes.length })}
        look={SMALL_SECONDARY}
        result={useOutcomes("assign", actions.assignEach)}
      >
        <QueryCache>
          <CourierChoice mode={mode} best="together_best" areBusyListed />
        </QueryCache>
      </ConfirmButton>
    </Permitted>
  );
}

export function TellEachButton(props: Props) {
  const { codes, actions, look = SMALL_SECONDARY } = props;
  const t = useTranslations("ops.chosen");
  const messages = useTranslations("ops.messages");
  return (
    <Permitted needs="service.message_couriers">
      <ConfirmButton
        {...toShared(props)}
        action={actions.tellEach}
        fields={{ text: messages("text") }}
        {...confirmTexts(t, "tell", { count: codes.length })}
        confirm={messages("send")}
        look={look}
        result={useOutcomes("tell", actions.assignEach)}
      >
        <TextAreaField name="text" label={messages("text")} />
      </ConfirmButton>
    </Permitted>
  );
}

/** `isCounted` shows the number of orders on the button, where it stands alone. */
export function CancelEachButton({ isCounted = false, ...props }: Props & { isCounted?: boolean }) {
  const { codes, actions, look = SMALL_DANGER } = props;
  const t = useTranslations("ops.chosen");
  const order = useTranslations("ops.order");
  const count = codes.length;
  return (
    <Permitted needs="service.dispatch_orders">
      <ConfirmButton
        {...toShared(props)}
        action={actions.cancelEach}
        fields={{ reason: order("cancel_reason"), comment: order("comment") }}
        {...confirmTexts(t, "cancel", { count })}
        {...(isCounted ? { label: t("cancel_confirm", { count }) } : {})}
        confirm={t("cancel_confirm", { count })}
        keep={t("cancel_keep", { count })}
        look={look}
        isDangerous
        result={useOutcomes("cancel", actions.assignEach)}
      >
        <TextField name="reason" label={order("cancel_reason")} hint={order("cancel_reason_hint")} />
        <TextAreaField name="comment" label={order("comment")} isOptional />
      </ConfirmButton>
    </Permitted>
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
