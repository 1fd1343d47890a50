export const LOCALES = ["ru", "en"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "ru";

export const LOCALE_COOKIE = "locale";

function asLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.trim().toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === language);
}

/** Countries in which people who read neither language well rather read Russian than English. */
const RUSSIAN_COUNTRIES: ReadonlySet<string> = new Set([
  "AM",
  "AZ",
  "BY",
  "KG",
  "KZ",
  "MD",
  "RU",
  "TJ",
  "TM",
  "UZ",
]);

/** @param country ISO 3166 code */
export const countryLocale = (country: string): Locale => (RUSSIAN_COUNTRIES.has(country) ? "ru" : "en");

/**
 * The URL's language, then the cookie's, the browser's, and that of the served country.
 *
 * @param otherwise the language of a visitor who names neither, such as a messenger that previews a link
 */
export function chooseLocale(
  asked: {
    query?: string | null | undefined;
    cookie?: string | null | undefined;
    acceptLanguage?: string | null | undefined;
  },
  otherwise: Locale,
): Locale {
  return asLocale(asked.query) ?? asLocale(asked.cookie) ?? accepted(asked.acceptLanguage ?? "") ?? otherwise;
}

export function toLanguage(tag: string): Locale {
  return asLocale(tag) ?? DEFAULT_LOCALE;
}

const resolvedTags = new Map<string, string>();

/** Tag that dates follow, such as en-GB: the page's language in the browser's region. */
export function regionalTag(locale: Locale, acceptLanguage: string | null): string {
  const regional = acceptedTags(acceptLanguage ?? "").find(
    (tag) => asLocale(tag) === locale && /^[a-z]{2}-[a-z]{2}$/i.test(tag),
  );
  if (regional === undefined) return locale;
  const key = regional.toLowerCase();
  // A region without separate forms becomes the language, so the number of tags is bounded.
  const tag = resolvedTags.get(key) ?? new Intl.DateTimeFormat(key).resolvedOptions().locale;
  resolvedTags.set(key, tag);
  return tag;
}

/** One of few tags, for pages that many visitors share: the language with the clock of the browser's region. */
export function sharedTag(locale: Locale, acceptLanguage: string | null): string {
  const tag = regionalTag(locale, acceptLanguage);
  if (tag === locale || locale === "ru") return locale;
  const { hour12 } = new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions();
  return hour12 === true ? "en-US" : "en-GB";
}

const accepted = (header: string): Locale | undefined =>
  acceptedTags(header)
    .map(asLocale)
    .find((locale) => locale !== undefined);

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
