"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

export interface TravelDay {
  readonly kind: "weekday" | "weekend";
  readonly hours: readonly { readonly field: string; readonly hour: number; readonly factor: number }[];
}

export function TravelForm({ days, action }: { days: readonly TravelDay[]; action: FormAction }) {
  const t = useTranslations("ops.travel");
  const hourOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const fields = Object.fromEntries(
    days.flatMap(({ kind, hours }) =>
      hours.map(({ field, hour }) => [field, `${t(kind)}, ${hourOf(hour)}`] as const),
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
                label={hourOf(hour)}
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
