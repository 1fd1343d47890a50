export type Point = readonly [latitude: number, longitude: number];

/** Every pickup is over 2 km west of every dropoff, so that no route is a straight line. */
export interface PointList {
  readonly pickups: readonly Point[];
  readonly dropoffs: readonly Point[];
}

const REPEATED_PAIRS = 16;
// One meter: the difference that a service which rounds to five decimals still sees.
const SHIFT = 0.00001;
const SHIFTS = 20;

/** New places for the first three million numbers, or one of 16 pairs. */
export function findPair({ pickups, dropoffs }: PointList, number: number, isNew: boolean): [Point, Point] {
  const index = isNew ? number : number % REPEATED_PAIRS;
  const [latitude, longitude] = pickups[index % pickups.length] ?? [0, 0];
  const dropoff = dropoffs[Math.floor(index / pickups.length) % dropoffs.length] ?? [0, 0];
  const turn = Math.floor(index / (pickups.length * dropoffs.length));
  const north = (turn % SHIFTS) * SHIFT;
  const east = (Math.floor(turn / SHIFTS) % SHIFTS) * SHIFT;
  return [[latitude + north, longitude + east], dropoff];
}
