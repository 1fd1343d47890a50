"use client";

import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/ui/form";
import { KEY_LIFETIMES_DAYS } from "@/lib/accounts/key-terms";

export function LifetimeField({ label }: { label: string }) {
  const t = useTranslations("keys");
  return (
    <ChoiceField name="lifetime" label={label}>
      {KEY_LIFETIMES_DAYS.map((days) => (
        <option key={days} value={days}>
          {days === "" ? t("lifetime.never") : t("lifetime.days", { count: Number(days) })}
        </option>
      ))}
    </ChoiceField>
  );
}
