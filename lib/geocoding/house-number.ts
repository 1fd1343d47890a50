import { transliterate } from "transliteration";
import { normalizeToken } from "@/lib/locale/fold";

export interface HouseNumber {
  /** Such as `12`, `12a`, `12/3`, `12k2`, `6-8s1`: the forms of `12А`, `12 корп. 2` and `6-8 стр. 1`. */
  readonly key: string;
  readonly number: number;
}

export interface HouseMatch extends HouseNumber {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const LETTER = `["'«“]?\\p{L}(?![\\p{L}\\p{N}])["'»”]?`;
const NUMBER = "\\d{1,4}(?!\\d)";
const PARTS = [
  ["k", "корпус|корп|кор|korpus|korp|corpus|corp|bloc|block|blok|bl"],
  ["s", "строение|строен|стр|stroenie|stroyeniye|str"],
  ["lit", "литера|литер|лит|litera|liter|lit"],
] as const;
const PART = PARTS.map(([, words]) => words).join("|");
const LETTERED = `${PARTS[2][1]}|корпус|корп|korpus|korp`;
const PART_NUMBER =
  "\\d{1,3}(?!\\d)(?:-\\d{1,3}(?!\\d)){0,2}(?:/\\d{1,2}(?!\\d))?(?:\\s?\\p{L}(?![\\p{L}\\p{N}]))?";
const ONE_LETTER = "\\p{L}(?![\\p{L}\\p{N}])";
const EACH_PART = new RegExp(`(${PART}|\\p{L})\\.?\\s*(${PART_NUMBER}|${ONE_LETTER})`, "giu");
const HOUSE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:вл|владение|vl)\\.?\\s?)?` +
    `(${NUMBER}(?:\\s?[-–—]\\s?${NUMBER}){0,2})` + // 12, 6-8
    `(-?\\s?${LETTER}(?!\\.))?` + // 12А, 12 А
    `((?:\\s?[/\\\\]\\s?(?:${NUMBER}(?:[-–]${NUMBER})?(?:\\s?${LETTER}(?!\\.))?|${LETTER}))*)` + // 12/3, 12/a
    `((?:[\\s,/]*(?:${PART})\\.?\\s*${PART_NUMBER}|[\\s,/]*(?:${LETTERED})\\.?\\s*${ONE_LETTER}|[\\s/]?(?:\\p{L}|к\\.\\s?|с\\.\\s?|[кс]\\s)${PART_NUMBER})*)`, // корп. 2, к2
  "giu",
);

/** A suffix separated from its number gives two results, with and without it. */
export function findHouses(text: string): HouseMatch[] {
  const found: HouseMatch[] = [];
  for (const match of text.matchAll(HOUSE)) {
    const [whole, numbers = "", letter = "", fractions = "", parts = ""] = match;
    const start = match.index;
    found.push({
      ...toNumber(numbers, letter, fractions, parts),
      start,
      end: start + whole.length,
      text: whole,
    });
    // «12 А. Пушкина», `22 str. 31 August`: what follows may be the street.
    const isApart = /^\s/.test(letter) || /^[\s,]/.test(parts);
    if (!isApart) continue;
    const stored = numbers + (/^\s/.test(letter) ? "" : letter + fractions);
    const bare = /^\s/.test(letter)
      ? toNumber(numbers, "", "", "")
      : toNumber(numbers, letter, fractions, "");
    const end = start + whole.indexOf(stored) + stored.length;
    found.push({ ...bare, start, end, text: text.slice(start, end) });
  }
  return found;
}

/** Without a flat, an office or a shop's name; null if there is no house number. */
export function parseHouseNumber(written: string): (HouseNumber & { readonly text: string }) | null {
  const [first] = findHouses(written);
  if (first === undefined) return null;
  return { key: first.key, number: first.number, text: first.text.trim() };
}

function toNumber(numbers: string, letter: string, fractions: string, parts: string): HouseNumber {
  const range = numbers.replaceAll(/\s/g, "").replaceAll(/[–—]/g, "-");
  const fraction = fractions
    .toLowerCase()
    .replaceAll("\\", "/")
    .split("/")
    .slice(1)
    .map((part) => (/^\s*\d/.test(part) ? `/${compact(part)}` : compact(part)))
    .join("");
  return {
    key: range + compact(letter) + fraction + partsKey(parts.toLowerCase()),
    number: Number.parseInt(range, 10),
  };
}

function partsKey(parts: string): string {
  let key = "";
  for (const [, word = "", rest = ""] of parts.matchAll(EACH_PART)) {
    const known = PARTS.find(([, words]) => words.split("|").includes(word));
    key += (known?.[0] ?? getLetter(word)) + compact(rest);
  }
  return key;
}

function compact(text: string): string {
  return text
    .split(/([^\p{L}]+)/u)
    .map((part) => (/\p{L}/u.test(part) ? getLetter(part) : part.replaceAll(/[^\d/-]/g, "")))
    .join("")
    .replace(/^-(?=[a-z])/, "");
}

/** Keeps silent letters such as ъ, since they distinguish houses. */
const getLetter = (letter: string): string => normalizeToken(letter, transliterate) || letter.toLowerCase();
