/** Cargo sizes from the smallest to the largest (spec, Order, cargo_size). */
export const CARGO_SIZES = ["S", "M", "L", "XL"] as const;

export type CargoSize = (typeof CARGO_SIZES)[number];

/** The size where none is said (spec, Order, cargo_size). */
export const DEFAULT_CARGO_SIZE: CargoSize = "M";

/** Steps of surcharge: S adds none, M one, L two, XL three (spec, Tariff table, rule 3). */
export function sizeSteps(size: CargoSize): number {
  return CARGO_SIZES.indexOf(size);
}

/** The size that a vehicle must carry to take all of these. @throws RangeError when there are none */
export function largestCargoSize(sizes: readonly CargoSize[]): CargoSize {
  const largest = CARGO_SIZES.findLast((size) => sizes.includes(size));
  if (largest === undefined) throw new RangeError("No cargo sizes to compare");
  return largest;
}
