import type { ZodType } from "zod";
import { getReader, type NamedType } from "@/lib/db/get-reader";

export type ColumnType =
  | NamedType
  | { readonly labels: readonly string[]; readonly areAll: boolean }
  | { readonly elements: Column<unknown> };

/** A column of a row. Every test checks the declared type against PostgreSQL's own description. */
export class Column<Value> {
  constructor(
    readonly type: ColumnType,
    /** Whether a value has the declared type. Only called in tests. */
    readonly accepts: (value: unknown) => value is Value,
    readonly isNullable = false,
    readonly read: (text: string) => unknown = getReader(type),
  ) {}

  get orNull(): Column<Value | null> {
    const accepts = (value: unknown): value is Value | null => value === null || this.accepts(value);
    return new Column(this.type, accepts, true, this.read);
  }
}

/** Columns by their camelCase names: `createdAt` is the column created_at. */
export type RowShape = Readonly<Record<string, Column<unknown>>>;

export type RowOf<Shape extends RowShape> = {
  [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Value : never;
};

type Names<List extends string, Before = never> = List extends `${infer First} ${infer Rest}`
  ? Names<Rest, Before | First>
  : Before | List;

export function pick<Table extends RowShape, List extends string>(
  table: Table,
  names: Names<List> extends keyof Table ? List : never,
): { [Name in Names<List> & keyof Table]: Table[Name] } {
  const columns = names.split(" ").map((name) => [name, table[name]]);
  return Object.fromEntries(columns) as { [Name in Names<List> & keyof Table]: Table[Name] };
}

export function outer<Shape extends RowShape>(shape: Shape) {
  const columns = Object.entries(shape).map(([name, column]) => [name, column.orNull]);
  return Object.fromEntries(columns) as { [Name in keyof Shape]: Column<RowOf<Shape>[Name] | null> };
}

const isString = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";

export const bool = new Column("bool", (value) => typeof value === "boolean");
export const bytea = new Column(
  "bytea",
  (value): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array,
);
export const float8 = new Column("float8", isNumber);
export const int4 = new Column("int4", isNumber);
export const int8 = new Column("int8", (value) => typeof value === "bigint");
export const numeric = new Column("numeric", isString);
export const text = new Column("text", isString);
export const timestamptz = new Column("timestamptz", (value) => value instanceof Date);
export const uuid = new Column("uuid", isString);

/** An enum type with exactly these labels, or a text column restricted to them. */
export function enumColumn<Label extends string>(labels: readonly Label[]): Column<Label> {
  return new Column({ labels, areAll: true }, among(labels));
}

export function enumSubsetColumn<Label extends string>(labels: readonly Label[]): Column<Label> {
  return new Column({ labels, areAll: false }, among(labels));
}

function among<Label extends string>(labels: readonly Label[]) {
  return (value: unknown): value is Label => (labels as readonly unknown[]).includes(value);
}

export function arrayColumn<Value>(elements: Column<Value>): Column<Value[]> {
  return new Column(
    { elements },
    (value): value is Value[] => Array.isArray(value) && value.every((each) => elements.accepts(each)),
  );
}

/** For json or jsonb that the statement builds or that only this code writes, since reads are not validated. */
export function json<Value>(schema: ZodType<Value>): Column<Value> {
  return new Column("json", (value): value is Value => schema.safeParse(value).success);
}

const columnNames = new Map<string, string>();

export function toColumn(property: string): string {
  let name = columnNames.get(property);
  if (name === undefined) {
    name = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(property, name);
  }
  return name;
}

/** Returns the NOT NULL columns of an outer join's table; null when the join found no row. */
export function leftJoined<Part extends Readonly<Record<string, unknown>>>(
  part: Part,
): { [Name in keyof Part]: NonNullable<Part[Name]> } | null {
  if (Object.values(part).includes(null)) return null;
  return part as { [Name in keyof Part]: NonNullable<Part[Name]> };
}
