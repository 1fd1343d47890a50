"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { SMALL_INPUT } from "@/components/ui/styles";
import { type Columns, IMPORT_FIELDS, type ImportField } from "@/lib/imports/column";
import type { Table } from "@/lib/imports/read-table";

interface Props {
  readonly table: Table;
  readonly columns: Columns;
  readonly missing: readonly ImportField[];
  readonly onChange: (columns: Columns) => void;
}

/** Opens by itself while a required column is missing. */
export function ColumnChoice({ table: { header, rows }, columns, missing, onChange }: Props) {
  const t = useTranslations("import");
  const choose = (chosen: number, value: string) => {
    const field = IMPORT_FIELDS.find((one) => one === value) ?? null;
    // A field has one column, so another column loses it.
    onChange(columns.map((own, index) => (index === chosen ? field : own === field ? null : own)));
  };
  const ignored = header.filter(
    (name, index) => columns[index] === null && name !== "" && rows.some(({ cells }) => cells[index]),
  );
  return (
    <details open={missing.length > 0} className="group border-y border-line py-1">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold">
        {t("columns.heading")}
        <span className="min-w-0 truncate font-normal text-soft">
          {columns.flatMap((field) => (field === null ? [] : [t(`fields.${field}`)])).join(", ")}
        </span>
        {ignored.length > 0 && (
          <span className="min-w-0 truncate font-normal text-late">
            {t("columns.ignored_names", { names: ignored.join(", ") })}
          </span>
        )}
        <ChevronDown aria-hidden="true" className="ml-auto size-4 shrink-0 text-soft group-open:rotate-180" />
      </summary>
      <p className="mb-3 text-sm text-soft">{t("columns.note")}</p>
      <ul className="mb-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {header.map((name, index) => {
          const example = rows.find(({ cells }) => cells[index])?.cells[index] ?? "";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
            <li key={index}>
              <label className="block text-sm">
                <span className="block truncate font-medium">{name || "—"}</span>
                <select
                  value={columns[index] ?? ""}
                  onChange={({ target }) => choose(index, target.value)}
                  className={`${SMALL_INPUT} mt-1 w-full`}
                >
                  <option value="">{t("columns.ignored")}</option>
                  {IMPORT_FIELDS.map((field) => (
                    <option key={field} value={field}>
                      {t(`fields.${field}`)}
                    </option>
                  ))}
                </select>
              </label>
              <p className="mt-1 truncate text-xs text-soft">
                {t("columns.example", { text: example || "—" })}
              </p>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
