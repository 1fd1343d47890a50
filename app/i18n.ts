import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, LOCALE_COOKIE, toLanguage } from "@/lib/locale/locale";
import { getDefaultLocale } from "@/lib/process/get-default-locale";
import { MESSAGES } from "@/messages/messages";

/** Holds the tag that proxy.ts chose, such as en-GB; it does not see unknown URLs. */
export const LOCALE_HEADER = "x-dropline-locale";

export default getRequestConfig(async ({ locale: override }) => {
  const requestHeaders = await headers();
  const locale =
    override ??
    requestHeaders.get(LOCALE_HEADER) ??
    chooseLocale(
      {
        cookie: (await cookies()).get(LOCALE_COOKIE)?.value,
        acceptLanguage: requestHeaders.get("accept-language"),
      },
      getDefaultLocale(),
    );
  return { locale, messages: MESSAGES[toLanguage(locale)], timeZone: "UTC" };
});
