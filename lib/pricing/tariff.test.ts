import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CARGO_SIZES, type CargoSize } from "@/lib/pricing/cargo-size";
import { fromRubles, kopecks } from "@/lib/pricing/money";
import { tariffResource, toTariffResource } from "@/lib/pricing/resource";
import {
  cargoSurcharge,
  checkTariff,
  getBands,
  legPrice,
  returnPrice,
  routePrice,
  type Tariff,
} from "@/lib/pricing/tariff";

const DEFAULT: Tariff = {
  id: 1,
  basePrice: fromRubles(290),
  firstThresholdMeters: 3_000,
  bandWidthMeters: 2_000,
  bandStep: fromRubles(60),
  maxThresholdMeters: 25_000,
  perKmOver: fromRubles(28),
  cargoSizeStepFee: fromRubles(90),
  cancellationFeeAssigned: fromRubles(0),
  cancellationFeeArrived: fromRubles(0),
  waitingFreeMinutes: 10,
  waitingPerMinute: fromRubles(0),
  returnPercent: 0,
  courierPercent: 0,
};

const amount = fc.integer({ min: 0, max: 10_000_000 }).map(kopecks);

/** Any tariff that checkTariff accepts; spans that the width divides, and others. */
const anyTariff: fc.Arbitrary<Tariff> = fc
  .record({
    id: fc.constant(1),
    basePrice: amount,
    firstThresholdMeters: fc.integer({ min: 1, max: 40_000 }),
    bandWidthMeters: fc.integer({ min: 1, max: 20_000 }),
    bandStep: amount,
    fullBands: fc.integer({ min: 0, max: 60 }),
    cutShare: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.999, noNaN: true })),
    perKmOver: fc.integer({ min: 0, max: 1_000_000 }).map(kopecks),
    cargoSizeStepFee: amount,
    cancellationFeeAssigned: amount,
    cancellationFeeArrived: amount,
    waitingFreeMinutes: fc.integer({ min: 0, max: 1_440 }),
    waitingPerMinute: fc.integer({ min: 0, max: 100_000 }).map(kopecks),
    returnPercent: fc.integer({ min: 0, max: 300 }),
    courierPercent: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ fullBands, cutShare, ...tariff }) => ({
    ...tariff,
    maxThresholdMeters:
      tariff.firstThresholdMeters +
      tariff.bandWidthMeters * fullBands +
      Math.floor(tariff.bandWidthMeters * cutShare),
  }));

/** A tariff with a distance often at a threshold, or a meter to either side. */
const tariffAndDistance = anyTariff.chain((tariff) => {
  const thresholds = getBands(tariff).map((band) => band.minMeters);
  const near = fc
    .tuple(fc.constantFrom(...thresholds), fc.constantFrom(-1, 0, 1))
    .map(([threshold, offset]) => Math.max(0, threshold + offset));
  const anywhere = fc.integer({ min: 0, max: 2 * tariff.maxThresholdMeters + 50_000 });
  return fc.tuple(fc.constant(tariff), fc.oneof(near, anywhere, fc.integer({ min: 0, max: 50_000_000 })));
});

/** The spec as arithmetic, without a table: how many steps a distance has climbed, and what is past the end. */
function modelPrice(tariff: Tariff, meters: number): number {
  const { firstThresholdMeters: first, maxThresholdMeters: max, bandWidthMeters: width } = tariff;
  if (meters < first) return tariff.basePrice;
  if (meters < max) return tariff.basePrice + tariff.bandStep * (1 + Math.floor((meters - first) / width));
  const over = tariff.perKmOver * (meters - max);
  const roundedOver = Math.floor(over / 1000) + (over % 1000 >= 500 ? 1 : 0);
  return tariff.basePrice + tariff.bandStep * (1 + Math.ceil((max - first) / width)) + roundedOver;
}

describe("the default tariff", () => {
  test.each([
    [0, 290],
    [2_999, 290],
    [3_000, 350],
    [3_001, 350],
    [4_999, 350],
    [5_000, 410],
    [22_999, 890],
    [23_000, 950],
    [24_999, 950],
    [25_000, 1010],
    [25_001, 1010.03],
    [25_500, 1024],
    [26_000, 1038],
    [125_000, 3810],
  ])("prices %i m at %d RUB", (meters, rubles) => {
    expect(routePrice(DEFAULT, meters)).toBe(fromRubles(rubles));
  });

  test("is returned by the API as the table of the specification (TAR-1–8, TAR-13, TAR-17)", () => {
    const table = toTariffResource(DEFAULT);
    expect(tariffResource.parse(table)).toEqual(table);
    expect({ ...table, bands: table.bands.length }).toEqual({
      base_price: 290,
      first_threshold_km: 3,
      band_width_km: 2,
      band_step: 60,
      max_threshold_km: 25,
      per_km_over: 28,
      cargo_size_step_fee: 90,
      fees: {
        cancellation_assigned: 0,
        cancellation_arrived: 0,
        waiting_free_minutes: 10,
        waiting_per_minute: 0,
        return_percent: 0,
      },
      bands: 13,
    });
    expect(table.bands[0]).toEqual({ min_km: 0, max_km: 3, price: 290, per_km_over: null });
    expect(table.bands[1]).toEqual({ min_km: 3, max_km: 5, price: 350, per_km_over: null });
    expect(table.bands[11]).toEqual({ min_km: 23, max_km: 25, price: 950, per_km_over: null });
    expect(table.bands[12]).toEqual({ min_km: 25, max_km: null, price: 1010, per_km_over: 28 });
  });
});

describe("unusual tariff tables", () => {
  test("cut the last finite band where the open one begins (TAR-13)", () => {
    const bands = getBands({ ...DEFAULT, maxThresholdMeters: 8_500 });
    expect(bands.map((band) => [band.minMeters, band.maxMeters, band.price])).toEqual([
      [0, 3_000, 29_000],
      [3_000, 5_000, 35_000],
      [5_000, 7_000, 41_000],
      [7_000, 8_500, 47_000],
      [8_500, null, 53_000],
    ]);
  });

  test("have two bands when both thresholds are equal", () => {
    expect(getBands({ ...DEFAULT, maxThresholdMeters: 3_000 })).toEqual([
      { minMeters: 0, maxMeters: 3_000, price: 29_000, perKmOver: null },
      { minMeters: 3_000, maxMeters: null, price: 35_000, perKmOver: 2_800 },
    ]);
  });

  test.each([
    [1, 499, 0],
    [1, 500, 1],
    [1, 1_499, 1],
    [1, 1_500, 2],
    [2_801, 500, 1_401],
  ])(
    "add, at %i kopecks a kilometer, for %i m past the last threshold %i kopecks (TAR-10, TAR-14)",
    (perKm, meters, added) => {
      const tariff = { ...DEFAULT, perKmOver: kopecks(perKm) };
      expect(routePrice(tariff, 25_000 + meters)).toBe(101_000 + added);
    },
  );

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("reject %d as a distance", (meters) => {
    expect(() => routePrice(DEFAULT, meters)).toThrow(RangeError);
  });
});

describe("rules of the tariff table, for any tariff and distance", () => {
  test("rule 1: a distance belongs to the one band with min_km <= distance < max_km, and the bands leave no gap (TAR-9)", () => {
    fc.assert(
      fc.property(tariffAndDistance, ([tariff, meters]) => {
        const { bands } = toTariffResource(tariff);
        expect(bands[0]?.min_km).toBe(0);
        bands.slice(1).forEach((band, index) => {
          expect(band.min_km).toBe(bands[index]?.max_km);
        });
        for (const band of bands) expect(band.min_km).toBeLessThan(band.max_km ?? Number.POSITIVE_INFINITY);

        const km = meters / 1000;
        const owners = bands.filter(
          (band) => band.min_km <= km && (band.max_km === null || km < band.max_km),
        );
        expect(owners).toHaveLength(1);
        if (owners[0]?.max_km !== null) {
          expect(routePrice(tariff, meters)).toBe(fromRubles(owners[0]?.price ?? Number.NaN));
        }
      }),
    );
  });

  test("rule 2: the last band alone has no end, and each kilometer past its min_km adds per_km_over to its price (TAR-10)", () => {
    fc.assert(
      fc.property(anyTariff, fc.integer({ min: 0, max: 1_000 }), (tariff, km) => {
        const bands = getBands(tariff);
        const last = bands.at(-1);
        expect(bands.filter((band) => band.maxMeters === null)).toEqual([last]);
        expect(bands.filter((band) => band.perKmOver !== null)).toEqual([last]);
        expect(last?.minMeters).toBe(tariff.maxThresholdMeters);
        expect(routePrice(tariff, tariff.maxThresholdMeters + km * 1000)).toBe(
          (last?.price ?? Number.NaN) + km * tariff.perKmOver,
        );
      }),
    );
  });

  test.each<[CargoSize, number]>([
    ["S", 0],
    ["M", 1],
    ["L", 2],
    ["XL", 3],
  ])("rule 3: cargo of size %s adds %i steps to any leg and changes no band (TAR-11)", (size, steps) => {
    fc.assert(
      fc.property(tariffAndDistance, ([tariff, meters]) => {
        expect(cargoSurcharge(tariff, size)).toBe(steps * tariff.cargoSizeStepFee);
        expect(legPrice(tariff, meters, size)).toBe(
          routePrice(tariff, meters) + steps * tariff.cargoSizeStepFee,
        );
        expect(getBands({ ...tariff, cargoSizeStepFee: kopecks(0) })).toEqual(getBands(tariff));
      }),
    );
  });

  test("rule 4: the table depends only on the tariff's numbers, not on its version or the caller (TAR-12)", () => {
    fc.assert(
      fc.property(anyTariff, fc.integer(), (tariff, id) => {
        expect(toTariffResource({ ...tariff, id })).toEqual(toTariffResource(tariff));
      }),
    );
  });

  test("the price equals the specification's formula (TAR-1–6, TAR-14)", () => {
    fc.assert(
      fc.property(tariffAndDistance, ([tariff, meters]) => {
        expect(routePrice(tariff, meters)).toBe(modelPrice(tariff, meters));
      }),
      { numRuns: 1_000 },
    );
  });

  test("the price equals the formula at every threshold, a meter below and a meter above", () => {
    fc.assert(
      fc.property(anyTariff, (tariff) => {
        for (const { minMeters } of getBands(tariff)) {
          for (const meters of [minMeters - 1, minMeters, minMeters + 1]) {
            if (meters >= 0) expect(routePrice(tariff, meters)).toBe(modelPrice(tariff, meters));
          }
        }
      }),
    );
  });

  test("a longer distance never costs less", () => {
    fc.assert(
      fc.property(tariffAndDistance, fc.integer({ min: 0, max: 5_000 }), ([tariff, meters], more) => {
        expect(routePrice(tariff, meters + more)).toBeGreaterThanOrEqual(routePrice(tariff, meters));
      }),
    );
  });

  test("every generated tariff is valid, and its ten most expensive legs fit the price column", () => {
    fc.assert(
      fc.property(anyTariff, fc.constantFrom(...CARGO_SIZES), (tariff, size) => {
        expect(checkTariff(tariff)).toEqual([]);
        expect(10 * legPrice(tariff, 50_000_000, size)).toBeLessThan(10 ** 12);
      }),
    );
  });
});

describe("checking a tariff", () => {
  const getFields = (change: Partial<Record<keyof Tariff, number>>) =>
    // Checks numbers that the brand would not let in.
    checkTariff({ ...DEFAULT, ...change } as Tariff).map((issue) => issue.field);

  test("the default tariff and a free one with two bands are valid", () => {
    expect(checkTariff(DEFAULT)).toEqual([]);
    expect(
      getFields({
        basePrice: 0,
        bandStep: 0,
        perKmOver: 0,
        cargoSizeStepFee: 0,
        maxThresholdMeters: 3_000,
      }),
    ).toEqual([]);
  });

  const AMOUNTS = [
    ["basePrice", "base_price"],
    ["bandStep", "band_step"],
    ["perKmOver", "per_km_over"],
    ["cargoSizeStepFee", "cargo_size_step_fee"],
    ["cancellationFeeAssigned", "cancellation_fee_assigned"],
    ["cancellationFeeArrived", "cancellation_fee_arrived"],
    ["waitingPerMinute", "waiting_per_minute"],
  ] as const;
  const WHOLE = [
    ["waitingFreeMinutes", "waiting_free_minutes", 1_440],
    ["returnPercent", "return_percent", 300],
    ["courierPercent", "courier_percent", 100],
  ] as const;
  const DISTANCES = [
    ["firstThresholdMeters", "first_threshold_km"],
    ["bandWidthMeters", "band_width_km"],
    ["maxThresholdMeters", "max_threshold_km"],
  ] as const;
  const NEVER = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 10 ** 12];

  test.each(AMOUNTS)("%s must be a non-negative amount", (key, field) => {
    for (const value of NEVER) expect(getFields({ [key]: value })).toEqual([field]);
  });

  test.each(DISTANCES)("%s must be a distance above zero in whole meters", (key, field) => {
    for (const value of [...NEVER, 0]) expect(getFields({ [key]: value })).toEqual([field]);
  });

  test.each(WHOLE)("%s must be a whole number up to its maximum", (key, field, most) => {
    for (const value of [...NEVER, most + 1]) expect(getFields({ [key]: value })).toEqual([field]);
    for (const value of [0, most]) expect(getFields({ [key]: value })).toEqual([]);
  });

  test("max_threshold_km must not be below first_threshold_km", () => {
    expect(getFields({ maxThresholdMeters: 2_999 })).toEqual(["max_threshold_km"]);
    expect(getFields({ maxThresholdMeters: 3_000 })).toEqual([]);
  });

  test("the tariff table has at most 1000 bands", () => {
    const thousand = { firstThresholdMeters: 1_000, bandWidthMeters: 10, maxThresholdMeters: 10_980 };
    expect(getBands({ ...DEFAULT, ...thousand })).toHaveLength(1_000);
    expect(getFields(thousand)).toEqual([]);
    expect(getFields({ ...thousand, maxThresholdMeters: 10_981 })).toEqual(["band_width_km"]);
  });

  test("returns every problem at once", () => {
    expect(
      getFields({
        basePrice: -1,
        firstThresholdMeters: 5_000,
        bandWidthMeters: 0,
        bandStep: Number.NaN,
        maxThresholdMeters: 4_000,
        perKmOver: -1,
        cargoSizeStepFee: Number.POSITIVE_INFINITY,
        cancellationFeeAssigned: -1,
        cancellationFeeArrived: 0.5,
        waitingFreeMinutes: 1_441,
        waitingPerMinute: 100_001,
        returnPercent: 301,
        courierPercent: 101,
      }).toSorted(),
    ).toEqual([
      "band_step",
      "band_width_km",
      "base_price",
      "cancellation_fee_arrived",
      "cancellation_fee_assigned",
      "cargo_size_step_fee",
      "courier_percent",
      "max_threshold_km",
      "per_km_over",
      "return_percent",
      "waiting_free_minutes",
      "waiting_per_minute",
    ]);
  });
});

describe("the price of a return (CHG-5)", () => {
  test.each<[number, number, CargoSize[], number]>([
    [0, 10_000, ["M"], 0],
    [50, 0, ["S"], 145],
    [50, 2_999, ["M"], 190],
    [100, 3_000, ["S"], 350],
    [100, 3_000, ["S", "XL", "M"], 620],
    [300, 2_999, ["S"], 870],
    [33, 25_001, ["S"], 333.31],
  ])("is, at %i percent of %i m with %j, %d RUB", (returnPercent, meters, sizes, rubles) => {
    expect(returnPrice({ ...DEFAULT, returnPercent }, meters, sizes)).toBe(fromRubles(rubles));
  });

  test.each([
    [1, 49, 0],
    [1, 50, 1],
    [1, 149, 1],
    [1, 150, 2],
    [99, 50, 50],
  ])("is, for %i percent of %i kopecks, rounded half up to %i kopecks", (returnPercent, basePrice, price) => {
    const tariff = { ...DEFAULT, basePrice: kopecks(basePrice), returnPercent };
    expect(returnPrice(tariff, 0, ["S"])).toBe(price);
  });

  test("never decreases with size or percentage, equals the leg price at 100 percent, and fits the price column", () => {
    fc.assert(
      fc.property(tariffAndDistance, fc.constantFrom(...CARGO_SIZES), ([tariff, meters], size) => {
        const price = returnPrice(tariff, meters, [size]);
        expect(price).toBeLessThan(10 ** 12);
        expect(returnPrice(tariff, meters, [size, "XL"])).toBeGreaterThanOrEqual(price);
        expect(returnPrice({ ...tariff, returnPercent: 100 }, meters, [size])).toBe(
          legPrice(tariff, meters, size),
        );
        const more = { ...tariff, returnPercent: tariff.returnPercent + 1 };
        expect(returnPrice(more, meters, [size])).toBeGreaterThanOrEqual(price);
      }),
    );
  });
});
