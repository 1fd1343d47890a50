import * as enums from "@/lib/db/generated/enums";

/** Smallest first (spec, ORD-5). */
export const CARGO_SIZES = Object.values(enums.CargoSize);

export type CargoSize = (typeof CARGO_SIZES)[number];

export const DEFAULT_CARGO_SIZE: CargoSize = "M";

/** S adds no surcharge, M one step, L two, XL three (spec, TAR-11). */
export function sizeSteps(size: CargoSize): number {
  return CARGO_SIZES.indexOf(size);
}
