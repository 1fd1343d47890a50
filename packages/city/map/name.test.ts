import { describe, expect, it } from "vitest";
import { findNames, latinName } from "@/packages/city/map/name";

describe("a name on the map", () => {
  it.each([
    ["Кишинёв", "Kishinyov"],
    ["Невский проспект", "Nevsky prospekt"],
    ["улица Есенина", "ulitsa Yesenina"],
    ["Щёлковское шоссе", "Shchyolkovskoye shosse"],
    ["МКАД", "MKAD"],
    ["Київ", "Kiyiv"],
    ["2-й Обыденский переулок", "2-y Obydensky pereulok"],
    ["Strada Ștefan cel Mare", "Strada Ștefan cel Mare"],
    ["თბილისი", "tbilisi"],
  ])("is transliterated to Latin letters: %s to %s", (name, latin) => {
    expect(latinName(name)).toBe(latin);
  });

  it("is taken in the requested language from the data, and is otherwise the local name", () => {
    expect(findNames({ name: "Strada Albă" })).toEqual({
      name: "Strada Albă",
      name_ru: "Strada Albă",
      name_en: "Strada Albă",
    });
    expect(findNames({ name: "Білий", "name:ru": "Белый", "name:en": "White" })).toEqual({
      name: "Білий",
      name_ru: "Белый",
      name_en: "White",
    });
    expect(findNames({ "name:ru": "Ботаника" })).toMatchObject({ name: "Ботаника", name_en: "Botanika" });
    expect(findNames({ highway: "service" })).toBeNull();
    expect(findNames({ name: " " })).toBeNull();
  });

  it("is the local one in English too if it has Latin letters", () => {
    expect(findNames({ name: "Chișinău", "name:en": "Kishinev" })).toMatchObject({ name_en: "Chișinău" });
  });
});
