import { describe, expect, it } from "vitest";
import { chooseLocale } from "@/lib/locale/locale";

describe("the language of a page", () => {
  it.each([
    [{}, "ru"],
    [{ acceptLanguage: "en-GB,en;q=0.9" }, "en"],
    [{ acceptLanguage: "de, fr;q=0.9" }, "ru"],
    [{ acceptLanguage: "de, en;q=0.3, ru;q=0.7" }, "ru"],
    [{ acceptLanguage: "ru;q=0, en;q=0.1" }, "en"],
    [{ cookie: "ru", acceptLanguage: "en" }, "ru"],
    [{ query: "en", cookie: "ru", acceptLanguage: "ru" }, "en"],
    [{ query: "xx", cookie: "en" }, "en"],
  ])("asked by %j it is %s", (asked, locale) => {
    expect(chooseLocale(asked)).toBe(locale);
  });
});
