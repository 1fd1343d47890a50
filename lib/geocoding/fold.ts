import { transliterate } from "transliteration";

/**
 * Cyrillic letters, each as at most one letter, so that one wrong letter stays one. Sounds that Latin writes with two
 * have a letter of their own, which `SOUNDS` makes of these two as well; ь and ъ are not heard.
 */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: "a", б: "b", в: "v", г: "g", ґ: "g", д: "d", е: "e", ё: "e", ж: "ž", з: "z", и: "i", й: "i" },
  ...{ к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h" },
  ...{ ц: "ц", ч: "č", ш: "š", щ: "š", ъ: "", ы: "i", ь: "", э: "e", ю: "ю", я: "я" },
  ...{ і: "i", ї: "i", є: "e", ў: "u", ј: "i", љ: "l", њ: "n", ћ: "č", ђ: "ž", џ: "ž" },
};

/** Latin letters that do not come apart into a letter and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" },
};

/** How Latin letters spell sounds; people do not tell these spellings apart when they write a name in other letters. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|sh/g, "š"],
  [/ch/g, "č"],
  [/zh/g, "ž"],
  [/kh/g, "h"],
  [/ts|tz/g, "ц"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/[yj]e|[yj]o/g, "e"],
  [/i?[yji]a/g, "я"],
  [/i?[yji]u/g, "ю"],
  [/[yj]/g, "i"],
];

/** A letter that may be the first of two, while a word is typed, and the sounds that it may come to. */
const BEGUN: Readonly<Record<string, string>> = { s: "š", c: "č", z: "ž", k: "h", t: "ц", i: "яю" };

/**
 * A word as it is compared: in lower case, without marks and in one alphabet, so that «Маросейка», `Maroseyka` and
 * `MAROSEJKA` are one, and so are `Ștefan`, `Ştefan` and `Stefan`. Digits stay; what is neither letter nor digit goes.
 */
export function fold(word: string): string {
  return folded(word, soundsOf).replaceAll(/i+(?=[iяю])/g, "");
}

/**
 * The same, but Latin letters as they are spelled: `Winkel` and `Winchel` differ in one letter, and so do `Winchel` and
 * `Winhcel`, whose sounds do not.
 */
export function foldSpelling(word: string): string {
  return folded(word, (latin) => latin);
}

function folded(word: string, read: (latin: string) => string): string {
  let [known, latin] = ["", ""];
  for (const letter of word.normalize("NFC").toLowerCase()) {
    const sound = CYRILLIC[letter];
    if (sound === undefined) latin += LATIN[letter] ?? plain(letter);
    else {
      known += read(latin) + sound;
      latin = "";
    }
  }
  return known + read(latin);
}

const soundsOf = (latin: string): string =>
  SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), latin);

/** What a folded word may come to when its last letter turns out to be the first of two: `pus` may be «Пуш…». */
export function begunWords(word: string): string[] {
  const [beginning, last] = [word.slice(0, -1), word.slice(-1)];
  return [...(BEGUN[last] ?? "")].map((sound) => beginning + sound);
}

function plain(letter: string): string {
  if (/[a-z0-9]/.test(letter)) return letter;
  const bare = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  if (/^[a-z0-9]*$/.test(bare)) return bare;
  return transliterate(bare)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}
