import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coreKey, streetKey, streetWords } from "@/lib/city/geocoding/street-words";
import { foldSpelling, normalizeToken } from "@/lib/locale/fold";

describe("a word", () => {
  it.each([
    ["Маросейка", "Maroseyka", "MAROSEJKA", "Maroseika"],
    ["Хохловский", "Khokhlovsky", "Hohlovskij", "Khokhlovskiy"],
    ["Щукинская", "Shchukinskaya", "Shchukinskaja"],
    ["Чистопрудный", "Chistoprudny", "Chistoprudnyy"],
    ["Юности", "Yunosti", "Junosti", "Iunosti"],
    ["Мария", "Mariya", "Maria"],
    ["Цветной", "Tsvetnoy", "Tzvetnoi"],
    ["Алёшинская", "Алешинская"],
    ["Ștefan", "Ştefan", "Stefan", "STEFAN"],
    ["Größe", "Grosse", "GROSSE"],
    ["Łódź", "Lodz"],
  ])("%s has the same token in all its spellings", (...spellings) => {
    expect(new Set(spellings.map((spelling) => normalizeToken(spelling))).size).toBe(1);
  });

  it("never becomes longer than its Cyrillic spelling, so one wrong letter stays one wrong letter", () => {
    const letter = fc.constantFrom(..."абвгдежзийклмнопрстуфхцчшщыэюя");
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 12 }), (letters) => {
        expect(normalizeToken(letters.join("")).length).toBeLessThanOrEqual(letters.length);
      }),
    );
  });

  it("keeps its letters when only the spelling is folded", () => {
    expect(foldSpelling("Winchelweg")).toBe("winchelweg");
  });
});

describe("a street name", () => {
  it.each([
    [
      "улица Пушкина",
      "ул. Пушкина",
      "Пушкина ул.",
      "Пушкина улица",
      "ulitsa Pushkina",
      "Pushkina street",
      "PUSHKINA ST",
    ],
    ["Ленинский проспект", "пр-т Ленинский", "Ленинский просп.", "Leninskiy prospekt", "Leninsky ave"],
    ["набережная реки Мойки", "наб. реки Мойки", "nab. reki Moyki"],
    ["Strada Pușkin", "str. Puşkin", "Puskin str", "STRADA PUSKIN"],
    ["Bulevardul Ștefan cel Mare", "bd. Stefan cel Mare", "bul. Ștefan cel Mare", "b-dul Stefan cel Mare"],
    ["Stradela Teilor", "str-la Teilor"],
    ["2-я Тверская улица", "2я Тверская ул.", "улица Тверская 2-я"],
  ])("%s has the same key in all its forms", (...forms) => {
    expect(new Set(forms.map(streetKey)).size).toBe(1);
  });

  it("has a separate key for each street type, and the same core key", () => {
    const [side, street] = ["Пушкинский переулок", "Пушкинская улица"];
    expect(streetKey(side)).not.toBe(streetKey(street));
    expect(coreKey("Strada Florilor")).toBe(coreKey("Stradela Florilor"));
    expect(streetWords("Набережная улица").every(({ kind }) => kind !== null)).toBe(true);
  });
});
