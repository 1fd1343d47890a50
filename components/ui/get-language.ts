import { getLocale } from "next-intl/server";
import { type Locale, languageOf } from "@/lib/locale/locale";

/** `getLocale` includes the region. */
export const getLanguage = async (): Promise<Locale> => languageOf(await getLocale());
