import { describe, expect, it } from "vitest";
import { chooseLocale, countryLocale, regionalTag, sharedTag } from "@/lib/locale/locale";

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
  ])("for the preferences %j is %s", (asked, locale) => {
    expect(chooseLocale(asked, "ru")).toBe(locale);
  });

  it.each([
    ["MD", "ru"],
    ["KZ", "ru"],
    ["PT", "en"],
    ["LI", "en"],
  ])("without preferences is that of the served country: in %s %s", (country, locale) => {
    expect(chooseLocale({ acceptLanguage: "pt-PT,pt;q=0.9" }, countryLocale(country))).toBe(locale);
    expect(chooseLocale({ acceptLanguage: "ru" }, countryLocale(country))).toBe("ru");
  });
});

describe("the date format of a page", () => {
  it.each([
    ["en", "en-GB,en;q=0.9", "en-GB"],
    ["en", "ru-RU, en-US;q=0.8, en-GB;q=0.9", "en-GB"],
    ["en", "en-us", "en-US"],
    ["ru", "en-GB, ru-MD;q=0.5", "ru-MD"],
    ["en", "ru-RU, ru", "en"],
    ["en", "en, en-GB;q=0", "en"],
    ["en", "en-ZZ", "en"],
    ["en", "en-u-ca-buddhist, en-GB-x-secret", "en"],
    ["en", null, "en"],
  ] as const)("in %s for a browser that accepts %j follows %s", (locale, header, tag) => {
    expect(regionalTag(locale, header)).toBe(tag);
  });
});

describe("the date format of a page that visitors share", () => {
  it.each([
    ["en", "en-GB", "en-GB"],
    ["en", "en-DE,en;q=0.5", "en-GB"],
    ["en", "en-US", "en-US"],
    ["en", "en-AU", "en-US"],
    ["en", null, "en"],
    ["ru", "ru-MD", "ru"],
    ["ru", null, "ru"],
  ] as const)("in %s for a browser that accepts %j follows %s", (locale, header, tag) => {
    expect(sharedTag(locale, header)).toBe(tag);
  });

  it("is one of four for all regions", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const regions = letters.flatMap((first) => letters.map((second) => first + second));
    const tags = (["en", "ru"] as const).flatMap((locale) =>
      regions.map((region) => sharedTag(locale, `${locale}-${region}`)),
    );
    expect([...new Set(tags)].sort()).toEqual(["en", "en-GB", "en-US", "ru"]);
  });
});
