import { PREFIXES, type Prefix } from "@/lib/http/errors";

export const PREFIX_COOKIE = "api_prefix";

export function parsePrefix(name: string | null | undefined): Prefix | undefined {
  return PREFIXES.find((prefix) => prefix === name);
}
