"use client";

import { useTranslations } from "next-intl";
import {
  ActionForm,
  CheckboxField,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
  useField,
} from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import { INCIDENT_STATES, PUBLIC_PARTS } from "@/lib/health-report/public-part";

function TextFields({ state }: { state: string }) {
  const t = useTranslations("health.incidents");
  const words = useTranslations("status.states");
  return (
    <>
      <SelectField name="state" label={t("state")} initial={state}>
        {INCIDENT_STATES.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField name="text_en" label={t("text_en")} />
        <TextAreaField name="text_ru" label={t("text_ru")} />
      </div>
    </>
  );
}

function useLabels(): Readonly<Record<string, string>> {
  const t = useTranslations("health.incidents");
  const names = ["title_en", "title_ru", "text_en", "text_ru", "state", "parts"] as const;
  return Object.fromEntries(names.map((name) => [name, t(name)]));
}

function PartFields() {
  const t = useTranslations("health.incidents");
  const parts = useTranslations("status.parts");
  const { id, problem, problemId } = useField("parts");
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={problem === null ? undefined : problemId}>
      <legend className="text-sm font-medium">{t("parts")}</legend>
      {problem !== null && (
        <p id={problemId} className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        {PUBLIC_PARTS.map((part) => (
          <CheckboxField key={part} name={`part:${part}`} label={parts(part)} />
        ))}
      </div>
    </fieldset>
  );
}

/** @param id of the new incident, so that sending the form twice announces it once */
export function AnnounceForm({ id, action }: { id: string; action: FormAction }) {
  const t = useTranslations("health.incidents");
  return (
    <ActionForm
      action={action}
      hidden={{ id }}
      fields={useLabels()}
      done={() => <p className="mt-3 text-sm text-delivered">{t("published")}</p>}
      className="space-y-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="title_en" label={t("title_en")} />
        <TextField name="title_ru" label={t("title_ru")} />
      </div>
      <PartFields />
      <TextFields state="investigating" />
      <SubmitButton>{t("publish")}</SubmitButton>
    </ActionForm>
  );
}

export function UpdateForm({ id, state, action }: { id: string; state: string; action: FormAction }) {
  const t = useTranslations("health.incidents");
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-link">
        {t("update")}
      </summary>
      <ActionForm action={action} hidden={{ id }} fields={useLabels()} className="mt-2 space-y-4">
        <TextFields state={state} />
        <SubmitButton look={SECONDARY}>{t("publish_update")}</SubmitButton>
      </ActionForm>
    </details>
  );
}
