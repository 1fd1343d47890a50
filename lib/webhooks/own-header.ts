/** A header that an account adds to each event, for example for its own gateway. */
export interface OwnHeader {
  readonly name: string;
  /** Null keeps the stored value. */
  readonly value: string | null;
}

/** Stands for a stored value in a form: values are not shown again. */
export const KEPT_VALUE = "••••••••";

/** Most headers of an endpoint. */
export const MOST_HEADERS = 10;

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
// Values that every HTTP client accepts and every server reads alike.
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/;

/** Names that the service or HTTP itself needs. */
const RESERVED =
  /^(host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|expect|content-(type|length|encoding)|user-agent|webhook-.*|proxy-.*)$/;

export type HeaderProblem =
  | "header_line"
  | "header_name"
  | "header_reserved"
  | "header_value"
  | "header_twice"
  | "headers_many"
  | "header_again";

/** Reads headers as people write them, one per line; reports the first line with a problem. */
export function readOwnHeaders(text: string): { headers: OwnHeader[] } | { problem: HeaderProblem } {
  const headers: OwnHeader[] = [];
  const names = new Set<string>();
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === "") continue;
    const colon = line.indexOf(":");
    if (colon < 1) return { problem: "header_line" };
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    const key = name.toLowerCase();
    if (!NAME.test(name)) return { problem: "header_name" };
    if (RESERVED.test(key)) return { problem: "header_reserved" };
    if (names.has(key)) return { problem: "header_twice" };
    if (value !== KEPT_VALUE && !VALUE.test(value)) return { problem: "header_value" };
    names.add(key);
    headers.push({ name, value: value === KEPT_VALUE ? null : value });
  }
  return headers.length > MOST_HEADERS ? { problem: "headers_many" } : { headers };
}

/** The headers as a form shows them, without their values. */
export function writeOwnHeaders(names: readonly string[]): string {
  return names.map((name) => `${name}: ${KEPT_VALUE}`).join("\n");
}
