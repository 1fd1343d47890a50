import { useLocale } from "next-intl";
import { type Locale, languageOf } from "@/lib/locale/locale";

/** `useLocale` includes the region. */
export const useLanguage = (): Locale => languageOf(useLocale());
