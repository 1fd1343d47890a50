/** A value of a statement. */
export type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;

/** What one placeholder of a statement stands for. */
export type Parameter = Scalar | readonly Scalar[];

/** A value as pg sends it: instants in UTC, whatever the zone of the process. */
export function toParameter(value: Parameter): unknown {
  if (value instanceof Date) return instantOf(value);
  if (Array.isArray(value)) return value.map(toParameter);
  return value;
}

/** @throws RangeError when it is no instant */
function instantOf(date: Date): string {
  const text = date.toISOString();
  const year = date.getUTCFullYear();
  if (year > 0 && year < 10_000) return text;
  // The runtime writes such years with a sign and six digits, which PostgreSQL does not take.
  const afterYear = text.slice(text.indexOf("-", 1));
  if (year > 0) return `${year}${afterYear}`;
  return `${String(1 - year).padStart(4, "0")}${afterYear} BC`;
}
