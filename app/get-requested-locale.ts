import { LOCALES, type Locale } from "@/lib/locale/locale";

/** Returns English for clients that do not choose a language. */
export function getRequestedLocale(request: Request): Locale {
  const lang = new URL(request.url).searchParams.get("lang");
  return LOCALES.find((locale) => locale === lang) ?? "en";
}
