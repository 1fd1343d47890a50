"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";

export function TargetForm({ target, action }: { target: number | null; action: FormAction }) {
  const t = useTranslations("reports");
  return (
    <ActionForm
      key={target}
      action={action}
      fields={{ target: t("target") }}
      className="mt-3 max-w-xs print:hidden"
      done={() => <p className="mt-2 text-sm text-delivered">{t("saved")}</p>}
    >
      <TextField
        name="target"
        inputMode="numeric"
        suffix="%"
        label={t("target")}
        hint={t("target_hint")}
        initial={target === null ? "" : String(target)}
      />
      <SubmitButton look={`${SECONDARY} mt-3`}>{t("save")}</SubmitButton>
    </ActionForm>
  );
}
