/** At most one letter each, so that one typo stays one typo; ь and ъ are silent. `SOUNDS` yields the same letters. */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: "a", б: "b", в: "v", г: "g", ґ: "g", д: "d", е: "e", ё: "e", ж: "ž", з: "z", и: "i", й: "i" },
  ...{ к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h" },
  ...{ ц: "ц", ч: "č", ш: "š", щ: "š", ъ: "", ы: "i", ь: "", э: "e", ю: "ю", я: "я" },
  ...{ і: "i", ї: "i", є: "e", ў: "u", ј: "i", љ: "l", њ: "n", ћ: "č", ђ: "ž", џ: "ž" },
};

const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" },
};

/** Latin spellings of sounds; people mix these spellings up when they transliterate a name. */
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

/** Matches every spelling in `SOUNDS`; a fast check, since most words have none. */
const HAS_SOUNDS = /[hxwyj]|t[sz]|i[au]/;

/** Sounds that the last typed letter may still become, such as š for the s of an unfinished `sh`. */
const BEGUN: Readonly<Record<string, string>> = { s: "š", c: "č", z: "ž", k: "h", t: "ц", i: "яюe" };

type Spelling = (letters: string) => string;

/** «Маросейка», `Maroseyka` and `MAROSEJKA` become equal. `spell` writes other alphabets in Latin. */
export function normalizeToken(word: string, spell?: Spelling): string {
  return folded(word, toSounds, spell).replaceAll(/i+(?=[iяю])/g, "");
}

/** Folds a word but keeps its Latin spelling: `Winchel` and `Winhcel` differ in one letter, their sounds do not. */
export function foldSpelling(word: string, spell?: Spelling): string {
  return folded(word, (latin) => latin, spell);
}

function folded(
  word: string,
  read: (latin: string) => string,
  spell: Spelling = (letters) => letters,
): string {
  if (/^[a-z0-9]*$/.test(word)) return read(word);
  let [known, latin] = ["", ""];
  for (const letter of word.normalize("NFC").toLowerCase()) {
    const sound = CYRILLIC[letter];
    if (sound === undefined) latin += LATIN[letter] ?? plain(letter, spell);
    else {
      known += read(latin) + sound;
      latin = "";
    }
  }
  return known + read(latin);
}

const toSounds = (latin: string): string =>
  !HAS_SOUNDS.test(latin)
    ? latin
    : SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), latin);

export function prefixVariants(word: string): string[] {
  const [beginning, last] = [word.slice(0, -1), word.slice(-1)];
  return [...(BEGUN[last] ?? "")].map((sound) => beginning + sound);
}

function plain(letter: string, spell: Spelling): string {
  if (/[a-z0-9]/.test(letter)) return letter;
  const bare = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  if (/^[a-z0-9]*$/.test(bare)) return bare;
  return spell(bare)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
