import { describe, expect, it } from "vitest";
import { type CancellationFacts, cancellationTerms } from "@/lib/orders/cancellation-terms";
import { kopecks } from "@/lib/pricing/money";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const LATER = new Date("2026-11-21T14:00:00.000Z");
const COURIER = "3f0c4d0e-0000-4000-8000-000000000001";

const NEW: CancellationFacts = {
  status: "new",
  courierId: null,
  arrivedAt: null,
  returnState: null,
  returnPrice: kopecks(17_500),
  dispatchAt: NOW,
  cancellationFeeAssigned: kopecks(15_000),
  cancellationFeeArrived: kopecks(30_000),
};
const ASSIGNED: CancellationFacts = { ...NEW, status: "assigned", courierId: COURIER };
const PICKED_UP: CancellationFacts = { ...ASSIGNED, status: "in_progress", arrivedAt: NOW };

describe("cancelling an order (FEE-1, FEE-2, TERM-2, TERM-3)", () => {
  it.each<[string, CancellationFacts, string, [string, number][]]>([
    ["is free for a new order", NEW, "free_until_assigned", []],
    [
      "is free once the courier has left the order",
      { ...ASSIGNED, courierId: null },
      "free_until_assigned",
      [],
    ],
    ["costs the first fee with a courier", ASSIGNED, "courier_assigned", [["cancellation", 15_000]]],
    [
      "costs only the second fee once the courier is at the pickup",
      { ...ASSIGNED, arrivedAt: NOW },
      "courier_arrived",
      [["cancellation", 30_000]],
    ],
    [
      "costs the second fee and the return after the pickup",
      PICKED_UP,
      "goods_return",
      [
        ["cancellation", 30_000],
        ["return", 17_500],
      ],
    ],
    [
      "costs the same after an operator's pickup without an arrival",
      { ...PICKED_UP, arrivedAt: null },
      "goods_return",
      [
        ["cancellation", 30_000],
        ["return", 17_500],
      ],
    ],
    [
      "costs the return of goods that are already due to be returned",
      { ...PICKED_UP, returnState: "pending" },
      "goods_return",
      [
        ["cancellation", 30_000],
        ["return", 17_500],
      ],
    ],
    [
      "does not charge a started return again",
      { ...PICKED_UP, returnState: "on_the_way" },
      "goods_return",
      [["cancellation", 30_000]],
    ],
    [
      "costs nothing under a tariff without fees and adds no charge of 0",
      {
        ...PICKED_UP,
        cancellationFeeArrived: kopecks(0),
        cancellationFeeAssigned: kopecks(0),
        returnPrice: kopecks(0),
      },
      "goods_return",
      [],
    ],
  ])("%s", (_, facts, code, charges) => {
    const terms = cancellationTerms(facts, NOW);
    expect(terms).toMatchObject({ isAllowed: true, code, validUntil: null });
    expect(terms.charges.map(({ type, amount }) => [type, amount])).toEqual(charges);
    expect(terms.fee).toBe(charges.reduce((sum, [, amount]) => sum + amount, 0));
  });

  it("stays free until the search for a courier starts", () => {
    expect(cancellationTerms({ ...NEW, dispatchAt: LATER }, NOW).validUntil).toEqual(LATER);
    expect(cancellationTerms({ ...NEW, dispatchAt: LATER }, LATER).validUntil).toBeNull();
  });

  it.each([
    ["delivered", "already_delivered"],
    ["cancelled", "already_cancelled"],
  ] as const)("is rejected and free for a %s order", (status, code) => {
    expect(cancellationTerms({ ...PICKED_UP, status }, NOW)).toEqual({
      isAllowed: false,
      fee: 0,
      code,
      validUntil: null,
      charges: [],
    });
  });
});
