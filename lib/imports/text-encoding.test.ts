import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, ENCODINGS, type Encoding, guessEncoding } from "@/lib/imports/text-encoding";
import { encodeText } from "@/testing/spreadsheets";

const RUSSIAN = ["Номер", "адрес", "улица", "Пушкина", "ТЕЛЕФОН", "Ёлкин", "кв. 5", "ул. Лесная, 3"];
const ROMANIAN = ["Ştefan", "Ţurcanu", "Chişinău", "strada", "Mihai Viteazul", "Bălţi", "ŞTEFAN", "înălţime"];
const POLISH = ["Łódź", "ulica", "Świętokrzyska", "Zażółć", "gęślą", "Kraków"];
const PORTUGUESE = ["São João", "Rua da Conceição", "Porto", "Número", "às", "Guimarães", "Endereço"];
const GERMAN = ["Straße", "Köln", "Größe", "Über", "Empfänger"];
const FRENCH = ["Château", "Adresse", "Téléphone", "crème", "à", "Sèvres", "Prénom"];

const WRITTEN: readonly (readonly [Encoding, string, readonly string[]])[] = [
  ["windows-1251", "RU", RUSSIAN],
  ["windows-1251", "MD", RUSSIAN],
  ["ibm866", "RU", RUSSIAN],
  ["ibm866", "MD", RUSSIAN],
  ["windows-1250", "MD", ROMANIAN],
  ["windows-1250", "PL", POLISH],
  ["windows-1250", "RU", [...ROMANIAN, "Şos. Ştefan"]],
  ["windows-1252", "PT", PORTUGUESE],
  ["windows-1252", "DE", GERMAN],
  ["windows-1252", "FR", FRENCH],
  ["utf-16le", "RU", RUSSIAN],
  ["utf-16be", "RU", RUSSIAN],
  ["utf-8", "RU", [...RUSSIAN, ...ROMANIAN, ...FRENCH]],
];

describe("the encoding of a file", () => {
  it.each(WRITTEN)("in %s of an account in %s is found from its words", (encoding, country, words) => {
    // Each file has a word that tells its code page apart: others of the region agree on the rest.
    const [telling = ""] = words;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words, "", "12", "+37369123456"), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(";", ",", "\t", "|"),
        (cells, separator) => {
          const text = `${telling}${separator}${cells.join(separator)}\r\n`;
          const bytes = encodeText(text, encoding);
          expect(guessEncoding(bytes, country)).toBe(encoding);
          expect(decodeText(bytes, encoding)).toBe(text);
        },
      ),
    );
  });

  it.each([
    ["utf-16le", "\ufeffадрес"],
    ["utf-16be", "\ufeffадрес"],
    ["utf-8", "\ufeffадрес"],
  ] as const)("in %s with a byte order mark is found by it", (encoding, text) => {
    const bytes = encodeText(text, encoding);
    expect(guessEncoding(bytes, "RU")).toBe(encoding);
    expect(decodeText(bytes, encoding)).toBe("адрес");
  });

  it("in UTF-8 is found although a character is damaged", () => {
    const cut = new Uint8Array([...new Uint8Array(encodeText("Номер;адрес Łódź\r\n", "utf-8")), 0xd0]).buffer;
    expect(guessEncoding(cut, "RU")).toBe("utf-8");
  });

  it("is found for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const encoding = guessEncoding(new Uint8Array(bytes).buffer, "RU");
        expect(ENCODINGS).toContain(encoding);
        decodeText(new Uint8Array(bytes).buffer, encoding);
      }),
    );
  });
});
