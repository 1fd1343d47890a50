import type { Columns, ImportField } from "@/lib/imports/column";
import type { TableRow } from "@/lib/imports/read-table";

export type RowValues = Readonly<Partial<Record<ImportField, string>>>;

/** Selects the pickup of the account's last order, in place of a saved address's id. */
export const USUAL_PICKUP = "usual";

/** Leaves out empty cells. */
export function toValues(columns: Columns, cells: readonly string[]): RowValues {
  const values: Partial<Record<ImportField, string>> = {};
  columns.forEach((field, index) => {
    // Downloaded rows have an apostrophe before a sign, such as that of a phone number.
    const text = (cells[index] ?? "")
      .replaceAll(/\s+/g, " ")
      .trim()
      .replace(/^'(?=[=+@-])/, "");
    if (field !== null && text !== "") values[field] = text;
  });
  return values;
}

/** Rows with equal values are one. Several rows with the same order ID are the dropoffs of one order. */
export function groupRows(columns: Columns, rows: readonly TableRow[]) {
  const first = new Map<string, number>();
  // The number of the first equal row, by the number of the repeated one.
  const repeats = new Map<number, number>();
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const values = toValues(columns, row.cells);
    const key = JSON.stringify(columns.map((field) => (field === null ? null : (values[field] ?? ""))));
    const earlier = first.get(key);
    if (earlier !== undefined) {
      repeats.set(row.number, earlier);
      continue;
    }
    first.set(key, row.number);
    const group = values.order_id === undefined ? key : `# ${values.order_id}`;
    const others = groups.get(group);
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
