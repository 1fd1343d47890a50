"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";

export function ForgotForm({ action }: { action: FormAction }) {
  const t = useTranslations("auth");
  return (
    <ActionForm
      action={action}
      fields={{ email: t("email") }}
      done={() => <p className="text-sm text-delivered">{t("forgotten.sent")}</p>}
      className="space-y-4"
    >
      <TextField name="email" type="email" label={t("email")} autoComplete="username" />
      <SubmitButton look={`${PRIMARY} w-full`}>{t("forgotten.submit")}</SubmitButton>
    </ActionForm>
  );
}

export function SignUpForm({ action }: { action: FormAction }) {
  const t = useTranslations("auth");
  return (
    <ActionForm
      action={action}
      fields={{ name: t("sign_up.name"), email: t("email") }}
      done={() => <p className="text-sm text-delivered">{t("sign_up.sent")}</p>}
      className="space-y-4"
    >
      <TextField name="name" label={t("sign_up.name")} autoComplete="organization" />
      <TextField name="email" type="email" label={t("email")} autoComplete="username" />
      <SubmitButton look={`${PRIMARY} w-full`}>{t("sign_up.submit")}</SubmitButton>
    </ActionForm>
  );
}
