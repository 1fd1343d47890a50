"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import {
  ActionForm,
  CheckField,
  ChoiceField,
  LongField,
  SubmitButton,
  TextField,
} from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { DANGER, PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { OrderStatus } from "@/lib/orders/order";

/** A courier who could take the order. */
export interface FreeCourier {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  /** Whether the order is too big for their vehicle. */
  readonly isTooSmall: boolean;
}

/** The server actions an operator can take on an order. */
interface Actions {
  readonly assign: FormAction;
  readonly start: FormAction;
  readonly deliver: FormAction;
  readonly cancel: FormAction;
  readonly takeBack: FormAction;
}

/** Shows what an operator can do with an order in its current state; nothing once it has ended. */
export function OrderActions({
  code,
  status,
  hasCourier,
  isGoingBack,
  free,
  actions: { assign, start, deliver, cancel, takeBack },
}: {
  code: string;
  status: OrderStatus;
  hasCourier: boolean;
  /** Whether its courier brings goods back, perhaps of a cancelled order. */
  isGoingBack: boolean;
  free: readonly FreeCourier[];
  actions: Actions;
}) {
  const t = useTranslations("ops.order");
  const hidden = { code };
  const isOver = status === "delivered" || status === "cancelled";
  if (isOver && !isGoingBack) return null;
  const cancelText =
    status === "in_progress" ? "cancel_text_back" : hasCourier ? "cancel_text_courier" : "cancel_text";
  return (
    <div className="mt-5 space-y-5">
      {(status === "new" || status === "assigned") && (
        <Assignment code={code} hasCourier={hasCourier} free={free} assign={assign} />
      )}
      <div className="flex flex-wrap gap-3">
        {status === "assigned" && hasCourier && (
          <ConfirmButton
            action={start}
            hidden={hidden}
            label={t("start")}
            title={t("start_title")}
            text={t("start_text")}
            confirm={t("start")}
          />
        )}
        {isGoingBack && (
          <ConfirmButton
            action={takeBack}
            hidden={hidden}
            label={t("take_back")}
            title={t("take_back_title")}
            text={t("take_back_text")}
            confirm={t("take_back")}
          />
        )}
        {status === "in_progress" && !isGoingBack && (
          <ConfirmButton
            action={deliver}
            hidden={hidden}
            label={t("deliver")}
            title={t("deliver_title")}
            text={t("deliver_text")}
            confirm={t("deliver")}
          />
        )}
        <ConfirmButton
          action={cancel}
          isOffered={!isOver}
          hidden={hidden}
          fields={{ reason: t("cancel_reason"), comment: t("comment") }}
          label={t("cancel")}
          title={t("cancel_title", { code })}
          text={t(cancelText)}
          confirm={t("cancel_confirm")}
          look={DANGER}
          confirmLook={DANGER}
        >
          <TextField name="reason" label={t("cancel_reason")} hint={t("cancel_reason_hint")} />
          <LongField name="comment" label={t("comment")} isOptional />
        </ConfirmButton>
      </div>
    </div>
  );
}

function Assignment({
  code,
  hasCourier,
  free,
  assign,
}: {
  code: string;
  hasCourier: boolean;
  free: readonly FreeCourier[];
  assign: FormAction;
}) {
  const t = useTranslations("ops");
  const ui = useTranslations("ui");
  if (free.length === 0) return <p className="text-sm text-soft">{t("order.none_free")}</p>;
  const groups = [
    { label: t("order.on_shift"), couriers: free.filter(({ isOnShift }) => isOnShift) },
    { label: t("order.off_shift"), couriers: free.filter(({ isOnShift }) => !isOnShift) },
  ].filter(({ couriers }) => couriers.length > 0);
  return (
    <ActionForm
      action={assign}
      hidden={{ code }}
      fields={{ courier: t("order.choose") }}
      done={({ subject }) => (
        <p className="mt-3 text-sm text-delivered">{t("order.assigned_to", { name: subject })}</p>
      )}
    >
      <ChoiceField name="courier" label={t(hasCourier ? "order.choose_other" : "order.choose")}>
        <option value="">{t("order.choose_hint")}</option>
        {groups.map(({ label, couriers }) => (
          <optgroup key={label} label={label}>
            {couriers.map(({ id, name, transport, isTooSmall }) => (
              <option key={id} value={id}>
                {name} · {ui(`transport.${transport}`)}
                {isTooSmall && ` · ${t("order.too_small")}`}
              </option>
            ))}
          </optgroup>
        ))}
      </ChoiceField>
      {free.some(({ isTooSmall }) => isTooSmall) && <CheckField name="anyway" label={t("order.anyway")} />}
      <div className="mt-3">
        <SubmitButton look={hasCourier ? SECONDARY : PRIMARY}>
          {t(hasCourier ? "order.reassign" : "order.assign")}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
