export const LOCALES = ["ru", "en"] as const;
export type Locale = (typeof LOCALES)[number];

/** Whose language is unknown reads Russian. */
export const DEFAULT_LOCALE: Locale = "ru";

/** Where a reader's choice is kept. */
export const LOCALE_COOKIE = "locale";

function asLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.trim().toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === language);
}

/**
 * The language of a page: what its address asks for, then what the reader chose before, then the first of the
 * browser's languages that there is, then Russian.
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

/** The best language of an Accept-Language header, by its weights; of equal ones the first. */
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
