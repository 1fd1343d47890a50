export type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;

export type Parameter = Scalar | readonly Scalar[];

/** Formats a value for PostgreSQL: bytes unchanged, everything else as text. Instants are in UTC in any process time zone. */
export function toParameter(value: Parameter): string | Buffer | null {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(formatElement).join(",")}}`;
  return toText(value as Exclude<Scalar, Uint8Array>);
}

function formatElement(value: Scalar): string {
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
  const text = toText(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function toText(value: Exclude<Scalar, Uint8Array>): string | null {
  // Excluded by the types. Treating it as null would silently change the array.
  if (value === undefined) throw new TypeError("A value of a statement is undefined.");
  if (value === null || typeof value === "string") return value;
  return value instanceof Date ? formatInstant(value) : String(value);
}

function formatInstant(date: Date): string {
  const text = date.toISOString();
  const year = date.getUTCFullYear();
  if (year > 0 && year < 10_000) return text;
  // JavaScript writes such years with a sign and six digits, which PostgreSQL rejects.
  const afterYear = text.slice(text.indexOf("-", 1));
  if (year > 0) return `${year}${afterYear}`;
  return `${String(1 - year).padStart(4, "0")}${afterYear} BC`;
}
