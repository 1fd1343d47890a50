import type { FieldIssue } from "@/lib/domain-error";
import { type CargoSize, DEFAULT_CARGO_SIZE, sizeSteps } from "@/lib/pricing/cargo-size";
import { divideHalfUp, fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";

const METERS_PER_KM = 1000;
const MAX_BANDS = 1000;

// Together these keep ten of the longest legs a router can report within the price columns, numeric(12, 2), and each
// distance within its own, numeric(9, 3).
const MAX_AMOUNT_RUBLES = 100_000;
const MAX_PER_KM_RUBLES = 10_000;
const MAX_THRESHOLD_KM = 100_000;
const MAX_PER_MINUTE_RUBLES = 1_000;
const MAX_FREE_MINUTES = 1_440;
const MAX_RETURN_PERCENT = 300;
const MAX_COURIER_PERCENT = 100;

/** One version of the price table's scalars (spec, Tariff table), in kopecks and metres. */
export interface Tariff {
  readonly id: number;
  readonly basePrice: Kopecks;
  readonly firstThresholdMeters: number;
  readonly bandWidthMeters: number;
  readonly bandStep: Kopecks;
  readonly maxThresholdMeters: number;
  readonly perKmOver: Kopecks;
  readonly cargoSizeStepFee: Kopecks;
  /** What cancelling costs once a courier is assigned, and once they have arrived at the pickup. */
  readonly cancellationFeeAssigned: Kopecks;
  readonly cancellationFeeArrived: Kopecks;
  /** Whole minutes of waiting at a stop that cost nothing, and the price of each further one. */
  readonly waitingFreeMinutes: number;
  readonly waitingPerMinute: Kopecks;
  /** The price of a return, in whole percent of a leg over the way back. */
  readonly returnPercent: number;
  /** A courier's part of what an order costs, in whole percent; 0 while couriers are not told what they earn. */
  readonly courierPercent: number;
}

/** A row of the price table. */
export interface Band {
  /** Inclusive. */
  readonly minMeters: number;
  /** Exclusive; null on the last band, which has no end. */
  readonly maxMeters: number | null;
  readonly price: Kopecks;
  /** Only on the last band: added for each kilometre past its beginning. */
  readonly perKmOver: Kopecks | null;
}

/**
 * The bands that the scalars describe. The first covers the base price's distance; each further one, the open one
 * included, costs a step more than the previous; the one before the last is cut where the open one begins.
 */
export function bandsOf(tariff: Tariff): Band[] {
  const bands: Band[] = [];
  const ends = [tariff.firstThresholdMeters];
  for (let end = tariff.firstThresholdMeters; end < tariff.maxThresholdMeters; ) {
    end = Math.min(end + tariff.bandWidthMeters, tariff.maxThresholdMeters);
    ends.push(end);
  }
  let begin = 0;
  for (const end of ends) {
    bands.push({
      minMeters: begin,
      maxMeters: end,
      price: priceOfBand(tariff, bands.length),
      perKmOver: null,
    });
    begin = end;
  }
  const price = priceOfBand(tariff, bands.length);
  bands.push({ minMeters: begin, maxMeters: null, price, perKmOver: tariff.perKmOver });
  return bands;
}

function priceOfBand(tariff: Tariff, index: number): Kopecks {
  return kopecks(tariff.basePrice + tariff.bandStep * index);
}

/**
 * The price of a distance in whole metres before any surcharge (spec, TAR-9, TAR-10). A part of
 * a kilometre past the last threshold costs its part of per_km_over, rounded half up to the kopeck.
 *
 * @throws RangeError when the distance is negative or not whole
 */
export function routePrice(tariff: Tariff, distanceMeters: number): Kopecks {
  if (!Number.isSafeInteger(distanceMeters) || distanceMeters < 0) {
    throw new RangeError(`Not a distance in whole metres: ${distanceMeters}`);
  }
  const band = bandsOf(tariff).find(({ maxMeters }) => maxMeters === null || distanceMeters < maxMeters);
  if (band === undefined) throw new Error("The bands leave no distance out.");
  if (band.perKmOver === null) return band.price;
  const over = BigInt(distanceMeters - band.minMeters) * BigInt(band.perKmOver);
  return kopecks(band.price + divideHalfUp(over, BigInt(METERS_PER_KM)));
}

/** The surcharge of a destination's cargo (spec, TAR-11). */
export function cargoSurcharge(tariff: Tariff, size: CargoSize): Kopecks {
  return kopecks(tariff.cargoSizeStepFee * sizeSteps(size));
}

/** The price of one leg: its distance and its destination's cargo. */
export function legPrice(tariff: Tariff, distanceMeters: number, size: CargoSize): Kopecks {
  return kopecks(routePrice(tariff, distanceMeters) + cargoSurcharge(tariff, size));
}

/**
 * The price of bringing goods back over a distance in whole metres: the return percentage of a leg as long with the
 * largest cargo of the trip, rounded half up to the kopeck (spec, Charges).
 */
export function returnPrice(tariff: Tariff, distanceMeters: number, sizes: readonly CargoSize[]): Kopecks {
  const largest = sizes.toSorted((a, b) => sizeSteps(b) - sizeSteps(a))[0] ?? DEFAULT_CARGO_SIZE;
  const leg = BigInt(legPrice(tariff, distanceMeters, largest));
  return kopecks(divideHalfUp(leg * BigInt(tariff.returnPercent), 100n));
}

/**
 * Every problem of a tariff's numbers, under the spec's names (spec, Tariff table); empty when they make a table. At
 * most one issue per field.
 */
export function checkTariff(tariff: Omit<Tariff, "id">): FieldIssue[] {
  const issues = [
    ...checkAmount("base_price", tariff.basePrice, MAX_AMOUNT_RUBLES),
    ...checkDistance("first_threshold_km", tariff.firstThresholdMeters),
    ...checkDistance("band_width_km", tariff.bandWidthMeters),
    ...checkAmount("band_step", tariff.bandStep, MAX_AMOUNT_RUBLES),
    ...checkDistance("max_threshold_km", tariff.maxThresholdMeters),
    ...checkAmount("per_km_over", tariff.perKmOver, MAX_PER_KM_RUBLES),
    ...checkAmount("cargo_size_step_fee", tariff.cargoSizeStepFee, MAX_AMOUNT_RUBLES),
    ...checkAmount("cancellation_fee_assigned", tariff.cancellationFeeAssigned, MAX_AMOUNT_RUBLES),
    ...checkAmount("cancellation_fee_arrived", tariff.cancellationFeeArrived, MAX_AMOUNT_RUBLES),
    ...checkWhole("waiting_free_minutes", tariff.waitingFreeMinutes, MAX_FREE_MINUTES),
    ...checkAmount("waiting_per_minute", tariff.waitingPerMinute, MAX_PER_MINUTE_RUBLES),
    ...checkWhole("return_percent", tariff.returnPercent, MAX_RETURN_PERCENT),
    ...checkWhole("courier_percent", tariff.courierPercent, MAX_COURIER_PERCENT),
  ];
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

function checkAmount(field: string, amount: number, maxRubles: number): FieldIssue[] {
  const isAmount = Number.isSafeInteger(amount) && amount >= 0 && amount <= fromRubles(maxRubles);
  const message = `must be 0 to ${maxRubles} RUB with at most two decimals`;
  return isAmount ? [] : [{ field, message }];
}

function checkWhole(field: string, value: number, most: number): FieldIssue[] {
  const isWithin = Number.isSafeInteger(value) && value >= 0 && value <= most;
  return isWithin ? [] : [{ field, message: `must be a whole number, 0 to ${most}` }];
}

function checkDistance(field: string, meters: number): FieldIssue[] {
  const isDistance = Number.isSafeInteger(meters) && meters > 0 && meters <= MAX_THRESHOLD_KM * METERS_PER_KM;
  const message = `must be above 0 and at most ${MAX_THRESHOLD_KM} km with at most three decimals`;
  return isDistance ? [] : [{ field, message }];
}
