"use client";

import { NextIntlClientProvider, useLocale, useTranslations } from "next-intl";
import { EntryFocus } from "@/components/accounts/entry-focus";
import { Island } from "@/components/site/island";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";

export function LinkForm(props: {
  action: FormAction;
  token: string;
  email: string;
  words: "join" | "reset";
}) {
  const { action, token, email, words } = props;
  const t = useTranslations("auth");
  const label = t(`${words}.password`);
  return (
    <ActionForm
      action={action}
      hidden={{ token }}
      fields={{ name: t("join.name"), password: label }}
      className="space-y-4"
    >
      {/* Password managers save the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {words === "join" && <TextField name="name" label={t("join.name")} autoComplete="name" isOptional />}
      <TextField
        name="password"
        type="password"
        label={label}
        hint={t("join.hint")}
        autoComplete="new-password"
      />
      <div>
        {/* The island's HTML contains these. */}
        <NextIntlClientProvider
          locale={useLocale()}
          messages={{ auth: { show_password: t("show_password") } }}
        >
          <Island name="ShowPassword" props={{}} />
        </NextIntlClientProvider>
      </div>
      <SubmitButton look={`${PRIMARY} w-full`}>{t(`${words}.submit`)}</SubmitButton>
    </ActionForm>
  );
}

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
      <EntryFocus />
      <TextField name="name" label={t("sign_up.name")} autoComplete="organization" />
      <TextField name="email" type="email" label={t("email")} autoComplete="username" />
      <SubmitButton look={`${PRIMARY} w-full`}>{t("sign_up.submit")}</SubmitButton>
    </ActionForm>
  );
}
