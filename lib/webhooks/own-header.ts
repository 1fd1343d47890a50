export interface CustomHeader {
  readonly name: string;
  readonly value: string | null;
}

/** Placeholder for a stored value, which is never shown again. */
export const REDACTED_VALUE = "••••••••";

export const MAX_HEADERS = 10;

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
// Values that all HTTP clients and servers treat the same.
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/;

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

export function readOwnHeaders(text: string): { headers: CustomHeader[] } | { problem: HeaderProblem } {
  const headers: CustomHeader[] = [];
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
    if (value !== REDACTED_VALUE && !VALUE.test(value)) return { problem: "header_value" };
    names.add(key);
    headers.push({ name, value: value === REDACTED_VALUE ? null : value });
  }
  return headers.length > MAX_HEADERS ? { problem: "headers_many" } : { headers };
}

export function writeOwnHeaders(names: readonly string[]): string {
  return names.map((name) => `${name}: ${REDACTED_VALUE}`).join("\n");
}
