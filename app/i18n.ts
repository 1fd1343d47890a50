import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { toLanguage } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

/** Holds the tag that proxy.ts chose, such as en-GB; English without it. */
export const LOCALE_HEADER = "x-dropline-locale";

export default getRequestConfig(async ({ locale: override }) => {
  const expected = override ?? (await headers()).get(LOCALE_HEADER);
  const locale = expected ?? "en";
  return { locale, messages: MESSAGES[toLanguage(locale)], timeZone: "UTC" };
});
