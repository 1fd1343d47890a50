"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { ActionForm, SubmitButton, TextAreaField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";

export function MessageForm({ id, mode, tell }: { id: string; mode: Mode; tell: FormAction }) {
  const t = useTranslations("ops.messages");
  return (
    <ActionForm
      action={tell}
      hidden={{ id, mode }}
      fields={{ text: t("text") }}
      done={() => <p className="mt-2 text-sm text-delivered">{t("sent")}</p>}
    >
      <TextAreaField name="text" label={t("text")} rows={2} />
      <SubmitButton look={`${SECONDARY} mt-3`}>{t("send")}</SubmitButton>
    </ActionForm>
  );
}

export function MessageToAll({ mode, tell }: { mode: Mode; tell: FormAction }) {
  const t = useTranslations("ops.messages");
  return (
    <ConfirmButton
      action={tell}
      hidden={{ mode }}
      fields={{ text: t("text") }}
      {...confirmTexts(t, "to_all")}
      confirm={t("send")}
      result={({ subject }) => ({ title: t("told", { count: Number(subject) }), body: null })}
    >
      <TextAreaField name="text" label={t("text")} />
    </ConfirmButton>
  );
}
