import { LOCALES, type Locale } from "@/lib/locale/locale";

/** English for programs that do not say. */
export function getRequestedLocale(request: Request): Locale {
  const lang = new URL(request.url).searchParams.get("lang");
  return LOCALES.find((locale) => locale === lang) ?? "en";
}
