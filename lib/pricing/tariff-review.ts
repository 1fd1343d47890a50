import { DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { toRubles } from "@/lib/pricing/money";
import { TARIFF_FIELDS, type TariffField, tariffValues } from "@/lib/pricing/schema";
import { legPrice, type Tariff } from "@/lib/pricing/tariff";

/** A value that changes by more than this factor is probably a mistake. */
const LARGE_FACTOR = 2;

/** Example trips of one dropoff with the default cargo size. */
const EXAMPLE_KM = [2, 5, 20] as const;

export interface ValueChange {
  readonly before: number;
  readonly after: number;
  /** Relative to `before`; null if that is 0. */
  readonly share: number | null;
  readonly isLarge: boolean;
}

/** What a tariff would change, for the operator who confirms it. Amounts are in RUB. */
export interface TariffReview {
  readonly changes: readonly (ValueChange & { readonly field: TariffField })[];
  readonly examples: readonly (ValueChange & { readonly km: number })[];
  /** Names the reviewed values; the tariff is put into force only with it. */
  readonly reviewed: string;
}

export function reviewTariff(current: Tariff, next: Omit<Tariff, "id">): TariffReview {
  const [before, after] = [tariffValues(current), tariffValues({ ...next, id: current.id })];
  const price = (tariff: Tariff, km: number) => toRubles(legPrice(tariff, km * 1000, DEFAULT_CARGO_SIZE));
  return {
    changes: TARIFF_FIELDS.flatMap((field) =>
      before[field] === after[field] ? [] : [{ field, ...compare(before[field], after[field]) }],
    ),
    examples: EXAMPLE_KM.map((km) => ({
      km,
      ...compare(price(current, km), price({ ...next, id: current.id }, km)),
    })),
    reviewed: JSON.stringify(after),
  };
}

function compare(before: number, after: number): ValueChange {
  const isLarge = before > 0 && (after > before * LARGE_FACTOR || after * LARGE_FACTOR < before);
  return { before, after, share: before === 0 ? null : (after - before) / before, isLarge };
}
