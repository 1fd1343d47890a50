import {
  findHouses,
  type HouseMatch,
  readAddressText,
  withoutPostalCodes,
} from "@/lib/city/geocoding/address-grammar";
import { isRegionWord, isStopWord, type StreetWord, streetWords } from "@/lib/city/geocoding/street-words";

const MAX_HOUSES = 8;
const MAX_WORDS = 12;

export interface SearchWord extends StreetWord {
  /** Whether it names a region or a district, which the city's map may not have. */
  readonly isRegion: boolean;
  /** Whether it follows the type of the street, as «Михаила» does in «ул. Михаила Ломоносова». */
  readonly isAfterKind: boolean;
  /** Whether it begins the name of a street, as «Chișinău» does in «strada Chișinău, Bălți». */
  readonly isStreetName: boolean;
  /** Whether it is a number that the house number of the reading follows. */
  readonly isNumberBefore: boolean;
  /** Whether it follows a house number that has words on both sides, as in «ул. Ленина 5 Москва». */
  readonly isAfterHouse: boolean;
}

export interface QueryParse {
  readonly words: readonly SearchWord[];
  readonly house: HouseMatch | null;
  /** Whether the house number comes last, so that more of it may follow. */
  readonly isHouseLast: boolean;
  /** Whether letters that are no part of the house number touch it. */
  readonly isHouseCut: boolean;
  readonly points: number;
}

/** Penalty for a house number inside the street's name, as in «2 Stradela 3 Sitarului», which is rare. */
const AMID_WORDS = -0.2;

/** One reading for each number that may be the house; the others then belong to the street's name, or to nothing. */
export function parseQuery(text: string): QueryParse[] {
  const query = withoutPostalCodes(readAddressText(text).query);
  const all = findHouses(query);
  const labeled = all.filter(({ isLabeled }) => isLabeled);
  const houses = (labeled.length > 0 ? labeled : all).slice(0, MAX_HOUSES);
  const readings = [null, ...houses].map((house) => {
    const [before, after] =
      house === null ? ["", query] : [query.slice(0, house.start), query.slice(house.end)];
    const isAmid = house !== null && isAmidWords(before, after);
    const all = [...toWords(before, { isBefore: true }), ...toWords(after, { isAfterHouse: isAmid })];
    // «Дом» alone may be a street name.
    const words = all.filter((one) => !isStopWord(one));
    const isHouseLast = house !== null && after.trim() === "";
    const isHouseCut = house !== null && /^\p{L}/u.test(after);
    const points = isAmid ? AMID_WORDS : 0;
    const kept = (words.length === 0 ? all : words).slice(0, MAX_WORDS);
    return { words: kept, house, isHouseLast, isHouseCut, points };
  });
  return readings.filter(({ words }) => words.length > 0);
}

/** «м. Курская» */
const STATION = /^\s*м\.?\s+\p{Lu}[^\d]*$/iu;

function toWords(text: string, { isBefore = false, isAfterHouse = false }): SearchWord[] {
  return text.split(/[,;]/).flatMap((part) => {
    const words = streetWords(part);
    const isStation = STATION.test(part) && words.every(({ kind }) => kind === null);
    const regions = isStation ? new Set(words.keys()) : findRegions(words);
    return words.map((word, at) => ({
      ...word,
      isRegion: regions.has(at),
      isAfterKind: at > 0 && words[at - 1]?.kind !== null,
      isStreetName: at === 1 && word.kind === null && isStreet(words[0]),
      isNumberBefore: isBefore && /^\d+$/.test(word.word),
      isAfterHouse,
    }));
  });
}

/** An estate may be named like a district, as in «мкр Ботаника». */
const isStreet = (word: StreetWord | undefined): boolean => word?.kind != null && word.kind !== "estate";

/** Russian adjectives precede «область» and «район»; other names follow the word. */
const ADJECTIVE = /(?:[kцn]aя|[kn]ii|skoi|oi)$/u;

function findRegions(words: readonly StreetWord[]): Set<number> {
  const isName = (at: number): boolean => {
    const word = words[at];
    return word !== undefined && !isStopWord(word) && word.kind === null;
  };
  const marks = words.flatMap((word, at) => (isRegionWord(word) ? [at] : []));
  if (marks.length > 0 && words.every(({ kind }) => kind === null)) return new Set(words.keys());
  return new Set(
    marks.map((at) => (isName(at - 1) && ADJECTIVE.test(words[at - 1]?.word ?? "") ? at - 1 : at + 1)),
  );
}

/** Whether words are on both sides of a house number, without a comma between. */
function isAmidWords(before: string, after: string): boolean {
  return !/(^|,)\s*$/.test(before) && !/^\s*(,|$)/.test(after);
}
