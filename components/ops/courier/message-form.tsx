"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { ActionForm, LongField, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";

export function MessageForm({ id, mode, tell }: { id: string; mode: Mode; tell: FormAction }) {
  const t = useTranslations("ops.messages");
  return (
    <ActionForm
      action={tell}
      hidden={{ id, mode }}
      fields={{ text: t("text") }}
      done={() => <p className="mt-2 text-sm text-delivered">{t("sent")}</p>}
    >
      <LongField name="text" label={t("text")} rows={2} />
      <div className="mt-3">
        <SubmitButton look={SECONDARY}>{t("send")}</SubmitButton>
      </div>
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
      label={t("to_all")}
      title={t("to_all_title")}
      text={t("to_all_text")}
      confirm={t("send")}
      result={({ subject }) => ({ title: t("told", { count: Number(subject) }), body: null })}
    >
      <LongField name="text" label={t("text")} />
    </ConfirmButton>
  );
}
