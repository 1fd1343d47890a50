import { type Asked, cookieOf } from "@/lib/http/asked";
import { chooseLocale, LOCALE_COOKIE, type Locale, regionalTag } from "@/lib/locale/locale";

export function pageLocale(asked: Asked): Locale {
  return chooseLocale({
    query: new URL(asked.url).searchParams.get("lang"),
    cookie: cookieOf(asked, LOCALE_COOKIE),
    acceptLanguage: asked.headers.get("accept-language"),
  });
}

/** The tag that the dates of the page follow, such as en-GB. */
export const pageTag = (asked: Asked): string =>
  regionalTag(pageLocale(asked), asked.headers.get("accept-language"));
