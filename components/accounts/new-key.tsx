"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeySecret, type NewSecret } from "@/components/accounts/key-secret";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { SelectField, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { KEY_LIFETIMES_DAYS } from "@/lib/accounts/key-terms";

export function NewKey(props: { mode: Mode; publicUrl: string; create: FormAction<NewSecret> }) {
  const { mode, publicUrl, create } = props;
  const t = useTranslations("keys");
  return (
    <ConfirmButton
      action={create}
      hidden={{ mode }}
      fields={{ name: t("fields.name") }}
      label={
        <>
          <Plus aria-hidden="true" className="size-4" />
          {t("create.open")}
        </>
      }
      title={t(`create.heading.${mode}`)}
      text={t(`create.text.${mode}`)}
      confirm={t("create.submit")}
      look={PRIMARY}
      close={t("stored")}
      result={({ subject, result }) => ({
        title: t("made", { name: subject }),
        body: result !== null && <KeySecret secret={result.secret} publicUrl={publicUrl} />,
      })}
    >
      <TextField name="name" label={t("fields.name")} hint={t("fields.name_hint")} />
      <LifetimeField label={t("fields.lifetime")} />
    </ConfirmButton>
  );
}

export function LifetimeField({ label }: { label: string }) {
  const t = useTranslations("keys");
  return (
    <SelectField name="lifetime" label={label}>
      {KEY_LIFETIMES_DAYS.map((days) => (
        <option key={days} value={days}>
          {days === "" ? t("lifetime.never") : t("lifetime.days", { count: Number(days) })}
        </option>
      ))}
    </SelectField>
  );
}
