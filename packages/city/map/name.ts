import { transliterate } from "transliteration";
import type { Tags } from "@/packages/city/extract/feature";

export interface Names {
  readonly name: string;
  readonly name_ru: string;
  readonly name_en: string;
}

/** Letters that English maps write otherwise than the library: Харьков is Kharkov. */
const LETTERS: [string, string][] = [
  ["ґ", "g"],
  ["є", "ye"],
  ["х", "kh"],
  ["ц", "ts"],
];

const CYRILLIC_LETTERS = /\p{Script=Cyrillic}+/gu;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

function latinWord(word: string): string {
  const isShouted = word.length > 1 && word === word.toUpperCase();
  const letters = word
    .toLowerCase()
    // Невский is Nevsky; at the beginning of a word and after a vowel, е is ye.
    .replace(/[иы]й$/, "ы")
    .replace(/(^|[аеёиоуыэюяьъ])е/g, "$1є");
  const latin = transliterate(letters, { replace: LETTERS });
  if (isShouted) return latin.toUpperCase();
  return word.charAt(0) === word.charAt(0).toLowerCase()
    ? latin
    : latin.charAt(0).toUpperCase() + latin.slice(1);
}

export function latinName(name: string): string {
  const latin = name.replaceAll(CYRILLIC_LETTERS, latinWord);
  return OTHER_SCRIPT.test(latin) ? transliterate(latin).replaceAll(/[`']/g, "") : latin;
}

/**
 * One spelling per place: a local name in Latin letters, which addresses, doorplates and examples have, is also the
 * English one.
 */
export function toEnglishName(name: string, tags: Tags): string {
  return OTHER_SCRIPT.test(name) ? (tags["name:en"] ?? latinName(name)) : name;
}

/** Null without a name. A Russian map keeps Latin names, since their pronunciation depends on an unknown language. */
export function findNames(tags: Tags): Names | null {
  const name = tags.name ?? tags["name:ru"] ?? tags["name:en"];
  if (name === undefined || name.trim() === "") return null;
  return { name, name_ru: tags["name:ru"] ?? name, name_en: toEnglishName(name, tags) };
}
