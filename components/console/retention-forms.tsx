"use client";

import { useTranslations } from "next-intl";
import { CardSection } from "@/components/ui/card-section";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { PROPOSED_RETENTION_DAYS } from "@/lib/privacy/proposed-retention";

interface Props {
  /** Undefined until an operator has chosen. */
  days: number | null | undefined;
  change: FormAction;
}

/** Retention of personal data; the first choice is a proposal that operators can decline. */
export function RetentionCard({ days, change }: Props) {
  const t = useTranslations("privacy");
  const isChosen = days !== undefined;
  const initial = isChosen ? days : PROPOSED_RETENTION_DAYS;
  return (
    <CardSection
      id="retention"
      heading={t(isChosen ? "retention" : "choose")}
      note={t("retention_note")}
      className="mt-5 max-w-3xl"
    >
      <div className="flex flex-wrap items-end gap-3">
        <RetentionForm
          key={String(days)}
          change={change}
          hint={t("days_hint")}
          initial={initial === null ? "" : String(initial)}
        />
        {!isChosen && (
          <ActionForm action={change} hidden={{ days: "" }}>
            <SubmitButton look={SECONDARY}>{t("keep")}</SubmitButton>
          </ActionForm>
        )}
      </div>
    </CardSection>
  );
}

export function AccountRetention({ id, days, change }: Props & { id: string }) {
  const t = useTranslations("privacy");
  return (
    <CardSection
      id="retention"
      heading={t("retention")}
      note={t("retention_note")}
      className="mt-5 max-w-4xl"
    >
      <RetentionForm
        key={String(days)}
        change={change}
        hidden={{ id }}
        hint={t("account_days_hint")}
        initial={days === null ? "" : String(days)}
      />
    </CardSection>
  );
}

interface FormProps {
  change: FormAction;
  hidden?: Readonly<Record<string, string>>;
  hint: string;
  initial: string;
}

function RetentionForm({ change, hidden = {}, hint, initial }: FormProps) {
  const t = useTranslations("privacy");
  return (
    <ActionForm
      action={change}
      hidden={hidden}
      fields={{ days: t("days") }}
      done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
    >
      <TextField name="days" inputMode="numeric" label={t("days")} hint={hint} initial={initial} />
      <SubmitButton look={`${PRIMARY} mt-4`}>{t("save")}</SubmitButton>
    </ActionForm>
  );
}
