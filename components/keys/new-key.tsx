"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeySecret, type NewSecret } from "@/components/keys/key-secret";
import { LifetimeField } from "@/components/keys/lifetime-field";
import { ConfirmButton } from "@/components/ui/confirm";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";

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
