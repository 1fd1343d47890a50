"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

/** Edits the tariff's numbers. */
export function TariffForm({
  numbers,
  action,
}: {
  numbers: Readonly<Record<string, string>>;
  action: FormAction;
}) {
  const t = useTranslations("ops.tariff");
  const fields = Object.fromEntries(Object.keys(numbers).map((field) => [field, t(`fields.${field}`)]));
  return (
    <ActionForm action={action} fields={fields}>
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(numbers).map(([field, value]) => (
          <TextField
            key={field}
            name={field}
            label={fields[field] ?? field}
            initial={value}
            inputMode="decimal"
            suffix={field === "per_km_over" ? t("rub_per_km") : field.endsWith("_km") ? t("km") : "₽"}
          />
        ))}
      </div>
      <div className="mt-5">
        <SubmitButton>{t("put_in_force")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
