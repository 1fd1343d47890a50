"use client";

import { useTranslations } from "next-intl";
import { CardSection } from "@/components/ui/card-section";
import { ActionForm, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY } from "@/components/ui/styles";
import type { StackingSettings } from "@/lib/dispatch/stacking-settings";

const SCOPES = [
  "none",
  "own_account",
  "all_accounts",
] as const satisfies readonly StackingSettings["scope"][];
const VEHICLES = [
  "foot",
  "bike",
  "car",
  "van",
] as const satisfies readonly (keyof StackingSettings["maxOrders"])[];

export function StackingForm({ settings, change }: { settings: StackingSettings; change: FormAction }) {
  const t = useTranslations("ops.stacking");
  const names = [
    "scope",
    ...VEHICLES.map((vehicle) => `max_orders_${vehicle}` as const),
    "max_added_minutes",
  ] as const;
  return (
    <CardSection id="stacking" heading={t("heading")} note={t("note")} className="mt-5 max-w-3xl">
      <ActionForm
        action={change}
        fields={Object.fromEntries(names.map((name) => [name, t(name)]))}
        done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
      >
        <SelectField name="scope" label={t("scope")} initial={settings.scope}>
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {t(`scopes.${scope}`)}
            </option>
          ))}
        </SelectField>
        <fieldset className="mt-4">
          <legend className="text-sm font-medium">{t("max_orders")}</legend>
          <div className="mt-2 grid grid-cols-2 gap-4 sm:grid-cols-4">
            {VEHICLES.map((vehicle) => (
              <TextField
                key={vehicle}
                name={`max_orders_${vehicle}`}
                inputMode="numeric"
                label={t(`max_orders_${vehicle}`)}
                initial={String(settings.maxOrders[vehicle])}
              />
            ))}
          </div>
          <p className="mt-1 text-xs text-soft">{t("max_orders_hint")}</p>
        </fieldset>
        <div className="mt-4">
          <TextField
            name="max_added_minutes"
            inputMode="numeric"
            label={t("max_added_minutes")}
            hint={t("max_added_minutes_hint")}
            suffix={t("minutes")}
            initial={String(settings.maxAddedMinutes)}
          />
        </div>
        <SubmitButton look={`${PRIMARY} mt-4`}>{t("save")}</SubmitButton>
      </ActionForm>
    </CardSection>
  );
}
