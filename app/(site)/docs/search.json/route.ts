import { listSearchEntries } from "@/app/(site)/docs/list-search-entries";
import { getRequestedLocale } from "@/app/get-requested-locale";
import { publicResponse } from "@/app/public-response";
import type { Locale } from "@/lib/locale/locale";

// Depends on the build alone, so it is written once per language.
const written = new Map<Locale, string>();

export function GET(request: Request): Response {
  const locale = getRequestedLocale(request);
  const known = written.get(locale) ?? JSON.stringify({ entries: listSearchEntries(locale) });
  written.set(locale, known);
  return publicResponse(known, "application/json");
}
