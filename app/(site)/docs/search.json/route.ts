// GET /docs/search.json?lang=
import { askedLocale } from "@/app/asked-locale";
import type { Locale } from "@/lib/locale/locale";
import { searchEntries } from "@/lib/reference/search-entries";

// Written once for each language: it follows from the build alone.
const written = new Map<Locale, string>();

/** All that the search of the documentation finds. */
export function GET(request: Request): Response {
  const locale = askedLocale(request);
  const known = written.get(locale) ?? JSON.stringify({ entries: searchEntries(locale) });
  written.set(locale, known);
  return new Response(known, {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
  });
}
