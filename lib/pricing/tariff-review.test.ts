import { describe, expect, it } from "vitest";
import { fromRubles } from "@/lib/pricing/money";
import { reviewTariff } from "@/lib/pricing/tariff-review";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";

const CURRENT = { id: 1, ...HIGHER_TARIFF };
const withBase = (rubles: number) => ({ ...HIGHER_TARIFF, basePrice: fromRubles(rubles) });
const base = (rubles: number) => ({ ...CURRENT, ...withBase(rubles) });

describe("the review of a tariff", () => {
  it("lists the values that change, with example trips, and marks a factor of more than two", () => {
    const { changes, examples } = reviewTariff(base(450), withBase(4.5));
    expect(changes).toEqual([{ field: "base_price", before: 450, after: 4.5, share: -0.99, isLarge: true }]);
    expect(examples.map(({ km }) => km)).toEqual([2, 5, 20]);
    expect(examples.every(({ before, after }) => Math.abs(before - after - 445.5) < 0.001)).toBe(true);
  });

  it.each([
    [450, 900, false],
    [450, 901, true],
    [450, 225, false],
    [450, 224, true],
    [450, 0, true],
    [0, 90, false],
  ])("treats %d to %d as large: %s", (before, after, isLarge) => {
    expect(reviewTariff(base(before), withBase(after)).changes[0]?.isLarge).toBe(isLarge);
  });

  it("names the values, so that others need another review", () => {
    const { reviewed } = reviewTariff(CURRENT, withBase(500));
    expect(reviewTariff(CURRENT, withBase(500)).reviewed).toBe(reviewed);
    expect(reviewTariff(CURRENT, withBase(501)).reviewed).not.toBe(reviewed);
    expect(reviewTariff(CURRENT, HIGHER_TARIFF).changes).toEqual([]);
  });
});
