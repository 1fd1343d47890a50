"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import type { ImportField } from "@/lib/imports/column";
import { MAX_CELL_LENGTH } from "@/lib/imports/limits";

const ROWS_PER_PAGE = 50;

export interface PreviewRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly problems: ReadonlyMap<ImportField, string>;
  /** A problem of the row as a whole. */
  readonly note: string | null;
  /** RUB; null until known, or for all but the first row of an order. */
  readonly price: number | null;
}

interface Props {
  readonly header: readonly string[];
  /** The fields of the columns that are imported; null hides a column. */
  readonly columns: readonly (ImportField | null)[];
  readonly rows: readonly PreviewRow[];
  /** The delivery date of a row as it is read. */
  readonly formatDate: (cells: readonly string[]) => string | null;
  /** Corrects a cell that has a problem. */
  readonly onEdit: (row: number, column: number, text: string) => void;
}

export function PreviewTable({ header, columns, rows, formatDate, onEdit }: Props) {
  const t = useTranslations("import");
  const rubles = useRubles();
  const [from, setFrom] = useState(0);
  const start = from < rows.length ? from : 0;
  const shown = rows.slice(start, start + ROWS_PER_PAGE);
  const visible = columns.flatMap((field, index) => (field === null ? [] : [{ field, index }]));
  const dateField = columns.includes("delivery_date") ? "delivery_date" : "delivery_time";
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t("tabs.label")} className="relative overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-left text-sm">
          <thead>
            <tr className="text-xs text-soft">
              <th scope="col" className={HEAD}>
                {t("row")}
              </th>
              {visible.map(({ field, index }) => (
                <th key={index} scope="col" className={HEAD}>
                  {header[index] || t(`fields.${field}`)}
                </th>
              ))}
              <th scope="col" className={`${HEAD} text-right`}>
                {t("price")}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ number, cells, problems, note, price }) => {
              const hidden = [...problems].filter(([field]) => !columns.includes(field));
              const date = formatDate(cells);
              return (
                <tr key={number} data-row={number}>
                  <th scope="row" className={`${CELL} font-normal text-soft tabular-nums`}>
                    {number}
                  </th>
                  {visible.map(({ field, index }) => (
                    <td key={index} className={`${CELL} ${problems.has(field) ? "bg-bad-tint" : ""}`}>
                      {problems.has(field) ? (
                        <CellInput
                          key={cells[index]}
                          label={t("edit", { column: header[index] || t(`fields.${field}`), row: number })}
                          text={cells[index] ?? ""}
                          onEdit={(text) => onEdit(number, index, text)}
                        />
                      ) : (
                        <span className="line-clamp-2 break-words">{cells[index]}</span>
                      )}
                      {field === dateField && date !== null && (
                        <span className="block text-xs text-soft">{date}</span>
                      )}
                      {problems.has(field) && <Problem>{problems.get(field)}</Problem>}
                    </td>
                  ))}
                  <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
                    {price !== null && rubles(price)}
                    {hidden.map(([field, text]) => (
                      <Problem key={field}>
                        {t(`fields.${field}`)}: {text}
                      </Problem>
                    ))}
                    {note !== null && <Problem>{note}</Problem>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {rows.length > ROWS_PER_PAGE && (
        <div className="mt-3 flex flex-wrap items-center gap-3 text-sm">
          <button
            type="button"
            aria-disabled={start === 0}
            onClick={() => setFrom(Math.max(0, start - ROWS_PER_PAGE))}
            className={SMALL_SECONDARY}
          >
            {t("previous")}
          </button>
          <button
            type="button"
            aria-disabled={start + ROWS_PER_PAGE >= rows.length}
            onClick={() => setFrom(start + ROWS_PER_PAGE < rows.length ? start + ROWS_PER_PAGE : start)}
            className={SMALL_SECONDARY}
          >
            {t("next")}
          </button>
          <p className="text-soft tabular-nums">
            {t("page", { from: start + 1, to: start + shown.length, total: rows.length })}
          </p>
        </div>
      )}
    </>
  );
}

const HEAD = "border-b border-line px-3 py-2 font-medium whitespace-nowrap first:pl-0";
const CELL = "max-w-72 min-w-24 border-b border-line px-3 py-2 align-top first:min-w-0 first:pl-0";

const Problem = ({ children }: { children: React.ReactNode }) => (
  <span className="mt-0.5 flex min-w-40 items-start gap-1 text-left text-xs whitespace-normal text-bad">
    <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
    {children}
  </span>
);

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  readonly onEdit: (text: string) => void;
}

/** The text counts when the field is left, or with Enter. */
const CellInput = ({ label, text, onEdit }: CellInputProps) => (
  <input
    aria-label={label}
    defaultValue={text}
    maxLength={MAX_CELL_LENGTH}
    onBlur={({ target }) => target.value !== text && onEdit(target.value)}
    onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    className={`${SMALL_INPUT} w-full min-w-32`}
  />
);
