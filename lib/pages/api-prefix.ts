import { PREFIXES, type Prefix } from "@/lib/http/errors";

/** Keeps the prefix that a reader of the documentation chose. */
export const PREFIX_COOKIE = "api_prefix";

/** The prefix of that name, if it is one. */
export function asPrefix(name: string | null | undefined): Prefix | undefined {
  return PREFIXES.find((prefix) => prefix === name);
}
