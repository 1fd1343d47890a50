"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { KeySecret, type NewSecret } from "@/components/keys/key-secret";
import { LifetimeField } from "@/components/keys/lifetime-field";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction, FormState } from "@/components/ui/form-state";
import { CARD, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";

/** The form that creates a key, and then the key itself. */
export function NewKey({
  mode,
  publicUrl,
  create,
}: {
  mode: Mode;
  publicUrl: string;
  create: FormAction<NewSecret>;
}) {
  const t = useTranslations("keys");
  const [made, setMade] = useState<FormState<NewSecret> | null>(null);
  if (made !== null && made.result !== null) {
    return (
      <section aria-labelledby="made" className={`${CARD} border-delivered p-5 sm:p-6`}>
        <h2 id="made" ref={(heading) => heading?.focus()} tabIndex={-1} className="mb-3 type-heading">
          {t("made", { name: made.subject })}
        </h2>
        <KeySecret secret={made.result.secret} publicUrl={publicUrl} />
        <button type="button" className={`${SECONDARY} mt-5`} onClick={() => setMade(null)}>
          {t("stored")}
        </button>
      </section>
    );
  }
  return (
    <section aria-labelledby="new-key" className={`${CARD} p-5`}>
      <h2 id="new-key" className="mb-4 type-heading">
        {t(`create.heading.${mode}`)}
      </h2>
      <ActionForm action={create} hidden={{ mode }} fields={{ name: t("fields.name") }} onDone={setMade}>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem] lg:grid-cols-[minmax(0,1fr)_12rem_auto]">
          <TextField name="name" label={t("fields.name")} hint={t("fields.name_hint")} />
          <LifetimeField label={t("fields.lifetime")} />
          <div className="sm:col-span-2 lg:col-span-1 lg:mt-6">
            <SubmitButton>{t("create.submit")}</SubmitButton>
          </div>
        </div>
      </ActionForm>
    </section>
  );
}
