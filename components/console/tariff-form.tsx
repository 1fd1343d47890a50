"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TariffPreview } from "@/components/console/tariff-preview";
import { TariffReview } from "@/components/console/tariff-review";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { TariffAnswer } from "@/lib/orders/preview-tariff";
import type { TARIFF_UNITS, TariffField } from "@/lib/pricing/schema";

const GROUPS = [
  {
    group: "trip",
    fields: [
      "base_price",
      "first_threshold_km",
      "band_width_km",
      "band_step",
      "max_threshold_km",
      "per_km_over",
      "cargo_size_step_fee",
    ],
  },
  { group: "cancellation", fields: ["cancellation_fee_assigned", "cancellation_fee_arrived"] },
  { group: "waiting", fields: ["waiting_free_minutes", "waiting_per_minute"] },
  { group: "return", fields: ["return_percent"] },
  { group: "courier", fields: ["courier_percent"] },
] as const;

interface Props {
  /** The tariff in force. */
  id: number;
  values: Readonly<Record<TariffField, number>>;
  units: typeof TARIFF_UNITS;
  action: FormAction<TariffAnswer>;
  mode: Mode;
}

export function TariffForm({ id, values, units, action, mode }: Props) {
  const t = useTranslations("ops.tariff");
  const preview = useTranslations("performance.preview");
  const [isChanged, setChanged] = useState(false);
  const fields = Object.fromEntries(Object.keys(values).map((field) => [field, t(`fields.${field}`)]));
  return (
    <ActionForm
      action={action}
      hidden={{ mode, base: String(id) }}
      fields={fields}
      onDone={() => setChanged(false)}
      done={({ result }) => {
        if (result === null || isChanged) return null;
        const { preview: weekPreview, review } = result;
        return (
          <>
            {weekPreview !== null && <TariffPreview preview={weekPreview} />}
            {review !== null && <TariffReview review={review} units={units} />}
          </>
        );
      }}
    >
      <div onInput={() => setChanged(true)} className="space-y-6">
        {GROUPS.map(({ group, fields: names }) => (
          <fieldset key={group}>
            <legend className="mb-2 text-sm font-medium">{t(`groups.${group}`)}</legend>
            {group !== "trip" && <p className="mb-3 text-xs text-soft">{t(`hints.${group}`)}</p>}
            <div className="grid gap-4 sm:grid-cols-2">
              {names.map((field) => (
                <TextField
                  key={field}
                  name={field}
                  label={t(`fields.${field}`)}
                  initial={String(values[field])}
                  inputMode={units[field] === "min" || units[field] === "percent" ? "numeric" : "decimal"}
                  suffix={t(`units.${units[field]}`)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton act="review">{t("put_in_force")}</SubmitButton>
        <SubmitButton act="preview" look={SECONDARY}>
          {preview("button")}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

interface TravelDay {
  readonly kind: "weekday" | "weekend";
  readonly hours: readonly { readonly field: string; readonly hour: number; readonly factor: number }[];
}

export function TravelForm({ days, action }: { days: readonly TravelDay[]; action: FormAction }) {
  const t = useTranslations("ops.travel");
  const getHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const fields = Object.fromEntries(
    days.flatMap(({ kind, hours }) =>
      hours.map(({ field, hour }) => [field, `${t(kind)}, ${getHour(hour)}`] as const),
    ),
  );
  return (
    <ActionForm action={action} fields={fields}>
      {days.map(({ kind, hours }) => (
        <fieldset key={kind} className="mb-5">
          <legend className="mb-2 text-sm font-medium">{t(kind)}</legend>
          <div className="grid grid-cols-3 gap-3 sm:grid-cols-6 xl:grid-cols-8">
            {hours.map(({ field, hour, factor }) => (
              <TextField
                key={field}
                name={field}
                label={getHour(hour)}
                initial={String(factor)}
                inputMode="decimal"
              />
            ))}
          </div>
        </fieldset>
      ))}
      <SubmitButton>{t("save")}</SubmitButton>
    </ActionForm>
  );
}
