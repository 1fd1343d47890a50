"use client";

import { startRegistration } from "@simplewebauthn/browser";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CredentialRow } from "@/components/accounts/credential-row";
import { DateTime } from "@/components/ui/date-time";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import type { listPasskeys } from "@/lib/accounts/list-passkeys";

export function PasskeyList(props: {
  passkeys: Awaited<ReturnType<typeof listPasskeys>>;
  remove: FormAction;
}) {
  const { passkeys, remove } = props;
  const t = useTranslations("people.security");
  if (passkeys.length === 0) return <p className="mb-4 text-sm text-soft">{t("passkeys_none")}</p>;
  return (
    <ul className="-mt-3 mb-4 divide-y divide-line">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <CredentialRow
          key={id}
          id={id}
          icon={KeyRound}
          name={name}
          end={{
            action: remove,
            label: t("passkey_delete"),
            title: t("passkey_delete_title", { name }),
            text: t("passkey_delete_text"),
          }}
        >
          {t("passkey_since")} <DateTime at={createdAt.toISOString()} /> ·{" "}
          {t(lastUsedAt === null ? "passkey_unused" : "passkey_used")}{" "}
          {lastUsedAt !== null && <DateTime at={lastUsedAt.toISOString()} />}
        </CredentialRow>
      ))}
    </ul>
  );
}

export function PasskeyForm(props: {
  begin: FormAction<PublicKeyCredentialCreationOptionsJSON>;
  finish: FormAction;
}) {
  const { begin, finish } = props;
  const t = useTranslations("people.security");
  const password = useTranslations("people.settings")("present_password");
  const [isUnmade, setUnmade] = useState(false);
  const make: FormAction = async (_, form) => {
    setUnmade(false);
    const begun = await begin({ ...INITIAL_FORM_STATE, result: null }, form);
    if (begun.result === null) return begun;
    const values = { name: String(form.get("name")) };
    try {
      const response = await startRegistration({ optionsJSON: begun.result });
      form.delete("present_password");
      form.set("response", JSON.stringify(response));
    } catch {
      // The user cancelled, or the device already has this passkey.
      setUnmade(true);
      return { ...INITIAL_FORM_STATE, values };
    }
    return { ...(await finish(INITIAL_FORM_STATE, form)), values: {} };
  };
  return (
    <ActionForm
      action={make}
      fields={{ name: t("passkey_name"), present_password: password }}
      done={({ subject }) => (
        <p className="mt-3 text-sm text-delivered">{t("passkey_added", { name: subject })}</p>
      )}
    >
      <div className="grid max-w-2xl items-start gap-4 sm:grid-cols-2">
        <TextField name="name" label={t("passkey_name")} hint={t("passkey_name_hint")} />
        <TextField name="present_password" type="password" label={password} autoComplete="current-password" />
      </div>
      <div className="mt-4">
        <SubmitButton look={SECONDARY}>{t("passkey_add")}</SubmitButton>
      </div>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {isUnmade ? t("passkey_unmade") : ""}
      </p>
    </ActionForm>
  );
}
