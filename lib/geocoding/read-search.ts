import { readAddressText } from "@/lib/geocoding/address-text";
import { findHouses, type HouseMatch } from "@/lib/geocoding/house-number";
import { isStopWord, type StreetWord, streetWords } from "@/lib/geocoding/street-words";

const MAX_HOUSES = 5;
const MAX_WORDS = 12;

export interface QueryParse {
  readonly words: readonly StreetWord[];
  readonly house: HouseMatch | null;
  /** Whether the house number comes last, so that more of it may follow. */
  readonly isHouseLast: boolean;
  readonly points: number;
}

/** Penalty for a house number inside the street's name, as in «2 Stradela 3 Sitarului», which is rare. */
const AMID_WORDS = -0.2;

export function parseQuery(text: string): QueryParse[] {
  const { query } = readAddressText(text.normalize("NFC"));
  const houses = findHouses(query).slice(-MAX_HOUSES);
  const readings = [null, ...houses].map((house) => {
    const rest = house === null ? query : `${query.slice(0, house.start)} , ${query.slice(house.end)}`;
    const all = streetWords(rest);
    // «Дом» alone may be a street name.
    const words = all.filter((one) => !isStopWord(one));
    const isHouseLast = house !== null && query.slice(house.end).trim() === "";
    const points = house === null ? 0 : toPoints(query.slice(0, house.start), query.slice(house.end));
    return { words: (words.length === 0 ? all : words).slice(0, MAX_WORDS), house, isHouseLast, points };
  });
  return readings.filter(({ words }) => words.length > 0);
}

function toPoints(before: string, after: string): number {
  const isAtEdge = /(^|,)\s*$/.test(before) || /^\s*(,|$)/.test(after);
  return isAtEdge ? 0 : AMID_WORDS;
}
