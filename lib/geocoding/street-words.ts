import { transliterate } from "transliteration";
import { foldSpelling, normalizeToken } from "@/lib/locale/fold";

const KINDS = {
  street:
    "улица ул у-ца вулиця вул вулица вуліца street str st strada stradă strasse straße straat rua rue calle ulica utca gatan gade",
  avenue: "проспект пр-т пр-кт прт просп пр пр-кт avenue ave av avenida aveniu prospekt prospect aleja",
  boulevard: "бульвар бул б-р бр бульв boulevard blvd boul bd bul bvd bulevard bulevardul b-dul bdul",
  lane: "переулок пер пер-к провулок пров завулак lane ln stradela str-la strdla gasse gässle travessa trav pereulok",
  embankment: "набережная наб наб-я набережна embankment emb quai kai splai splaiul naberezhnaya",
  square: "площадь пл пл-дь площа square sq piata piața p-ta p-ța platz plaza praça largo pl plac ploshchad",
  highway: "шоссе ш шос шосе highway hwy sosea soseaua șoseaua sos chaussee shosse",
  passage: "проезд пр-д проїзд passage drive pasaj pasajul proezd",
  alley: "аллея ал алея alley alee aleea al allee alleya",
  deadend: "тупик туп fundatura fundătura fund-ra tupik",
  line: "линия лин лінія line linia",
  road: "дорога дор тракт road rd drum drumul calea cale estrada",
  estate: "микрорайон мкр мкрн мікрорайон квартал кв-л cartier cartierul",
} as const;

export type StreetKind = keyof typeof KINDS;

const KIND_OF = new Map<string, StreetKind>();
for (const [kind, words] of Object.entries(KINDS)) {
  for (const word of words.split(" ")) KIND_OF.set(foldHyphened(word), kind as StreetKind);
}

const EMPTY_WORDS = new Set(
  "г гор город п пос поселок с село дер деревня д дом обл область край р-н mun or oras orasul sat satul com nr no num house city town of the bld unit номер №"
    .split(" ")
    .map(foldHyphened),
);

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
    if (kind !== null) found.push({ ...folds(written.replaceAll("-", "")), kind });
    else if (ordinal !== undefined) found.push({ word: ordinal, spelling: ordinal, kind: null });
    else {
      for (const part of written.split("-")) {
        const both = folds(part);
        if (both.word !== "") found.push({ ...both, kind: KIND_OF.get(both.word) ?? null });
      }
    }
  }
  return found;
}

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
