import { type Asked, cookieOf } from "@/lib/http/asked";
import { chooseLocale, LOCALE_COOKIE, type Locale } from "@/lib/locale/locale";

/** The language of the page that is asked for. */
export function pageLocale(asked: Asked): Locale {
  return chooseLocale({
    query: new URL(asked.url).searchParams.get("lang"),
    cookie: cookieOf(asked, LOCALE_COOKIE),
    acceptLanguage: asked.headers.get("accept-language"),
  });
}
