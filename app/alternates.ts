import type { Metadata } from "next";
import { config } from "@/lib/config";
import { LOCALES, type Locale } from "@/lib/locale/locale";

/** What the address of a public page says after its path. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Where a public page is in each language, and its twin in Markdown. Without `?lang` its address is one of its own, which
 * chooses the language by its reader.
 *
 * @param path below the service's address, without a query
 * @param query what the address that was asked for says
 */
export function alternatesOf(
  locale: Locale,
  path: string,
  query: Query,
  { hasTwin = true }: { hasTwin?: boolean } = {},
): NonNullable<Metadata["alternates"]> {
  const languages = languagesOf(path);
  return {
    canonical: query.lang === locale ? languages[locale] : languages["x-default"],
    languages,
    ...(hasTwin ? { types: { "text/markdown": `${config().publicUrl}${path}.md?lang=${locale}` } } : {}),
  };
}

/** The addresses of a public page: one for each language, and the one that chooses. */
export function languagesOf(path: string): Record<Locale | "x-default", string> {
  const page = `${config().publicUrl}${path}`;
  const inEach = Object.fromEntries(LOCALES.map((one) => [one, `${page}?lang=${one}`]));
  return { ...(inEach as Record<Locale, string>), "x-default": page };
}
