"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { LongField, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

export function AdjustCharge({ code, adjust }: { code: string; adjust: FormAction }) {
  const t = useTranslations("ops.adjust");
  return (
    <ConfirmButton
      action={adjust}
      hidden={{ code }}
      fields={{ amount: t("amount"), why: t("why") }}
      label={t("label")}
      title={t("title", { code })}
      text={t("text")}
      confirm={t("confirm")}
    >
      <TextField name="amount" label={t("amount")} hint={t("amount_hint")} suffix="₽" />
      <LongField name="why" label={t("why")} hint={t("why_hint")} />
    </ConfirmButton>
  );
}
