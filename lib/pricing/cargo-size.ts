import * as enums from "@/lib/db/generated/enums";

/** Cargo sizes from the smallest to the largest (spec, ORD-5). */
export const CARGO_SIZES = Object.values(enums.CargoSize);

export type CargoSize = (typeof CARGO_SIZES)[number];

/** The default size (spec, ORD-5). */
export const DEFAULT_CARGO_SIZE: CargoSize = "M";

/** Steps of surcharge: S adds none, M one, L two, XL three (spec, TAR-11). */
export function sizeSteps(size: CargoSize): number {
  return CARGO_SIZES.indexOf(size);
}
