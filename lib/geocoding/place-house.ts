import type { HouseRow } from "@/lib/geocoding/city-row";
import { between, metersBetween, type Place } from "@/lib/geocoding/flat";
import type { HouseNumber } from "@/lib/geocoding/house-number";

/** Between known houses further apart than this nobody knows where one stands. */
const MOST_METERS = 600;
/** Numbers of a street on one side further apart than this have something between them. */
export const MOST_NUMBERS = 30;
/** Beyond the last known house of its side, a number is looked for so many numbers on. */
const BEYOND_NUMBERS = 4;

/** Where a house is, and whether that is only an estimate. */
export interface PlacedHouse extends Place {
  readonly building: string;
  readonly isApproximate: boolean;
}

/**
 * The places of a house on a street: those that the map has; or else one that is estimated from its neighbours, under
 * the number that was asked for; none where it has no neighbours.
 *
 * @param asked its number, and that number as it was typed
 * @param houses those of the street with numbers near it
 */
export function placeHouse(
  asked: HouseNumber & { readonly text: string },
  houses: readonly HouseRow[],
): PlacedHouse[] {
  const text = asked.text.trim();
  const exact = houses.filter(({ key }) => key === asked.key);
  // Of two houses with one number the one that is written so comes first.
  exact.sort((a, b) => Number(b.label === text) - Number(a.label === text));
  if (exact.length > 0)
    return exact.map((house) => ({
      ...placeOf(house),
      building: house.label,
      isApproximate: house.isApproximate,
    }));
  const estimated = ofSameNumber(asked, houses) ?? betweenNeighbours(asked, houses);
  if (estimated === null) return [];
  return [{ ...estimated, building: text, isApproximate: true }];
}

const placeOf = ({ latitude, longitude }: Place): Place => ({ latitude, longitude });

/** 12/3 stands where 12 does, or 12А, or 12/1: whichever is written most like it. */
function ofSameNumber(asked: HouseNumber, houses: readonly HouseRow[]): Place | null {
  const same = houses.filter(({ number }) => number === asked.number);
  const likeness = ({ key }: HouseRow): number => {
    let at = 0;
    while (at < key.length && key[at] === asked.key[at]) at += 1;
    return at - key.length / 100;
  };
  const [first, ...others] = same;
  if (first === undefined) return null;
  return placeOf(others.reduce((best, one) => (likeness(one) > likeness(best) ? one : best), first));
}

/** Between the next lower and the next higher number of its side of the street. */
function betweenNeighbours({ number }: HouseNumber, houses: readonly HouseRow[]): Place | null {
  const side = houses.filter((house) => house.number % 2 === number % 2);
  const closest = (candidates: HouseRow[]): HouseRow | undefined =>
    candidates.sort(
      (a, b) => Math.abs(a.number - number) - Math.abs(b.number - number) || a.key.length - b.key.length,
    )[0];
  const lower = closest(side.filter((house) => house.number < number));
  const higher = closest(side.filter((house) => house.number > number));
  if (lower !== undefined && higher !== undefined && metersBetween(lower, higher) <= MOST_METERS) {
    return between(lower, higher, (number - lower.number) / (higher.number - lower.number));
  }
  const only = lower !== undefined && higher !== undefined ? undefined : (lower ?? higher);
  return only !== undefined && Math.abs(only.number - number) <= BEYOND_NUMBERS ? placeOf(only) : null;
}
