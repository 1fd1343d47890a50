/** A header that an account has sent with each event, such as for a gateway of its own. */
export interface OwnHeader {
  readonly name: string;
  /** Null for the value that is kept already. */
  readonly value: string | null;
}

/** What stands in a form for a value that is kept: values are not shown again. */
export const KEPT_VALUE = "••••••••";

/** An endpoint has at most so many. */
export const MOST_HEADERS = 10;

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
// What an HTTP client takes without a question, and every server reads alike.
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

/** Reads headers as people write them, one a line; the problem is that of the first line that has one. */
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
