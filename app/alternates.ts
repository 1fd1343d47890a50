import type { Metadata } from "next";
import { config } from "@/lib/config";
import { LOCALES, type Locale } from "@/lib/locale/locale";

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Without `?lang`, a page has its own URL, whose language depends on the user. */
export function buildAlternates(
  locale: Locale,
  path: string,
  query: Query,
  { hasTwin = true }: { hasTwin?: boolean } = {},
): NonNullable<Metadata["alternates"]> {
  const languages = getLanguages(path);
  return {
    canonical: query.lang === locale ? languages[locale] : languages["x-default"],
    languages,
    ...(hasTwin ? { types: { "text/markdown": `${config().publicUrl}${path}.md?lang=${locale}` } } : {}),
  };
}

export function getLanguages(path: string): Record<Locale | "x-default", string> {
  const page = `${config().publicUrl}${path}`;
  const inEach = Object.fromEntries(LOCALES.map((one) => [one, `${page}?lang=${one}`]));
  return { ...(inEach as Record<Locale, string>), "x-default": page };
}
