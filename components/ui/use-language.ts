import { useLocale } from "next-intl";
import { type Locale, toLanguage } from "@/lib/locale/locale";

/** `useLocale` includes the region. */
export const useLanguage = (): Locale => toLanguage(useLocale());
