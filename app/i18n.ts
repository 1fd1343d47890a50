import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { languageOf } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

/** Holds the tag that proxy.ts chose, such as en-GB; English without it. */
export const LOCALE_HEADER = "x-dropline-locale";

export default getRequestConfig(async ({ locale: override }) => {
  const wanted = override ?? (await headers()).get(LOCALE_HEADER);
  const locale = wanted ?? "en";
  return { locale, messages: MESSAGES[languageOf(locale)], timeZone: "UTC" };
});
