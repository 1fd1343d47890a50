import { describe, expect, it } from "vitest";
import { allNames, findNames } from "@/lib/city/addresses/names";
import { findNames as findMapNames } from "@/packages/city/map/name";

describe("a name of an address", () => {
  it.each([
    [{ name: "Chișinău", "name:ru": "Кишинёв", "name:en": "Kishinev" }, "Chișinău"],
    [{ name: "Садовая улица" }, "Sadovaya ulitsa"],
    [{ name: "Невский проспект", "name:en": "Nevsky Avenue" }, "Nevsky Avenue"],
  ])("has one English spelling, which the map has as well: %j", (tags, english) => {
    const names = findNames(tags);
    expect(names?.nameEn ?? names?.name).toBe(english);
    expect(findMapNames(tags)?.name_en).toBe(english);
  });

  it("is also found by an English name that is not shown, however many others there are", () => {
    const others = Object.fromEntries([..."abcdefghijklmnop"].map((one) => [`name:x${one}`, `Name ${one}`]));
    const names = findNames({ ...others, name: "Chișinău", "name:en": "Kishinev" });
    expect(names && allNames(names)).toContain("Kishinev");
  });
});
