export type Point = readonly [latitude: number, longitude: number];

/** Every pickup is over 2 km west of every dropoff, so that no route is a straight line. */
export interface PointList {
  readonly pickups: readonly Point[];
  readonly dropoffs: readonly Point[];
}

const REPEATED_PAIRS = 16;
// One meter, the smallest difference that remains after rounding to five decimals.
const SHIFT = 0.00001;
const SHIFTS = 20;

/** Returns one of 16 pairs, or with `isNew` a new pair for each of the first three million numbers. */
export function findPair({ pickups, dropoffs }: PointList, number: number, isNew: boolean): [Point, Point] {
  const index = isNew ? number : number % REPEATED_PAIRS;
  const [latitude, longitude] = pickups[index % pickups.length] ?? [0, 0];
  const dropoff = dropoffs[Math.floor(index / pickups.length) % dropoffs.length] ?? [0, 0];
  const turn = Math.floor(index / (pickups.length * dropoffs.length));
  const north = (turn % SHIFTS) * SHIFT;
  const east = (Math.floor(turn / SHIFTS) % SHIFTS) * SHIFT;
  return [[latitude + north, longitude + east], dropoff];
}
