"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, SubmitButton, TextAreaField, TextField, useField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";

export function ZoneImport({ action }: { action: FormAction }) {
  const t = useTranslations("ops.area");
  return (
    <ActionForm
      action={action}
      fields={{ file: t("import_text") }}
      done={({ subject }) => (
        <p className="mt-3 text-sm text-delivered">{t("imported", { count: Number(subject) })}</p>
      )}
    >
      <FileText />
      <SubmitButton look={`${SECONDARY} mt-4`}>{t("import")}</SubmitButton>
    </ActionForm>
  );
}

function FileText() {
  const t = useTranslations("ops.area");
  const picker = `${useField("file").id}-picker`;
  const [text, setText] = useState("");
  return (
    <div className="space-y-3">
      <div>
        <label htmlFor={picker} className="mb-1 block text-sm font-medium">
          {t("import_file")}
        </label>
        <input
          id={picker}
          type="file"
          accept=".geojson,.json,application/geo+json,application/json"
          onChange={async ({ target }) => setText((await target.files?.[0]?.text()) ?? "")}
          className="block min-h-11 w-full text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-lg file:border file:border-line file:bg-surface file:px-4 file:font-medium file:text-ink"
        />
      </div>
      <TextAreaField
        name="file"
        label={t("import_text")}
        rows={4}
        isCode
        control={{ value: text, onChange: ({ target }) => setText(target.value) }}
      />
    </div>
  );
}

export function LongestTripForm(props: { km: string; defaultKm: string | null; action: FormAction }) {
  const { km, defaultKm, action } = props;
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
      <SubmitButton look={`${PRIMARY} mt-4`}>{t("save")}</SubmitButton>
    </ActionForm>
  );
}
