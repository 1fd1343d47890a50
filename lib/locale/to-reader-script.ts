import { transliterate } from "transliteration";
import { type Locale, toLanguage } from "@/lib/locale/locale";

/** Locales whose readers may not read other scripts. */
const LATIN_LOCALES: readonly Locale[] = ["en"];

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u;

/** «улица Пажурий» as `ulitsa Pazhuriy` for a reader of English; other texts stay as they are. */
export function toReaderScript(text: string, tag: string): string {
  if (LATIN.test(text) || !LATIN_LOCALES.includes(toLanguage(tag))) return text;
  return transliterate(text, {
    replace: [
      ["ц", "ts"],
      ["Ц", "Ts"],
    ],
  });
}
