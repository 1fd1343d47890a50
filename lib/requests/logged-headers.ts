import { withoutKeys } from "@/lib/requests/mask";

/** The headers that are logged, in the order in which they are shown; of any other nobody knows what it holds. */
export const LOGGED_HEADERS = [
  "host",
  "user-agent",
  "accept",
  "content-type",
  "content-length",
  "content-encoding",
  "idempotency-key",
  "x-request-id",
  "x-sandbox-scenario",
  "x-sandbox-speed",
] as const;

const LONGEST_VALUE = 256;

/** The headers of a request that are logged, as JSON: a list of names and values. */
export function loggedHeaders(header: (name: string) => string | null): string {
  const kept: [string, string][] = [];
  for (const name of LOGGED_HEADERS) {
    const value = header(name);
    if (value === null) continue;
    const text = withoutKeys(value);
    kept.push([name, text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`]);
  }
  return JSON.stringify(kept).toWellFormed();
}

/** The headers of a logged call; empty where they were not kept. */
export function readHeaders(json: string | null): [name: string, value: string][] {
  return json === null ? [] : (JSON.parse(json) as [string, string][]);
}
