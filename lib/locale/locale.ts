export const LOCALES = ["ru", "en"] as const;
export type Locale = (typeof LOCALES)[number];

/** The language of readers without a known one. */
export const DEFAULT_LOCALE: Locale = "ru";

/** Keeps a reader's choice. */
export const LOCALE_COOKIE = "locale";

function asLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.trim().toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === language);
}

/**
 * The language of a page: the one its address asks for, then the reader's earlier choice, then the first available of
 * the browser's languages, then Russian.
 */
export function chooseLocale(asked: {
  query?: string | null | undefined;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
}): Locale {
  return (
    asLocale(asked.query) ?? asLocale(asked.cookie) ?? accepted(asked.acceptLanguage ?? "") ?? DEFAULT_LOCALE
  );
}

/** The best language of an Accept-Language header, by weight; among equals the first. */
function accepted(header: string): Locale | undefined {
  return header
    .split(",")
    .map((part, index) => {
      const [tag = "", ...parameters] = part.split(";");
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { locale: asLocale(tag), weight: weight === undefined ? 1 : Number(weight), index };
    })
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)[0]?.locale;
}
