import type { Metadata } from "next";
import { config } from "@/lib/config";
import { LOCALES, type Locale } from "@/lib/locale/locale";

/**
 * Where a public page is in each language, and its twin in Markdown.
 *
 * @param path below the service's address, without a query
 */
export function alternatesOf(
  locale: Locale,
  path: string,
  { hasTwin = true }: { hasTwin?: boolean } = {},
): NonNullable<Metadata["alternates"]> {
  const page = `${config().publicUrl}${path}`;
  return {
    canonical: `${page}?lang=${locale}`,
    languages: {
      ...Object.fromEntries(LOCALES.map((one) => [one, `${page}?lang=${one}`])),
      "x-default": page,
    },
    ...(hasTwin ? { types: { "text/markdown": `${page}.md?lang=${locale}` } } : {}),
  };
}
