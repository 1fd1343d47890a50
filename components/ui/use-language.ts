import { useLocale } from "next-intl";
import { type Locale, languageOf } from "@/lib/locale/locale";

/** Returns the language of the page's words; `useLocale` has the region as well, which dates and numbers follow. */
export const useLanguage = (): Locale => languageOf(useLocale());
