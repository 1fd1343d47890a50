import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pathsBelow } from "@/scripts/sources";

const FOLDER = "public/fonts";
const FONTS = readdirSync(FOLDER).filter((file) => file.endsWith(".woff2"));

const hasContentHash = (file: string, content: Buffer): boolean =>
  file.split(".")[1] === createHash("sha256").update(content).digest("hex").slice(0, 8);

/** Returns the fonts that no text names, and named ones that do not exist. */
function findFontErrors(fonts: readonly string[], texts: readonly string[]): string[] {
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\/fonts\/([\w.-]+\.woff2)/g)].map(([, file = ""]) => file),
  );
  return [
    ...fonts.filter((file) => !named.includes(file)).map((file) => `${file} is not used`),
    ...named.filter((file) => !fonts.includes(file)).map((file) => `${file} does not exist`),
  ];
}

/** The characters that a WOFF2 file has glyphs for. */
function readCharacters(file: Buffer): Set<number> {
  let at = 48;
  const readLength = (): number => {
    let length = 0;
    for (;;) {
      const byte = file[at++] ?? 0;
      length = length * 128 + (byte & 127);
      if (byte < 128) return length;
    }
  };
  let start = 0;
  let found = -1;
  for (let table = 0; table < file.readUInt16BE(12); table += 1) {
    const flags = file[at++] ?? 0;
    const [tag, version] = [flags & 63, flags >> 6];
    if (tag === 63) at += 4;
    const length = readLength();
    // Outlines and their offsets are transformed by default, other tables are not.
    const isTransformed = tag === OUTLINES || tag === OUTLINE_OFFSETS ? version !== 3 : version !== 0;
    const stored = isTransformed ? readLength() : length;
    if (tag === CHARACTERS) found = start;
    start += stored;
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  return readCharacterMap(data.subarray(found));
}

/** Numbers of tables in WOFF2. */
const CHARACTERS = 0;
const OUTLINES = 10;
const OUTLINE_OFFSETS = 11;

function readCharacterMap(map: Buffer): Set<number> {
  const characters = new Set<number>();
  for (let index = 0; index < map.readUInt16BE(2); index += 1) {
    const table = map.subarray(map.readUInt32BE(8 + index * 8));
    if (table.readUInt16BE(0) !== 4) continue;
    const segments = table.readUInt16BE(6);
    for (let segment = 0; segment < segments; segment += 2) {
      const [end, first] = [table.readUInt16BE(14 + segment), table.readUInt16BE(16 + segments + segment)];
      for (let one = first; one <= end && one < 0xffff; one += 1) characters.add(one);
    }
  }
  return characters;
}

/** The font faces of a style sheet, the last first. */
const readFaces = (css: string) =>
  [...css.matchAll(/@font-face \{[^}]*\/fonts\/(onest-[\w.-]+)[^}]*unicode-range:\s*([^;]+);/g)]
    .map(([, file = "", ranges = ""]) => ({
      characters: readCharacters(readFileSync(join(FOLDER, file))),
      ranges: ranges.split(/,\s*/).map((range) => {
        const [first = 0, last = first] = range
          .slice(2)
          .split("-")
          .map((digits) => Number.parseInt(digits, 16));
        return { first, last };
      }),
    }))
    .reverse();

const LATIN_LETTERS = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
  /\p{L}/u.test(one),
);

/** Returns the letters for which a browser shows another font, since the face for them lacks the glyph. */
function findMissingLetters(css: string, letters: readonly string[]): string[] {
  const faces = readFaces(css);
  return letters.filter((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const face = faces.find(({ ranges }) => ranges.some(({ first, last }) => first <= code && code <= last));
    return face?.characters.has(code) !== true;
  });
}

describe("font files", () => {
  it.each(["app/fonts.css", "components/map/live-map.css"])(
    "of %s have the letters of names in European languages",
    (file) => {
      const css = readFileSync(file, "utf8");
      // The ordinal indicators and the micro sign are in no name.
      const letters = [...LATIN_LETTERS.filter((one) => !"ªµº".includes(one)), ..."ȘșȚțЁёЯя"];
      expect(findMissingLetters(css, letters)).toEqual([]);
      expect(findMissingLetters(css.replaceAll("U+C0-C3", "U+C0"), ["À", "Ã"])).toEqual(["Ã"]);
    },
  );

  it("have a content hash in their names, since browsers cache them for a year", () => {
    const wrong = FONTS.filter((file) => !hasContentHash(file, readFileSync(join(FOLDER, file))));
    expect(FONTS.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(hasContentHash("planted.9b5f02b9.woff2", Buffer.from("planted"))).toBe(false);
  });

  it("are all used, and every font in use exists", () => {
    const texts = pathsBelow(["app", "components"], /\.(css|tsx?)$/).map((path) =>
      readFileSync(path, "utf8"),
    );
    expect(findFontErrors(FONTS, texts)).toEqual([]);
    expect(
      findFontErrors(["a.1.woff2", "b.2.woff2"], [`src: url("/fonts/a.0.woff2")`, "/fonts/b.2.woff2"]),
    ).toEqual(["a.1.woff2 is not used", "a.0.woff2 does not exist"]);
  });

  it("have their licenses in the same folder", () => {
    expect(readFileSync(join(FOLDER, "onest-LICENSE.txt"), "utf8")).toContain("SIL OPEN FONT LICENSE");
    expect(readFileSync(join(FOLDER, "jetbrains-mono-LICENSE.txt"), "utf8")).toContain(
      "SIL OPEN FONT LICENSE",
    );
  });
});
