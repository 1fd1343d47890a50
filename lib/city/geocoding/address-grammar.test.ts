import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddressText } from "@/lib/city/geocoding/address-grammar";

const NOTHING = { apartment: "", entrance: "", floor: "", intercom: "", instructions: "" };

describe("an address in one text", () => {
  it.each([
    [
      "Кишинёв, ул. Пушкина 22, кв. 14, подъезд 2, код 14К",
      { query: "Кишинёв, ул. Пушкина 22", apartment: "14", entrance: "2", intercom: "14К" },
    ],
    [
      "22 Pushkin St, apt 14, entrance 2, floor 3, code 14K",
      { query: "22 Pushkin St", apartment: "14", entrance: "2", floor: "3", intercom: "14K" },
    ],
    [
      "str. Pușkin 22, ap. 14, sc. 2, et. 3, interfon 1234",
      { query: "str. Pușkin 22", apartment: "14", entrance: "2", floor: "3", intercom: "1234" },
    ],
    [
      "Москва, Покровка 12 стр. 1 кв 7 эт 3, домофон 7#0451, позвонить за час",
      {
        query: "Москва, Покровка 12 стр. 1",
        ...{ apartment: "7", floor: "3", intercom: "7#0451", instructions: "позвонить за час" },
      },
    ],
    ["Невский пр., д. 28, 2-й подъезд, 3 этаж", { query: "Невский пр., д. 28", entrance: "2", floor: "3" }],
    ["28 Nevsky prospekt, 3rd floor\nflat 5", { query: "28 Nevsky prospekt", floor: "3", apartment: "5" }],
    ["кв. 14, Пушкина 22", { query: "Пушкина 22", apartment: "14" }],
    ["Пушкина 22, кв. 14А", { query: "Пушкина 22", instructions: "кв. 14А" }],
    ["д.33кв.5, ул. Пушкина", { query: "д.33, ул. Пушкина", apartment: "5" }],
    ["Пушкина 33 п.2 эт.3 кв.15", { query: "Пушкина 33", entrance: "2", floor: "3", apartment: "15" }],
    ["Пушкина 33, 2 подъезд 3 этаж", { query: "Пушкина 33", entrance: "2", floor: "3" }],
    ["Пушкина 33 №5", { query: "Пушкина 33", apartment: "5" }],
    ["ул. 31 Августа 1989 №5", { query: "ул. 31 Августа 1989 №5" }],
    ["Пушкина 22, ap. 12B", { query: "Пушкина 22", instructions: "ap. 12B" }],
    ["Пушкина 22, кв. 5, к. 2", { query: "Пушкина 22", apartment: "5", instructions: "к. 2" }],
    ["ул. Пушкина, д. 22, к. 2", { query: "ул. Пушкина, д. 22, к. 2" }],
    ["Пушкина 22 (во дворе)", { query: "Пушкина 22", instructions: "во дворе" }],
    ["Пушкина 22, вход со двора", { query: "Пушкина 22", instructions: "вход со двора" }],
    [
      "Пушкина 22, кв. 12, домофон не работает",
      { query: "Пушкина 22", apartment: "12", instructions: "домофон не работает" },
    ],
    ["дом 24 кв 3 ул. Пушкина", { query: "дом 24, ул. Пушкина", apartment: "3" }],
    ["Пушкина 33 кв 15, Бельцы", { query: "Пушкина 33, Бельцы", apartment: "15", instructions: "Бельцы" }],
    ["Пушкина 33 кв 15, г. Бельцы", { query: "Пушкина 33, г. Бельцы", apartment: "15" }],
    ["Пушкина 33, +373 69 123 456", { query: "Пушкина 33", instructions: "+373 69 123 456" }],
    ["Подольская 5", { query: "Подольская 5" }],
    ["Кодряну 5", { query: "Кодряну 5" }],
    ["Etajului 5", { query: "Etajului 5" }],
    ["", { query: "" }],
  ])("%s is split into its parts", (text, parts) => {
    expect(readAddressText(text)).toEqual({ ...NOTHING, ...parts });
  });

  it("is read up to its 400th character; what follows is a note", () => {
    const note = "позвонить за час ".repeat(100).trim();
    const { query, apartment, instructions } = readAddressText(`Пушкина 22, кв. 5, ${note}, кв. 7`);
    expect([query.startsWith("Пушкина 22"), apartment]).toEqual([true, "5"]);
    expect(instructions.endsWith("за час, кв. 7")).toBe(true);
    expect(readAddressText(`${"1,".repeat(2_500)}`).query.length).toBeLessThan(1_000);
  });

  it("is split in full, whatever the order of its door details", () => {
    const number = fc.integer({ min: 1, max: 999 }).map(String);
    fc.assert(
      fc.property(
        fc.record({ apartment: number, entrance: number, floor: number, intercom: number }),
        fc.shuffledSubarray(["apartment", "entrance", "floor", "intercom"] as const),
        fc.constantFrom("ru", "en"),
        (door, order, language) => {
          const words = {
            ru: { apartment: "кв.", entrance: "подъезд", floor: "этаж", intercom: "код" },
            en: { apartment: "apt", entrance: "entrance", floor: "floor", intercom: "code" },
          }[language];
          const street = language === "ru" ? "ул. Пушкина 22к2" : "22 Pushkin St";
          const text = [street, ...order.map((field) => `${words?.[field]} ${door[field]}`), "два звонка"];
          const read = readAddressText(text.join(", "));
          const expected = Object.fromEntries(order.map((field) => [field, door[field]]));
          expect(read).toEqual({ ...NOTHING, ...expected, query: street, instructions: "два звонка" });
        },
      ),
    );
  });
});
