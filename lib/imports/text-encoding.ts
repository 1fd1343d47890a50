/** Code pages that spreadsheets and shop systems save text in, with names that `TextDecoder` knows. */
export const ENCODINGS = [
  "utf-8",
  "windows-1251",
  "ibm866",
  "windows-1250",
  "windows-1252",
  "utf-16le",
  "utf-16be",
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bytes and characters that a guess reads. */
const SAMPLE_LENGTH = 64 * 1024;

const CODE_PAGES = ["windows-1251", "ibm866", "windows-1250", "windows-1252"] as const;

/** Letters beyond ASCII of the languages that use a code page. */
const LETTERS: Readonly<Record<(typeof CODE_PAGES)[number], string>> = {
  "windows-1251": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяґєіїў",
  ibm866: "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
  // Romanian, Polish, Czech, Slovak, Hungarian, Croatian and German.
  "windows-1250": "ăâîşţąćęłńóśźżáčďéěíňřšťúůýžđőűöüäôľß",
  // Portuguese, Spanish, French, Italian, German and the Nordic languages.
  "windows-1252": "àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ",
};

/** UTF-8 with a damaged character is still UTF-8. */
const CANDIDATES = [
  ...CODE_PAGES.map((encoding) => ({ encoding, letters: LETTERS[encoding] })),
  { encoding: "utf-8", letters: Object.values(LETTERS).join("") },
] as const;

/** Countries whose Windows uses the code page 1250. */
const CENTRAL_EUROPE = ["MD", "RO", "PL", "CZ", "SK", "HU", "SI", "HR", "BA", "RS", "ME", "AL"];

/** Decodes without an error: bytes without a character become U+FFFD. A byte order mark is left out. */
export const decodeText = (bytes: ArrayBuffer, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);

/** @param country of the account, for texts that two code pages read as words */
export function guessEncoding(bytes: ArrayBuffer, country: string): Encoding {
  const sample = new Uint8Array(bytes, 0, Math.min(SAMPLE_LENGTH, bytes.byteLength));
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Only UTF-16 has zero bytes: the high ones of digits, separators and Latin letters.
  const zeros = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) return odd >= even ? "utf-16le" : "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    const usual = CENTRAL_EUROPE.includes(country) ? "windows-1250" : "windows-1252";
    const scores = CANDIDATES.map(({ encoding, letters }) => ({
      encoding,
      score: scoreText(new TextDecoder(encoding).decode(sample), letters),
    }));
    const best = Math.max(...scores.map(({ score }) => score));
    const equal = scores.filter(({ score }) => score === best).map(({ encoding }) => encoding);
    return equal.find((encoding) => encoding === usual) ?? equal[0] ?? "windows-1251";
  }
}

/** Letters and digits, and symbols that only a wrong code page puts among letters. */
const WORDS = /[^\s!-/:-@[-`{-~]+/g;

/**
 * Letters of the expected languages count 1. Other characters beyond ASCII count -1, and so does each letter of a
 * word that mixes scripts or cases, or of a Latin word that is nearly all accents.
 */
function scoreText(text: string, letters: string): number {
  const known = new Set([...letters, ...letters.toUpperCase()]);
  let score = 0;
  for (const [word] of text.matchAll(WORDS)) {
    const foreign = [...word].filter((letter) => letter > "\x7f");
    if (foreign.length === 0) continue;
    score += isUnlikely(word, foreign.length)
      ? -foreign.length
      : foreign.reduce((sum, letter) => sum + (known.has(letter) ? 1 : PUNCTUATION.test(letter) ? 0 : -1), 0);
  }
  return score;
}

/** Usual in all code pages. */
const PUNCTUATION = /[№«»–—“”„’‘…°€]/;

function isUnlikely(word: string, foreign: number): boolean {
  const [latin, cyrillic] = [/\p{Script=Latin}/u.test(word), /\p{Script=Cyrillic}/u.test(word)];
  if (latin && cyrillic) return true;
  if (/\p{Ll}\p{Lu}/u.test(word)) return true;
  return latin && word.length > 2 && foreign > 0.75 * word.length;
}
