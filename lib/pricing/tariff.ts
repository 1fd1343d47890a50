import type { FieldIssue } from "@/lib/domain-error";
import { type CargoSize, DEFAULT_CARGO_SIZE, sizeSteps } from "@/lib/pricing/cargo-size";
import { divideHalfUp, fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";

const METERS_PER_KM = 1000;
const MAX_BANDS = 1000;

/** One version (spec, Tariff table), in kopecks and meters. */
export interface Tariff {
  readonly id: number;
  readonly basePrice: Kopecks;
  readonly firstThresholdMeters: number;
  readonly bandWidthMeters: number;
  readonly bandStep: Kopecks;
  readonly maxThresholdMeters: number;
  readonly perKmOver: Kopecks;
  readonly cargoSizeStepFee: Kopecks;
  readonly cancellationFeeAssigned: Kopecks;
  readonly cancellationFeeArrived: Kopecks;
  readonly waitingFreeMinutes: number;
  readonly waitingPerMinute: Kopecks;
  readonly returnPercent: number;
  readonly courierPercent: number;
}

type Unit = "rub" | "rub_per_km" | "rub_per_min" | "km" | "min" | "percent";

/** Names, units and maximums of the spec. Ten legs of maximum length fit numeric(12, 2) prices and numeric(9, 3) km. */
export const TARIFF_NUMBERS = {
  base_price: ["basePrice", "rub", 100_000],
  first_threshold_km: ["firstThresholdMeters", "km", 100_000],
  band_width_km: ["bandWidthMeters", "km", 100_000],
  band_step: ["bandStep", "rub", 100_000],
  max_threshold_km: ["maxThresholdMeters", "km", 100_000],
  per_km_over: ["perKmOver", "rub_per_km", 10_000],
  cargo_size_step_fee: ["cargoSizeStepFee", "rub", 100_000],
  cancellation_fee_assigned: ["cancellationFeeAssigned", "rub", 100_000],
  cancellation_fee_arrived: ["cancellationFeeArrived", "rub", 100_000],
  waiting_free_minutes: ["waitingFreeMinutes", "min", 1_440],
  waiting_per_minute: ["waitingPerMinute", "rub_per_min", 1_000],
  return_percent: ["returnPercent", "percent", 300],
  courier_percent: ["courierPercent", "percent", 100],
} as const satisfies Record<string, readonly [keyof Tariff, Unit, most: number]>;

export interface Band {
  readonly minMeters: number;
  /** Exclusive; null on the last band. */
  readonly maxMeters: number | null;
  readonly price: Kopecks;
  /** Per kilometer past the beginning of the last band; null elsewhere. */
  readonly perKmOver: Kopecks | null;
}

const bands = new WeakMap<Tariff, readonly Band[]>();

/** Each band costs one step more than the previous; the band before the unlimited one may be shorter. */
export function getBands(tariff: Tariff): readonly Band[] {
  const known = bands.get(tariff) ?? buildBands(tariff);
  bands.set(tariff, known);
  return known;
}

function buildBands(tariff: Tariff): Band[] {
  let last = tariff.firstThresholdMeters;
  const ends = [last];
  while (last < tariff.maxThresholdMeters) {
    last = Math.min(last + tariff.bandWidthMeters, tariff.maxThresholdMeters);
    ends.push(last);
  }
  const limited = ends.map((maxMeters, index): Band => {
    const price = priceOfBand(tariff, index);
    return { minMeters: ends[index - 1] ?? 0, maxMeters, price, perKmOver: null };
  });
  const price = priceOfBand(tariff, ends.length);
  return [...limited, { minMeters: last, maxMeters: null, price, perKmOver: tariff.perKmOver }];
}

function priceOfBand(tariff: Tariff, index: number): Kopecks {
  return kopecks(tariff.basePrice + tariff.bandStep * index);
}

/** Before surcharges (spec, TAR-9, TAR-10). @throws RangeError unless whole and not negative */
export function routePrice(tariff: Tariff, distanceMeters: number): Kopecks {
  if (!Number.isSafeInteger(distanceMeters) || distanceMeters < 0) {
    throw new RangeError(`Not a distance in whole meters: ${distanceMeters}`);
  }
  const band = getBands(tariff).find(({ maxMeters }) => maxMeters === null || distanceMeters < maxMeters);
  if (band === undefined) throw new Error("The bands leave no distance out.");
  if (band.perKmOver === null) return band.price;
  const over = BigInt(distanceMeters - band.minMeters) * BigInt(band.perKmOver);
  return kopecks(band.price + divideHalfUp(over, BigInt(METERS_PER_KM)));
}

export function cargoSurcharge(tariff: Tariff, size: CargoSize): Kopecks {
  return kopecks(tariff.cargoSizeStepFee * sizeSteps(size));
}

export function legPrice(tariff: Tariff, distanceMeters: number, size: CargoSize): Kopecks {
  return kopecks(routePrice(tariff, distanceMeters) + cargoSurcharge(tariff, size));
}

/** The return percentage of a leg with the trip's largest cargo, rounded half up (spec, Charges). */
export function returnPrice(tariff: Tariff, distanceMeters: number, sizes: readonly CargoSize[]): Kopecks {
  const largest = sizes.toSorted((a, b) => sizeSteps(b) - sizeSteps(a))[0] ?? DEFAULT_CARGO_SIZE;
  const leg = BigInt(legPrice(tariff, distanceMeters, largest));
  return kopecks(divideHalfUp(leg * BigInt(tariff.returnPercent), 100n));
}

/** All problems under the spec's names (spec, Tariff table), at most one per field. */
export function checkTariff(tariff: Omit<Tariff, "id">): FieldIssue[] {
  const issues = Object.entries(TARIFF_NUMBERS).flatMap(([field, [key, unit, most]]): FieldIssue[] => {
    const message = numberProblem(tariff[key], unit, most);
    return message === null ? [] : [{ field, message }];
  });
  const isWrong = (field: string) => issues.some((issue) => issue.field === field);
  if (isWrong("first_threshold_km") || isWrong("max_threshold_km")) return issues;

  const spanMeters = tariff.maxThresholdMeters - tariff.firstThresholdMeters;
  if (spanMeters < 0) {
    issues.push({ field: "max_threshold_km", message: "must not be below first_threshold_km" });
  } else if (!isWrong("band_width_km") && 2 + Math.ceil(spanMeters / tariff.bandWidthMeters) > MAX_BANDS) {
    issues.push({ field: "band_width_km", message: `must not make more than ${MAX_BANDS} bands` });
  }
  return issues;
}

function numberProblem(value: number, unit: Unit, most: number): string | null {
  const isWithin = (max: number) => Number.isSafeInteger(value) && value >= 0 && value <= max;
  if (unit === "km") {
    if (value > 0 && isWithin(most * METERS_PER_KM)) return null;
    return `must be above 0 and at most ${most} km with at most three decimals`;
  }
  if (unit === "min" || unit === "percent") {
    return isWithin(most) ? null : `must be a whole number, 0 to ${most}`;
  }
  return isWithin(fromRubles(most)) ? null : `must be 0 to ${most} RUB with at most two decimals`;
}
