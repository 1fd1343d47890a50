import { transliterate } from "transliteration";
import { listWords, STREET_KINDS, type StreetKind } from "@/lib/city/geocoding/address-words";
import { foldSpelling, normalizeToken } from "@/lib/locale/fold";

const KIND_OF = new Map<string, StreetKind>();
for (const [kind, words] of Object.entries(STREET_KINDS)) {
  for (const word of words.split(" ")) KIND_OF.set(foldHyphened(word), kind as StreetKind);
}

/** Words that name neither a street nor a town. */
const EMPTY_WORDS = new Set(
  listWords("house", "building", "settlement", "region", "filler").map(foldHyphened),
);
const REGION_WORDS = new Set(listWords("region").map(foldHyphened));

export interface StreetWord {
  readonly word: string;
  readonly spelling: string;
  readonly kind: StreetKind | null;
}

// Letters and digits, with the characters that join them within a word: пр-т, 2-я, O'Neill.
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ`-][\p{L}\p{M}\p{N}]+)*/gu;
const ORDINAL = /^(\d+)-?(?:[йяеи]|[ыоая][йя]|[гм][оу]|ого|ому|st|nd|rd|th|a|lea)$/u;

export function streetWords(text: string): StreetWord[] {
  const found: StreetWord[] = [];
  for (const [written] of text.toLowerCase().matchAll(WORD)) {
    const kind = KIND_OF.get(foldHyphened(written)) ?? null;
    const ordinal = ORDINAL.exec(written)?.[1];
    const empty = written.includes("-") ? foldHyphened(written) : "";
    if (kind !== null) found.push({ ...folds(written.replaceAll("-", "")), kind });
    else if (EMPTY_WORDS.has(empty)) found.push({ word: empty, spelling: empty, kind: null });
    else if (ordinal !== undefined) found.push({ word: ordinal, spelling: ordinal, kind: null });
    else {
      for (const part of written.split("-")) {
        const both = folds(part);
        // A silent letter is not lost, as in «12 Ъ» and «12Ъ».
        const isLost = /\p{L}/u.test(part) && !/\p{L}/u.test(both.word);
        const { word, spelling } = isLost ? { word: part, spelling: part } : both;
        found.push({ word, spelling, kind: KIND_OF.get(word) ?? null });
      }
    }
  }
  return found;
}

/** Whether the name of a region or a district is next to it: «область», `raionul`. */
export const isRegionWord = ({ word }: StreetWord): boolean => REGION_WORDS.has(word);

export const isStopWord = ({ word }: StreetWord): boolean => EMPTY_WORDS.has(word);

/** The same key for all ways to write a street: «улица Пушкина», «Пушкина ул.», `ulitsa Pushkina`. Types differ. */
export function streetKey(name: string): string {
  const words = streetWords(name).map(({ word, kind }) => (kind === null ? word : `@${kind}`));
  return words.sort().join(" ");
}

export function coreKey(name: string): string {
  return streetWords(name)
    .filter(({ kind }) => kind === null)
    .map(({ word }) => word)
    .sort()
    .join(" ");
}

const folds = (word: string) => ({
  word: normalizeToken(word, transliterate),
  spelling: foldSpelling(word, transliterate),
});

function foldHyphened(word: string): string {
  return word
    .split("-")
    .map((part) => normalizeToken(part, transliterate))
    .join("-");
}
