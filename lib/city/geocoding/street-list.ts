import type { StreetKind } from "@/lib/city/geocoding/address-words";
import type { AreaRow, Names, StreetRow } from "@/lib/city/geocoding/city-row";
import { listCountryWords } from "@/lib/city/geocoding/list-country-words";
import type { QueryParse } from "@/lib/city/geocoding/parse-query";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import { type StreetWord, streetWords } from "@/lib/city/geocoding/street-words";
import { BEGINNING_WITH_TYPO, type Similarity, TokenIndex } from "@/lib/city/geocoding/token-index";
import { prefixVariants } from "@/lib/locale/fold";
import type { Point } from "@/lib/point";

const POINTS = {
  word: 10,
  kind: 4,
  otherKind: -6,
  area: 4,
  missing: -2.5,
  missingKind: -1,
  order: 0.5,
  otherName: -1,
  perKilometer: -0.12,
  mostKilometers: 30,
} as const;
const INITIAL: Similarity = 0.55;
const MAX_CANDIDATES = 600;
/** Shorter prefixes match too many area names. */
const MIN_AREA_LETTERS = 3;
/** Similarity of a word whose last letter may be half typed. */
const BEGUN: Similarity = 0.8;

interface NameWord {
  readonly index: number;
  readonly spelled: number;
  readonly word: string;
  readonly kind: StreetKind | null;
}

interface IndexedName {
  readonly street: StreetRow;
  readonly words: readonly NameWord[];
  readonly isOther: boolean;
}

export interface StreetMatch {
  readonly street: StreetRow;
  readonly reading: QueryParse;
  readonly points: number;
  /** The part of the points that the words give, whatever the distance and the size of the street. */
  readonly wordPoints: number;
  /** Number of words that match neither the street nor its area. */
  readonly unmatched: number;
  /** How many of them are numbers. */
  readonly unmatchedNumbers: number;
  /** Number of unmatched numbers before the house number, which is then rather that of a flat. */
  readonly unmatchedBefore: number;
  /** Whether a word matches an initial or a beginning with a typo, or the house number is not read in full. */
  readonly isGuessed: boolean;
  readonly isOtherKind: boolean;
}

export class StreetList {
  readonly streets: ReadonlyMap<number, StreetRow>;
  readonly areas: ReadonlyMap<number, AreaRow>;
  readonly #list: TokenIndex;
  readonly #names: IndexedName[] = [];
  readonly #namesOf: number[][];
  readonly #areaWords = new Map<number, Set<number>>();
  readonly #districtWords = new Set<number>();
  readonly #countryWords: ReadonlySet<string>;

  constructor(streets: readonly StreetRow[], areas: readonly AreaRow[]) {
    this.streets = new Map(streets.map((street) => [street.id, street]));
    this.areas = new Map(areas.map((area) => [area.id, area]));
    const [place] = streets;
    this.#countryWords = place === undefined ? new Set() : listCountryWords(place);
    // Streets with the most houses come first: if a word is in half of all names, these are considered.
    const inOrder = streets.toSorted((a, b) => b.houses - a.houses);
    const named = inOrder.flatMap((street) =>
      wordsOfNames(street).map(({ words, isOther }) => ({ street, words, isOther })),
    );
    const ofAreas = areas.map((area) => ({ area, words: wordsOfNames(area).flatMap(({ words }) => words) }));
    const all = [...named, ...ofAreas].flatMap(({ words }) => words);
    this.#list = new TokenIndex(all.flatMap(({ word, spelling }) => [word, spelling]));
    this.#namesOf = this.#list.words.map(() => []);
    const numbers = new Map(this.#list.words.map((word, index) => [word, index]));
    for (const { street, words, isOther } of named) {
      const toNumber = (word: string) => numbers.get(word) ?? -1;
      const indexed = words.map(({ word, spelling, kind }) => ({
        ...{ word, kind, index: toNumber(word), spelled: toNumber(spelling) },
      }));
      for (const index of new Set(indexed.flatMap(({ index, spelled }) => [index, spelled]))) {
        this.#namesOf[index]?.push(this.#names.length);
      }
      this.#names.push({ street, words: indexed, isOther });
    }
    for (const { area, words } of ofAreas) {
      const indexes = new Set(words.map(({ word }) => numbers.get(word) ?? -1));
      this.#areaWords.set(area.id, indexes);
      if (area.isDistrict) for (const index of indexes) this.#districtWords.add(index);
    }
  }

  match(readings: readonly QueryParse[], near: Point | null, limit: number): StreetMatch[] {
    const known = new Map<string, ReadonlyMap<number, Similarity>>();
    const find = (word: StreetWord) => {
      const found = known.get(word.spelling) ?? this.#find(word);
      known.set(word.spelling, found);
      return found;
    };
    const best = new Map<string, StreetMatch>();
    for (const reading of readings) {
      const likenesses = reading.words.map(find);
      for (const name of this.#candidates(reading.words, likenesses)) {
        const match = this.#score(name, reading, likenesses, near);
        if (match === null) continue;
        const key = `${match.street.id} ${reading.house?.key ?? ""}`;
        const known = best.get(key);
        if (known === undefined || isBetter(match, known)) best.set(key, match);
      }
    }
    return [...best.values()].sort((a, b) => (isBetter(a, b) ? -1 : 1)).slice(0, limit);
  }

  #find({ word, spelling }: StreetWord): Map<number, Similarity> {
    const found = this.#list.find(word);
    if (spelling !== word) {
      for (const [index, likeness] of this.#list.find(spelling)) {
        found.set(index, Math.max(found.get(index) ?? 0, likeness));
      }
    }
    for (const begun of prefixVariants(word)) {
      for (const index of this.#list.beginning(begun)) {
        found.set(index, Math.max(found.get(index) ?? 0, BEGUN));
      }
    }
    return found;
  }

  matchAreas(words: readonly StreetWord[], limit: number): { area: AreaRow; points: number }[] {
    const likenesses = words.map((word) => this.#find(word));
    return [...this.areas.values()]
      .flatMap((area) => {
        const own = this.#areaWords.get(area.id) ?? new Set();
        const each = likenesses.map((found) => findBestMatch(found, own));
        if (each.length === 0 || each.includes(0)) return [];
        const sum = each.reduce((total, likeness) => total + likeness, 0);
        return [{ area, points: sum - own.size / 100 - (area.isDistrict ? 0.05 : 0) }];
      })
      .sort((a, b) => b.points - a.points)
      .slice(0, limit);
  }

  /** Street types count only if the query has no other words. */
  #candidates(
    words: readonly StreetWord[],
    likenesses: readonly ReadonlyMap<number, Similarity>[],
  ): IndexedName[] {
    const isTelling = ({ word, kind }: StreetWord) => kind === null && word.length > 1;
    const areTelling = words.some(isTelling);
    const met = new Map<number, { count: number; sum: number }>();
    for (const [position, word] of words.entries()) {
      if (areTelling && !isTelling(word)) continue;
      const ofWord = new Map<number, Similarity>();
      for (const [index, likeness] of likenesses[position] ?? []) {
        for (const name of this.#namesOf[index]?.slice(0, MAX_CANDIDATES) ?? []) {
          if (likeness > (ofWord.get(name) ?? 0)) ofWord.set(name, likeness);
        }
      }
      for (const [name, likeness] of ofWord) {
        const { count, sum } = met.get(name) ?? { count: 0, sum: 0 };
        met.set(name, { count: count + 1, sum: sum + likeness });
      }
    }
    let most = 0;
    for (const { count } of met.values()) most = Math.max(most, count);
    const found = [...met].filter(([, { count }]) => count >= most - 1);
    if (found.length > MAX_CANDIDATES) {
      found.sort(([, one], [, other]) => other.sum - one.sum);
      found.length = MAX_CANDIDATES;
    }
    return found.flatMap(([index]) => this.#names[index] ?? []);
  }

  #score(
    { street, words: own, isOther }: IndexedName,
    reading: QueryParse,
    likenesses: readonly ReadonlyMap<number, Similarity>[],
    near: Point | null,
  ): StreetMatch | null {
    const isUsed = new Uint8Array(own.length);
    let [points, unmatched, named, last] = [0, 0, 0, -1];
    let [unmatchedNumbers, unmatchedBefore, regions] = [0, 0, 0];
    let [isOtherKind, hasKind, hasArea, isGuessed] = [false, false, false, reading.isHouseCut];
    for (const [position, typed] of reading.words.entries()) {
      const { word, kind, isRegion, isNumberBefore, isAfterKind, isAfterHouse, isStreetName } = typed;
      const found = likenesses[position] ?? new Map();
      const [at, likeness] = bestWord(own, isUsed, word, kind, found);
      if (at !== -1) {
        isUsed[at] = 1;
        // «Москва» is not the М of «улица М. Ломоносова».
        const isInitial = own[at]?.word.length === 1 && !isAfterKind;
        isGuessed ||= word.length > 1 && (isInitial || likeness <= BEGINNING_WITH_TYPO);
        // In `Stradela 2 Sitarului 1A`, 2 is hardly the house.
        isGuessed ||= isAfterHouse && own[at]?.kind === null;
        const isKind = kind !== null || own[at]?.kind !== null;
        hasKind ||= kind !== null && own[at]?.kind === kind;
        points += (isKind ? POINTS.kind : POINTS.word) * likeness;
        if (own[at]?.kind === null) named += 1;
        if (at > last) points += POINTS.order;
        last = at;
        continue;
      }
      const ofArea = word.length < MIN_AREA_LETTERS ? 0 : this.#findArea(street, found);
      if (ofArea > 0) {
        points += POINTS.area;
        hasArea ||= !isRegion;
        isGuessed ||= ofArea <= BEGINNING_WITH_TYPO || isStreetName;
      } else if (kind !== null) isOtherKind = true;
      else if (this.#countryWords.has(word) || this.#isOfAnyDistrict(street, found))
        isGuessed ||= isStreetName;
      else if (isRegion) regions += 1;
      else {
        unmatched += 1;
        if (/^\d+$/.test(word)) unmatchedNumbers += 1;
        if (isNumberBefore) unmatchedBefore += 1;
      }
    }
    // The town says more than its region, which the city's map may lack.
    if (!hasArea) unmatched += regions;
    const isNamedByKind = own.every(({ kind }) => kind !== null) && isUsed.includes(1);
    if (named === 0 && !isNamedByKind) return null;
    const left = own.filter((_, at) => isUsed[at] === 0);
    const missing = left.filter(({ kind }) => kind === null).length;
    // «Strada Drumul Viilor» is not «Strada Viilor»; «Пушкина» may be of any type.
    const isShort = left.length > missing && own.length - left.length > named;
    // «Набережная» is «Набережная улица».
    isGuessed ||= isShort && left.some(({ kind }) => kind !== null && kind !== "street");
    // A street without a type in its name matches any type.
    isOtherKind &&= !hasKind && own.some(({ kind }) => kind !== null);
    points += missing * POINTS.missing + (isShort ? POINTS.missingKind : 0);
    points += (isOtherKind ? POINTS.otherKind : 0) + (isOther ? POINTS.otherName : 0);
    const wordPoints = points;
    if (near !== null) {
      const kilometers = Math.min(metersBetween(street, near) / 1000, POINTS.mostKilometers);
      points += kilometers * POINTS.perKilometer;
    }
    points += Math.log10(1 + street.houses) / 4;
    return {
      ...{ street, reading, points, wordPoints },
      ...{ unmatched, unmatchedNumbers, unmatchedBefore, isGuessed, isOtherKind },
    };
  }

  /** Whether a word names a district of the town, where the street's name alone tells which street is meant. */
  #isOfAnyDistrict({ districtId }: StreetRow, found: ReadonlyMap<number, Similarity>): boolean {
    return districtId === null && findBestMatch(found, this.#districtWords) > BEGINNING_WITH_TYPO;
  }

  #findArea({ areaId, districtId }: StreetRow, found: ReadonlyMap<number, Similarity>): Similarity {
    const likenesses = [areaId, districtId].map((id) =>
      id === null ? 0 : findBestMatch(found, this.#areaWords.get(id) ?? new Set()),
    );
    return Math.max(...likenesses);
  }
}

/** Fewer unmatched words outweigh any points. */
function isBetter(a: StreetMatch, b: StreetMatch): boolean {
  if (a.unmatched !== b.unmatched) return a.unmatched < b.unmatched;
  if (a.unmatchedBefore !== b.unmatchedBefore) return a.unmatchedBefore < b.unmatchedBefore;
  return a.points > b.points;
}

function bestWord(
  own: readonly NameWord[],
  isUsed: Uint8Array,
  typed: string,
  kind: StreetKind | null,
  found: ReadonlyMap<number, Similarity>,
): [number, Similarity] {
  let [best, most] = [-1, 0];
  for (const [at, { index, spelled, word, kind: ownKind }] of own.entries()) {
    // `str` is a street, although «stradela» begins with it.
    if (isUsed[at] === 1 || (kind !== null && ownKind !== null && kind !== ownKind)) continue;
    let likeness = Math.max(found.get(index) ?? 0, found.get(spelled) ?? 0);
    if (kind !== null && ownKind === kind) likeness = Math.max(likeness, 1);
    // «А. Пушкина» is «Александра Пушкина».
    else if (word.length === 1 && /\p{L}/u.test(word) && typed.startsWith(word))
      likeness = Math.max(likeness, INITIAL);
    if (likeness > most) [best, most] = [at, likeness];
  }
  return [best, most];
}

function findBestMatch(found: ReadonlyMap<number, Similarity>, own: ReadonlySet<number>): Similarity {
  let most = 0;
  for (const index of own) most = Math.max(most, found.get(index) ?? 0);
  return most;
}

function wordsOfNames({
  name,
  nameRu,
  nameEn,
  otherNames,
}: Names): { words: StreetWord[]; isOther: boolean }[] {
  const seen = new Set<string>();
  const all = [name, nameRu, nameEn, ...otherNames].filter((one): one is string => one !== null);
  // A name with a hyphen may be typed as one word.
  const written = all.flatMap((one) => (one.includes("-") ? [one, one.replaceAll("-", "")] : [one]));
  return written.flatMap((one, position) => {
    const words = streetWords(one);
    const key = words.map(({ word }) => word).join(" ");
    if (words.length === 0 || seen.has(key)) return [];
    seen.add(key);
    return [{ words, isOther: position > 0 && otherNames.includes(one) }];
  });
}
