import { readCookie } from "@/lib/http/read-cookie";
import { chooseLocale, LOCALE_COOKIE, type Locale } from "@/lib/locale/locale";
import { getDefaultLocale } from "@/lib/process/get-default-locale";

/** The language of the page that a request asks for. */
export function getRequestLocale({ url, headers }: Request): Locale {
  return chooseLocale(
    {
      query: new URL(url).searchParams.get("lang"),
      cookie: readCookie(headers.get("cookie"), LOCALE_COOKIE),
      acceptLanguage: headers.get("accept-language"),
    },
    getDefaultLocale(),
  );
}
