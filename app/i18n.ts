import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALES } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

/** The header in which proxy.ts passes on the language it chose; pages without it are English. */
export const LOCALE_HEADER = "x-dropline-locale";

export default getRequestConfig(async ({ locale: override }) => {
  const wanted = override ?? (await headers()).get(LOCALE_HEADER);
  const locale = LOCALES.find((one) => one === wanted) ?? "en";
  return { locale, messages: MESSAGES[locale], timeZone: "UTC" };
});
