import { types } from "pg";
import type { ColumnType } from "@/lib/db/row";

const TIMESTAMPTZ = 1184;
const readAnyInstant = types.getTypeParser(TIMESTAMPTZ, "text") as (text: string) => unknown;

const READERS: Readonly<Record<Extract<ColumnType, string>, (text: string) => unknown>> = {
  bool: (text) => text === "t",
  bytea: (text) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
  float8: Number,
  int4: Number,
  int8: BigInt,
  json: (text) => JSON.parse(text),
  numeric: (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text),
  text: (text) => text,
  timestamptz: readInstant,
  uuid: (text) => text,
};

/** How the text that PostgreSQL sends for a column of this type becomes the code's value. */
export function readerOf(type: ColumnType): (text: string) => unknown {
  if (typeof type === "string") return READERS[type];
  if (!("elements" in type)) return READERS.text;
  const read = readerOf(type.elements.type);
  return (text) => elementsOf(text).map((element) => (element === null ? null : read(element)));
}

// Sessions are in UTC. What the runtime's own parser does not know are years of more than four digits or before Christ.
function readInstant(text: string): unknown {
  if (text.length > 29 || text[10] !== " " || !text.endsWith("+00")) return readAnyInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** The elements of an array of one dimension, such as `{a,NULL,"b \" c"}`. */
function elementsOf(array: string): (string | null)[] {
  // Bounds that do not begin at 1 stand before it.
  const inner = array.slice(array.indexOf("{") + 1, -1);
  if (inner === "") return [];
  if (!inner.includes('"')) return inner.split(",").map((each) => (each === "NULL" ? null : each));
  return Array.from(inner.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs), ([, quoted, plain]) =>
    quoted === undefined ? (plain === "NULL" ? null : (plain ?? "")) : quoted.replaceAll(/\\(.)/gs, "$1"),
  );
}
