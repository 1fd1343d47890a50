import type { Columns, ImportField, ValueField } from "@/lib/imports/column";
import type { TableRow } from "@/lib/imports/read-table";

export type RowValues = Readonly<Partial<Record<ValueField, string>>>;

/** Selects the pickup of the account's last order, in place of a saved address's id. */
export const USUAL_PICKUP = "usual";

/** Texts for people, in which an invisible character can belong to an emoji or a script. */
const PROSE: readonly ImportField[] = [
  "instructions",
  "name",
  "last_name",
  "comment",
  "pickup_instructions",
  "pickup_name",
];

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A number that a spreadsheet has shortened to its first digits, such as `1,23457E+12`. */
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e\+\d+$/i;

/** A text such as `="00123"`, which keeps spreadsheets from dropping zeros. */
const QUOTED_FORMULA = /^="((?:[^"]|"")*)"$/;

export const isScientific = (text: string): boolean => SCIENTIFIC.test(text);

/** Leaves out empty cells, and characters without a width except in prose. */
export function toValues(columns: Columns, cells: readonly string[]): RowValues {
  const values: Partial<Record<ImportField, string>> = {};
  columns.forEach((field, index) => {
    // Downloaded rows have an apostrophe before a sign, such as that of a phone number.
    if (field === null) return;
    const cell = cells[index] ?? "";
    const text = (PROSE.includes(field) ? cell : cell.replaceAll(INVISIBLE, ""))
      .replaceAll(/\s+/g, " ")
      .trim()
      .replace(/^'(?=[=+@-])/, "")
      .replace(QUOTED_FORMULA, (_, quoted: string) => quoted.replaceAll('""', '"').trim());
    if (text !== "") values[field] = text;
  });
  const { last_name: last, ...rest } = values;
  // Some files repeat the last name in addition to the full one.
  if (last === undefined || rest.name?.split(" ").includes(last) === true) return rest;
  return { ...rest, name: [rest.name, last].filter(Boolean).join(" ") };
}

/** Rows with equal values are one. Several rows with the same order ID are the dropoffs of one order. */
export function groupRows(columns: Columns, rows: readonly TableRow[]) {
  const first = new Map<string, number>();
  // The number of the first equal row, by the number of the repeated one.
  const repeats = new Map<number, number>();
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const values = toValues(columns, row.cells);
    const key = JSON.stringify(
      columns.map((field) => (field === null || field === "last_name" ? null : (values[field] ?? ""))),
    );
    const earlier = first.get(key);
    if (earlier !== undefined) {
      repeats.set(row.number, earlier);
      continue;
    }
    first.set(key, row.number);
    const id = values.order_id;
    // Different identifiers can have the same first digits.
    const group = id === undefined || isScientific(id) ? key : `# ${id}`;
    const others = groups.get(group);
    // Shop systems write a line per item, of which only the first has the recipient.
    const isItem = Object.keys(values).every((field) => field === "order_id");
    if (others?.[0] !== undefined && isItem) {
      repeats.set(row.number, others[0].number);
      continue;
    }
    if (others === undefined) groups.set(group, [row]);
    else others.push(row);
  }
  return { groups: [...groups.values()], repeats };
}

export type Side = "" | "pickup_";

/** The address that the search looks up; empty if the row has a point, or no address. */
export function toSearchText(values: RowValues, side: Side): string {
  const hasPoint = values[`${side}latitude`] !== undefined && values[`${side}longitude`] !== undefined;
  if (hasPoint) return "";
  const [street, building] = [values[`${side}street`], values[`${side}building`]];
  const whole =
    street === undefined ? values[`${side}address`] : [street, building].filter(Boolean).join(" ");
  const parts = [whole, values[`${side}area`]];
  return whole === undefined ? "" : parts.filter((part) => part !== undefined).join(", ");
}
