"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { SMALL_INPUT } from "@/components/ui/styles";
import type { FileLayout, Table, TableRow } from "@/lib/imports/read-table";
import { SEPARATORS } from "@/lib/imports/read-text";
import { ENCODINGS } from "@/lib/imports/text-encoding";

const MAX_NAMED_ROWS = 10;

const SEPARATOR_NAMES = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

interface Props {
  readonly table: Table;
  /** Reads the file again. */
  readonly onChange: (changes: Partial<FileLayout>) => void;
}

/** How the file was read, to be corrected where the guess is wrong. */
export function FileLayoutChoice({ table, onChange }: Props) {
  const t = useTranslations("import.layout");
  const { layout, sheets, leading, hiddenRows } = table;
  const { encoding, separator, sheet, headerRow, hasHiddenRows } = layout;
  return (
    <>
      <details className="group border-t border-line py-1">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold">
          {t("heading")}
          <span className="min-w-0 truncate font-normal text-soft">
            {[
              encoding === null ? sheets[sheet ?? 0]?.name : t(`encodings.${encoding}`),
              ...(separator === null ? [] : [t(`separators.${SEPARATOR_NAMES[separator]}`)]),
              t("header_is", { row: headerRow }),
            ].join(", ")}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-4 shrink-0 text-soft group-open:rotate-180"
          />
        </summary>
        <p className="mb-3 text-sm text-soft">{t("note")}</p>
        <div className="mb-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {encoding !== null && (
            <Choice
              label={t("encoding")}
              value={encoding}
              options={ENCODINGS.map((value) => ({ value, label: t(`encodings.${value}`) }))}
              onChoose={(value) => onChange({ encoding: value })}
            />
          )}
          {separator !== null && (
            <Choice
              label={t("separator")}
              value={separator}
              options={SEPARATORS.map((value) => ({
                value,
                label: t(`separators.${SEPARATOR_NAMES[value]}`),
              }))}
              onChoose={(value) => onChange({ separator: value })}
            />
          )}
          {sheet !== null && (
            <Choice
              label={t("sheet")}
              value={String(sheet)}
              options={sheets.map(({ name, isHidden }, index) => ({
                value: String(index),
                label: isHidden ? t("hidden_sheet", { name }) : name,
              }))}
              onChoose={(value) => onChange({ sheet: Number(value) })}
            />
          )}
          <Choice
            label={t("header")}
            value={String(headerRow)}
            options={listHeaders(leading, headerRow).map(({ number, cells }) => ({
              value: String(number),
              label: `${number}: ${cells.filter(Boolean).join(", ").slice(0, 60)}`,
            }))}
            onChoose={(value) => onChange({ headerRow: Number(value) })}
          />
        </div>
      </details>
      {hiddenRows.length > 0 && (
        <label className="flex min-h-11 cursor-pointer items-center gap-2 border-t border-line text-sm">
          <input
            type="checkbox"
            checked={hasHiddenRows}
            onChange={({ target }) => onChange({ hasHiddenRows: target.checked })}
            className="size-4 shrink-0 accent-fir"
          />
          {t("hidden_rows", {
            count: hiddenRows.length,
            rows: hiddenRows.slice(0, MAX_NAMED_ROWS).join(", "),
            more: Math.max(0, hiddenRows.length - MAX_NAMED_ROWS),
          })}
        </label>
      )}
    </>
  );
}

/** The present header may be a row that is hidden or further below. */
function listHeaders(leading: readonly TableRow[], headerRow: number): readonly TableRow[] {
  const isListed = leading.some(({ number }) => number === headerRow);
  return isListed ? leading : [{ number: headerRow, cells: [] }, ...leading];
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="block text-sm">
      <span className="block font-medium">{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
        className={`${SMALL_INPUT} mt-1 w-full`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
