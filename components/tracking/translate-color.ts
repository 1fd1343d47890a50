import type { Locale } from "@/lib/locale/locale";

const COLORS: readonly { readonly words: Readonly<Record<Locale, string>>; readonly css: string }[] = [
  { words: { ru: "белый", en: "white" }, css: "#ffffff" },
  { words: { ru: "чёрный", en: "black" }, css: "#16181c" },
  { words: { ru: "серый", en: "gray" }, css: "#84898f" },
  { words: { ru: "серебристый", en: "silver" }, css: "#c5cad0" },
  { words: { ru: "красный", en: "red" }, css: "#c4261d" },
  { words: { ru: "синий", en: "blue" }, css: "#1f4fb5" },
  { words: { ru: "голубой", en: "light blue" }, css: "#7fb8e6" },
  { words: { ru: "зелёный", en: "green" }, css: "#2c7d43" },
  { words: { ru: "жёлтый", en: "yellow" }, css: "#f2c52b" },
  { words: { ru: "оранжевый", en: "orange" }, css: "#e57c1f" },
  { words: { ru: "коричневый", en: "brown" }, css: "#6f4a2c" },
  { words: { ru: "бежевый", en: "beige" }, css: "#d9c7a3" },
];

const plain = (word: string): string =>
  word.trim().toLowerCase().replaceAll("ё", "е").replace("grey", "gray");

export function translateColor(word: string, locale: Locale): { word: string; css: string | null } {
  const known = COLORS.find(
    ({ words }) => plain(words.ru) === plain(word) || plain(words.en) === plain(word),
  );
  return known === undefined ? { word, css: null } : { word: known.words[locale], css: known.css };
}
