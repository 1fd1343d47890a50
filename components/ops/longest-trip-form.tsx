"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";

interface Props {
  km: string;
  defaultKm: string | null;
  action: FormAction;
}

export function LongestTripForm({ km, defaultKm, action }: Props) {
  const t = useTranslations("ops.area");
  return (
    <ActionForm
      action={action}
      fields={{ longest_trip: t("longest_trip") }}
      done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
    >
      <TextField
        name="longest_trip"
        label={t("longest_trip")}
        hint={defaultKm === null ? t("no_limit_hint") : t("longest_trip_hint", { km: defaultKm })}
        initial={km}
        inputMode="decimal"
        suffix={t("km")}
      />
      <div className="mt-4">
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
