"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { CARD } from "@/components/ui/styles";

/** The form that opens an account. */
export function NewAccount({ open }: { open: FormAction }) {
  const t = useTranslations("ops.accounts");
  return (
    <ActionForm
      action={open}
      fields={{ name: t("fields.name"), email: t("fields.email") }}
      done={({ subject }) => <p className="mt-4 text-sm text-delivered">{t("opened", { name: subject })}</p>}
      className={`${CARD} max-w-xl p-5 sm:p-6`}
    >
      <div className="space-y-4">
        <TextField name="name" label={t("fields.name")} />
        <TextField name="email" type="email" label={t("fields.email")} />
      </div>
      <div className="mt-5">
        <SubmitButton>{t("open")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
