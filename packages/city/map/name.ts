import { transliterate } from "transliteration";
import type { Tags } from "@/packages/city/extract/feature";

export interface Names {
  readonly name: string;
  readonly name_ru: string;
  readonly name_en: string;
}

/** Russian and Ukrainian letters as English maps write them: Кишинёв is Kishinyov. */
const LATIN: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  ґ: "g",
  д: "d",
  е: "e",
  ё: "yo",
  є: "ye",
  ж: "zh",
  з: "z",
  и: "i",
  і: "i",
  ї: "yi",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ў: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
};

const CYRILLIC_LETTERS = /\p{Script=Cyrillic}+/gu;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

function latinWord(word: string): string {
  const isShouted = word.length > 1 && word === word.toUpperCase();
  const letters = word
    .toLowerCase()
    // Невский is Nevsky; at the beginning of a word and after a vowel, е is ye.
    .replace(/[иы]й$/, "ы")
    .replace(/(^|[аеёиоуыэюяьъ])е/g, "$1є");
  const latin = [...letters].map((letter) => LATIN[letter] ?? transliterate(letter)).join("");
  if (isShouted) return latin.toUpperCase();
  return word.charAt(0) === word.charAt(0).toLowerCase()
    ? latin
    : latin.charAt(0).toUpperCase() + latin.slice(1);
}

export function latinName(name: string): string {
  const latin = name.replaceAll(CYRILLIC_LETTERS, latinWord);
  return OTHER_SCRIPT.test(latin) ? transliterate(latin).replaceAll(/[`']/g, "") : latin;
}

/** Null without a name. A Russian map keeps Latin names, since their pronunciation depends on an unknown language. */
export function findNames(tags: Tags): Names | null {
  const name = tags.name ?? tags["name:ru"] ?? tags["name:en"];
  if (name === undefined || name.trim() === "") return null;
  return { name, name_ru: tags["name:ru"] ?? name, name_en: tags["name:en"] ?? latinName(name) };
}
