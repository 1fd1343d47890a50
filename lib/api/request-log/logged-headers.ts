import { withoutKeys } from "@/lib/api/request-log/mask";

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

const MAX_VALUE_LENGTH = 256;

export function loggedHeaders(header: (name: string) => string | null): string {
  const stored: [string, string][] = [];
  for (const name of LOGGED_HEADERS) {
    const value = header(name);
    if (value === null) continue;
    const text = withoutKeys(value);
    stored.push([name, text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…`]);
  }
  return JSON.stringify(stored).toWellFormed();
}

export function readHeaders(json: string | null): [name: string, value: string][] {
  return json === null ? [] : (JSON.parse(json) as [string, string][]);
}
