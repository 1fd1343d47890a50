"use client";

import { useTranslations } from "next-intl";
import { CardSection } from "@/components/ui/card-section";
import { ActionForm, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";
import type { TripCheck } from "@/lib/service-area/trip-check";

const ACTIONS = ["hold", "refuse", "allow"] as const satisfies readonly TripCheck["action"][];

export function TripCheckForm({ check, change }: { check: TripCheck; change: FormAction }) {
  const t = useTranslations("ops.trips");
  return (
    <CardSection id="trips" heading={t("heading")} note={t("note")} className="max-w-3xl">
      <ActionForm
        action={change}
        fields={{ action: t("action"), max_leg_km: t("max_leg_km") }}
        done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="action" label={t("action")} initial={check.action}>
            {ACTIONS.map((action) => (
              <option key={action} value={action}>
                {t(`actions.${action}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            name="max_leg_km"
            inputMode="numeric"
            label={t("max_leg_km")}
            hint={t("max_leg_hint")}
            suffix={t("km")}
            initial={String(check.maxLegMeters / 1000)}
          />
        </div>
        <SubmitButton look={`${PRIMARY} mt-4`}>{t("save")}</SubmitButton>
      </ActionForm>
    </CardSection>
  );
}
