"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { TextAreaField, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { OrderStatus } from "@/lib/orders/order";

interface Props {
  code: string;
  status: OrderStatus;
  hasCourier: boolean;
  action: FormAction;
  hidden: Readonly<Record<string, string>>;
  isOffered?: boolean;
}

export function CancelOrder({ code, status, hasCourier, action, hidden, isOffered = true }: Props) {
  const t = useTranslations("ops.order");
  const text =
    status === "in_progress" ? "cancel_text_back" : hasCourier ? "cancel_text_courier" : "cancel_text";
  return (
    <ConfirmButton
      action={action}
      isOffered={isOffered}
      hidden={hidden}
      fields={{ reason: t("cancel_reason"), comment: t("comment") }}
      label={t("cancel")}
      title={t("cancel_title", { code })}
      text={t(text)}
      confirm={t("cancel_confirm")}
      keep={t("cancel_keep")}
      isDangerous
    >
      <TextField name="reason" label={t("cancel_reason")} hint={t("cancel_reason_hint")} />
      <TextAreaField name="comment" label={t("comment")} isOptional />
    </ConfirmButton>
  );
}
