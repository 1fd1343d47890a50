/** Cargo sizes from the smallest to the largest (spec, Order, cargo_size). */
export const CARGO_SIZES = ["S", "M", "L", "XL"] as const;

export type CargoSize = (typeof CARGO_SIZES)[number];

/** The default size (spec, Order, cargo_size). */
export const DEFAULT_CARGO_SIZE: CargoSize = "M";

/** Steps of surcharge: S adds none, M one, L two, XL three (spec, Tariff table, rule 3). */
export function sizeSteps(size: CargoSize): number {
  return CARGO_SIZES.indexOf(size);
}
