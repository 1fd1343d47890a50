import { readAddressText } from "@/lib/geocoding/address-text";
import { type FoundHouse, findHouses } from "@/lib/geocoding/house-number";
import { isEmptyWord, type StreetWord, streetWords } from "@/lib/geocoding/street-words";

const MOST_HOUSES = 5;
const MOST_WORDS = 12;

/** One way to read the typed text: which words are the street and area, and which the house. */
export interface Reading {
  readonly words: readonly StreetWord[];
  readonly house: FoundHouse | null;
  /** Whether the house number comes last, so that more of it may follow. */
  readonly isHouseLast: boolean;
  readonly points: number;
}

/** «2 Stradela 3 Sitarului»: the house's number hardly ever stands amid the street's name. */
const AMID_WORDS = -0.2;

/** Each number may be the house's, or part of the street's name. */
export function readSearch(text: string): Reading[] {
  const { query } = readAddressText(text.normalize("NFC"));
  const houses = findHouses(query).slice(-MOST_HOUSES);
  const readings = [null, ...houses].map((house) => {
    const rest = house === null ? query : `${query.slice(0, house.start)} , ${query.slice(house.end)}`;
    const all = streetWords(rest);
    // «Дом» alone may be a street name.
    const words = all.filter((one) => !isEmptyWord(one));
    const isHouseLast = house !== null && query.slice(house.end).trim() === "";
    const points = house === null ? 0 : pointsOf(query.slice(0, house.start), query.slice(house.end));
    return { words: (words.length === 0 ? all : words).slice(0, MOST_WORDS), house, isHouseLast, points };
  });
  return readings.filter(({ words }) => words.length > 0);
}

function pointsOf(before: string, after: string): number {
  const isAtEdge = /(^|,)\s*$/.test(before) || /^\s*(,|$)/.test(after);
  return isAtEdge ? 0 : AMID_WORDS;
}
