"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";

interface Props {
  id: string;
  accountId: string;
  today: string;
  add: FormAction;
}

export function PaymentForm({ id, accountId, today, add }: Props) {
  const t = useTranslations("statements.payments");
  return (
    <ActionForm
      action={add}
      hidden={{ id, account: accountId }}
      fields={{ amount: t("amount"), paid_on: t("paid_on"), note: t("note") }}
      done={() => <p className="mt-3 text-sm text-delivered">{t("added")}</p>}
    >
      <div className="grid gap-x-4 sm:grid-cols-3">
        <TextField name="amount" label={t("amount")} hint={t("hint")} inputMode="decimal" initial="" />
        <TextField name="paid_on" label={t("paid_on")} initial={today} />
        <TextField name="note" label={t("note")} initial="" />
      </div>
      <SubmitButton look={`${SECONDARY} mt-4`}>{t("add")}</SubmitButton>
    </ActionForm>
  );
}
