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

/** Returns the language of a tag such as `en-GB`. */
export function languageOf(tag: string): Locale {
  return asLocale(tag) ?? DEFAULT_LOCALE;
}

/**
 * Returns the tag that dates follow, such as en-GB: a page's language in the region that the browser names with it, or
 * without a region if it names none.
 */
export function regionalTag(locale: Locale, acceptLanguage: string | null): string {
  const regional = acceptedTags(acceptLanguage ?? "").find(
    (tag) => asLocale(tag) === locale && /^[a-z]{2}-[a-z]{2}$/i.test(tag),
  );
  // A region without forms of its own becomes the language, so the number of tags is bounded.
  return regional === undefined ? locale : new Intl.DateTimeFormat(regional).resolvedOptions().locale;
}

/** The available language of an Accept-Language header that comes first. */
const accepted = (header: string): Locale | undefined =>
  acceptedTags(header)
    .map(asLocale)
    .find((locale) => locale !== undefined);

/** The tags of an Accept-Language header, by weight; among equals the first. */
function acceptedTags(header: string): string[] {
  return header
    .split(",")
    .map((part, index) => {
      const [tag = "", ...parameters] = part.split(";");
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), index };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag);
}
