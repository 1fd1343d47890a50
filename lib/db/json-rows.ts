import { Column, type ColumnType, type RowOf, type RowShape, toColumn } from "@/lib/db/row";
import { join, Sql, sql } from "@/lib/db/sql";

/** Nested rows from the subquery's `table` as arrays of cells, because objects take PostgreSQL a third longer. */
export function jsonRows<Shape extends RowShape>(
  table: string,
  order: string,
  shape: Shape,
  cells: { readonly [Name in keyof Shape]?: Sql } = {},
) {
  const columns = Object.entries(shape);
  const written = columns.map(([name, { type }]) => {
    const cell = cells[name] ?? new Sql([`${table}.${toColumn(name)}`], []);
    return type === "timestamptz" || isSameInJson(type) ? cell : sql`(${cell})::text`;
  });
  const readers = columns.map(([name, column]) => ({ name, read: readerOfJson(column) }));
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(columns.map(([name]) => [name, null]));
  const readRow = (values: readonly unknown[]) => {
    const row = { ...empty };
    readers.forEach(({ name, read }, index) => {
      const value = values[index];
      if (value !== null) row[name] = read(value);
    });
    return row;
  };
  const isRow = (row: Readonly<Record<string, unknown>>) =>
    columns.every(([name, column]) => (row[name] === null ? column.isNullable : column.accepts(row[name])));
  return {
    gathered: sql`coalesce(json_agg(json_build_array(${join(written, ", ")}) ORDER BY ${new Sql([order], [])}), '[]')`,
    column: new Column(
      "json",
      (rows): rows is RowOf<Shape>[] => Array.isArray(rows) && rows.every(isRow),
      false,
      (text) => (JSON.parse(text) as unknown[][]).map(readRow),
    ),
  };
}

/** Whether JSON.parse returns the value that the code uses. Other types are sent as text, instants in ISO 8601. */
function isSameInJson(type: ColumnType): boolean {
  if (typeof type === "string") return !["bytea", "int8", "numeric", "timestamptz"].includes(type);
  return !("elements" in type) || isSameInJson(type.elements.type);
}

function readerOfJson({ type, read }: Column<unknown>): (value: unknown) => unknown {
  if (type === "timestamptz") return (text) => new Date(text as string);
  return isSameInJson(type) ? (value) => value : (text) => read(text as string);
}
