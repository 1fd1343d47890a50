import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divideHalfUp, fromRubles, kopecks, toDecimalString, toRubles } from "@/lib/pricing/money";

// numeric(12, 2) is the widest column of an amount.
const MAX_STORED = 999_999_999_999;
const stored = fc.integer({ min: -MAX_STORED, max: MAX_STORED });

describe("monetary amounts", () => {
  test.each([
    ["0", 0, 0, "0.00"],
    ["290", 29000, 290, "290.00"],
    ["123.5", 12350, 123.5, "123.50"],
    ["0.01", 1, 0.01, "0.01"],
    ["0.10", 10, 0.1, "0.10"],
    ["-0.05", -5, -0.05, "-0.05"],
    ["-12.30", -1230, -12.3, "-12.30"],
    ["1.15", 115, 1.15, "1.15"],
    ["9999999999.99", MAX_STORED, 9_999_999_999.99, "9999999999.99"],
  ])("convert %s RUB to %i kopecks and back", (text, amount, rubles, decimal) => {
    expect(fromRubles(text)).toBe(amount);
    expect(fromRubles(rubles)).toBe(amount);
    expect(toRubles(kopecks(amount))).toBe(rubles);
    expect(toDecimalString(kopecks(amount))).toBe(decimal);
  });

  test.each(["0.001", "1.999", "1e3", "", " 1", "1,5", "1.", ".5", "+1", "NaN", "0x10", "99999999999999999"])(
    "reject %j as an amount in RUB",
    (text) => {
      expect(() => fromRubles(text)).toThrow(RangeError);
    },
  );

  test.each([0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7])(
    "reject the number %d as an amount in RUB",
    (rubles) => {
      expect(() => fromRubles(rubles)).toThrow(RangeError);
    },
  );

  test.each([0.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53])(
    "reject %d as a number of kopecks",
    (amount) => {
      expect(() => kopecks(amount)).toThrow(RangeError);
    },
  );

  test("never contain a negative zero", () => {
    expect(Object.is(kopecks(-0), 0)).toBe(true);
    expect(Object.is(fromRubles("-0.00"), 0)).toBe(true);
  });

  test("are preserved by the database column and the response for every storable value (ENV-3)", () => {
    fc.assert(
      fc.property(stored, (amount) => {
        expect(fromRubles(toDecimalString(kopecks(amount)))).toBe(kopecks(amount));
        expect(fromRubles(toRubles(kopecks(amount)))).toBe(kopecks(amount));
        expect(fromRubles(JSON.stringify(toRubles(kopecks(amount))))).toBe(kopecks(amount));
      }),
    );
  });
});

describe("rounding half up", () => {
  test.each([
    [0n, 1000n, 0],
    [499n, 1000n, 0],
    [500n, 1000n, 1],
    [501n, 1000n, 1],
    [1499n, 1000n, 1],
    [1500n, 1000n, 2],
    [2500n, 1000n, 3],
    [1n, 3n, 0],
    [2n, 3n, 1],
    [9_007_199_254_740_990_500n, 1000n, 9_007_199_254_740_991],
  ])("rounds %i / %i to %i", (numerator, denominator, rounded) => {
    expect(divideHalfUp(numerator, denominator)).toBe(rounded);
  });

  test.each([
    [-1n, 2n],
    [1n, 0n],
    [1n, -2n],
  ])("rejects %i / %i", (numerator, denominator) => {
    expect(() => divideHalfUp(numerator, denominator)).toThrow(RangeError);
  });

  test("returns the nearest whole number, and the upper one of two equally near", () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 6n });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), positive, (numerator, denominator) => {
        fc.pre(numerator / denominator < 2n ** 52n);
        const rest = numerator - BigInt(divideHalfUp(numerator, denominator)) * denominator;
        expect(2n * rest).toBeLessThan(denominator);
        expect(2n * rest).toBeGreaterThanOrEqual(-denominator);
      }),
    );
  });
});
