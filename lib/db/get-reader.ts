import { types } from "pg";

const TIMESTAMPTZ = 1184;
const readAnyInstant = types.getTypeParser(TIMESTAMPTZ, "text") as (text: string) => unknown;

const READERS = {
  bool: (text: string) => text === "t",
  bytea: (text: string) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
  float8: Number,
  int4: Number,
  int8: BigInt,
  json: (text: string): unknown => JSON.parse(text),
  numeric: (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text),
  text: (text: string) => text,
  timestamptz: readInstant,
  uuid: (text: string) => text,
};

export type NamedType = keyof typeof READERS;

type ValueReader = (text: string) => unknown;

export function getReader(
  type:
    | NamedType
    | { readonly labels: readonly string[] }
    | { readonly elements: { readonly read: ValueReader } },
): ValueReader {
  if (typeof type === "string") return READERS[type];
  if (!("elements" in type)) return READERS.text;
  const { read } = type.elements;
  return (text) => splitElements(text).map((element) => (element === null ? null : read(element)));
}

// Sessions are in UTC. Date cannot parse PostgreSQL's years with more than four digits or BC.
function readInstant(text: string): unknown {
  if (text.length > 29 || text[10] !== " " || !text.endsWith("+00")) return readAnyInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

function splitElements(array: string): (string | null)[] {
  // Lower bounds other than 1 precede the brace.
  const inner = array.slice(array.indexOf("{") + 1, -1);
  if (inner === "") return [];
  if (!inner.includes('"')) return inner.split(",").map((each) => (each === "NULL" ? null : each));
  return Array.from(inner.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs), ([, quoted, plain]) =>
    quoted === undefined ? (plain === "NULL" ? null : (plain ?? "")) : quoted.replaceAll(/\\(.)/gs, "$1"),
  );
}
