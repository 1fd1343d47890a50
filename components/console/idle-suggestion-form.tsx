"use client";

import { useTranslations } from "next-intl";
import { CardSection } from "@/components/ui/card-section";
import { ActionForm, CheckboxField, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";
import type { IdleSuggestionSettings } from "@/lib/dispatch/idle-suggestion-settings";

export function IdleSuggestionForm(props: { settings: IdleSuggestionSettings; change: FormAction }) {
  const { settings, change } = props;
  const t = useTranslations("ops.idle");
  return (
    <CardSection id="idle" heading={t("heading")} note={t("note")} className="mt-5 max-w-3xl">
      <ActionForm
        action={change}
        fields={{ is_on: t("is_on") }}
        done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
      >
        <CheckboxField name="is_on" label={t("is_on")} initial={settings.isOn} />
        <SubmitButton look={`${PRIMARY} mt-4`}>{t("save")}</SubmitButton>
      </ActionForm>
    </CardSection>
  );
}
