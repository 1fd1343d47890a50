import type { Columns, ValueField } from "@/lib/imports/column";
import { readAmount } from "@/lib/imports/read-amount";
import type { TableRow } from "@/lib/imports/read-table";
import { toValues } from "@/lib/imports/rows";

/** The words for a total, in lower case without digits and punctuation. */
const TOTALS = new Set([
  ...["total", "totals", "grand total", "subtotal", "sum", "total orders", "orders total"],
  ...["итого", "итог", "всего", "сумма", "общая сумма", "общий итог", "итого к оплате"],
  ...["всего заказов", "итого заказов", "всего к оплате", "промежуточный итог"],
  ...["total general", "suma totală", "totais", "total geral", "soma", "gesamt", "summe", "gesamtsumme"],
]);
const CURRENCY = /(₽|руб\.?|р\.|rub|€|eur|\$|usd|lei|mdl)/giu;
/** A file of zeros would otherwise be added up once a row. */
const MAX_TOTALS = 10;
/** A row with a number in one of these can be an order with mistakes. */
const NUMBERS_OF_ORDERS: readonly ValueField[] = ["latitude", "longitude", "phone"];

/**
 * Finds the rows below the last order that only add up the others. A labeled one contains the word for a total and
 * numbers. An unlabeled one contains the sums of its columns.
 */
export function findTotals(columns: Columns, rows: readonly TableRow[]): TableRow[] {
  let last = rows.length - 1;
  while (last >= 0 && rows.length - last <= MAX_TOTALS && isTotal(columns, rows, last)) last -= 1;
  return last < 0 ? [] : rows.slice(last + 1);
}

function isTotal(columns: Columns, rows: readonly TableRow[], index: number): boolean {
  const row = rows[index];
  return row !== undefined && (isLabeled(columns, row) || isColumnSum(columns, row, rows.slice(0, index)));
}

const listFilled = ({ cells }: TableRow): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== "");

const isWord = (text: string): boolean =>
  TOTALS.has(
    text
      .toLowerCase()
      .replaceAll(CURRENCY, " ")
      .replaceAll(/[^\p{L}]+/gu, " ")
      .trim(),
  );
const isNumber = (text: string): boolean => !Number.isNaN(toNumber(text));

function isLabeled(columns: Columns, row: TableRow): boolean {
  const filled = listFilled(row);
  const values = toValues(columns, row.cells);
  return (
    filled.some(isWord) &&
    filled.every((text) => isWord(text) || isNumber(text)) &&
    NUMBERS_OF_ORDERS.every((field) => values[field] === undefined || isWord(values[field]))
  );
}

function isColumnSum(columns: Columns, { cells }: TableRow, before: readonly TableRow[]): boolean {
  const filled = columns.flatMap((field, column) =>
    (cells[column] ?? "").trim() === "" ? [] : [{ field, column }],
  );
  return (
    before.length > 0 &&
    filled.length > 0 &&
    filled.every(({ field, column }) => {
      if (field !== null && field !== "payment_amount") return false;
      const sum = before.reduce((total, row) => total + toNumber(row.cells[column] ?? ""), 0);
      return Math.abs(sum - toNumber(cells[column] ?? "")) < 0.005;
    })
  );
}

/** Not a number for other text. */
function toNumber(text: string): number {
  const amount = readAmount(text.replaceAll(CURRENCY, "")) ?? 0;
  return typeof amount === "number" ? amount : Number.NaN;
}
