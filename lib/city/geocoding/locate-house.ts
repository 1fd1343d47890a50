import type { HouseNumber } from "@/lib/city/geocoding/address-grammar";
import type { HouseRow } from "@/lib/city/geocoding/city-row";
import { interpolate, metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { Point } from "@/lib/point";

/** Houses are not interpolated between known houses further apart than this. */
const MAX_METERS = 600;
/** Houses are not interpolated between numbers on one side of a street that differ by more than this. */
export const MAX_NUMBERS = 30;
/** A number beyond the last known house on its side may differ from that house's by at most this much. */
const BEYOND_NUMBERS = 4;

export interface PlacedHouse extends Point {
  readonly building: string;
  readonly isApproximate: boolean;
}

/** The places on the map, or one estimated from the neighbors in `houses`; none without neighbors. */
export function locateHouse(
  asked: HouseNumber & { readonly text: string },
  houses: readonly HouseRow[],
): PlacedHouse[] {
  const text = asked.text.replaceAll(/[\s,]+/g, " ").trim();
  const exact = houses.filter(({ key }) => key === asked.key);
  // If two houses share a number, the one written as typed comes first.
  exact.sort((a, b) => Number(b.label === text) - Number(a.label === text));
  if (exact.length > 0)
    return exact.map((house) => ({
      ...toPlace(house),
      building: house.label,
      isApproximate: house.isApproximate,
    }));
  const estimated = ofSameNumber(asked, houses) ?? betweenNeighbors(asked, houses);
  if (estimated === null) return [];
  return [{ ...estimated, building: text, isApproximate: true }];
}

const toPlace = ({ latitude, longitude }: Point): Point => ({ latitude, longitude });

/** 12/3 is located at 12, 12А or 12/1, whichever is spelled most like it. */
function ofSameNumber(asked: HouseNumber, houses: readonly HouseRow[]): Point | null {
  const same = houses.filter(({ number }) => number === asked.number);
  const likeness = ({ key }: HouseRow): number => {
    let at = 0;
    while (at < key.length && key[at] === asked.key[at]) at += 1;
    return at - key.length / 100;
  };
  const [first, ...others] = same;
  if (first === undefined) return null;
  return toPlace(others.reduce((best, one) => (likeness(one) > likeness(best) ? one : best), first));
}

function betweenNeighbors({ number }: HouseNumber, houses: readonly HouseRow[]): Point | null {
  const side = houses.filter((house) => house.number % 2 === number % 2);
  const closest = (candidates: HouseRow[]): HouseRow | undefined =>
    candidates.sort(
      (a, b) => Math.abs(a.number - number) - Math.abs(b.number - number) || a.key.length - b.key.length,
    )[0];
  const lower = closest(side.filter((house) => house.number < number));
  const higher = closest(side.filter((house) => house.number > number));
  if (lower !== undefined && higher !== undefined && metersBetween(lower, higher) <= MAX_METERS) {
    return interpolate(lower, higher, (number - lower.number) / (higher.number - lower.number));
  }
  const only = lower !== undefined && higher !== undefined ? undefined : (lower ?? higher);
  return only !== undefined && Math.abs(only.number - number) <= BEYOND_NUMBERS ? toPlace(only) : null;
}
