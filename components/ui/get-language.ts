import { getLocale } from "next-intl/server";
import { type Locale, toLanguage } from "@/lib/locale/locale";

/** `getLocale` includes the region. */
export const getLanguage = async (): Promise<Locale> => toLanguage(await getLocale());
