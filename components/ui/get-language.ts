import { getLocale } from "next-intl/server";
import { type Locale, languageOf } from "@/lib/locale/locale";

/** Returns the language of the page's words; `getLocale` has the region as well, which dates and numbers follow. */
export const getLanguage = async (): Promise<Locale> => languageOf(await getLocale());
