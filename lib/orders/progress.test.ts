import { describe, expect, it } from "vitest";
import { type CourierStep, isStepAllowed, isStepDone, NOT_STARTED, nextStep } from "@/lib/orders/progress";

const at = new Date("2026-11-21T12:00:00Z");
const open = NOT_STARTED;
const there = { ...open, arrivedAt: at };
const done = { ...there, deliveredAt: at };
const requested = { ...there, failedAt: at, attempts: 1, resolution: "ask" } as const;
const goesBack = { ...requested, resolution: "return" } as const;
const again = { ...open, attempts: 1 };
const fresh = {
  acceptedAt: null,
  arrivedAt: null,
  dropoffs: [open, open],
  returnState: null,
  returnArrivedAt: null,
};
const back = { ...fresh, dropoffs: [done, goesBack], returnState: "on_the_way" } as const;

describe("the next step of a courier", () => {
  it.each([
    ["new", fresh, null],
    ["assigned", fresh, { type: "accept" }],
    ["assigned", { ...fresh, acceptedAt: at }, { type: "arrive_at_pickup" }],
    ["assigned", { ...fresh, acceptedAt: at, arrivedAt: at }, { type: "pick_up" }],
    ["in_progress", fresh, { type: "arrive", dropoff: 0 }],
    ["in_progress", { ...fresh, dropoffs: [there, open] }, { type: "hand_over", dropoff: 0 }],
    ["in_progress", { ...fresh, dropoffs: [done, open] }, { type: "arrive", dropoff: 1 }],
    ["in_progress", { ...fresh, dropoffs: [done, there] }, { type: "hand_over", dropoff: 1 }],
    ["delivered", { ...fresh, dropoffs: [done, done] }, null],
    ["cancelled", fresh, null],
    ["in_progress", { ...fresh, dropoffs: [requested, open] }, { type: "arrive", dropoff: 1 }],
    ["in_progress", { ...fresh, dropoffs: [again, open] }, { type: "arrive", dropoff: 1 }],
    ["in_progress", { ...fresh, dropoffs: [again, done] }, { type: "arrive", dropoff: 0, attempt: 1 }],
    ["in_progress", { ...fresh, dropoffs: [done, requested] }, { type: "wait", dropoff: 1 }],
    ["in_progress", { ...fresh, dropoffs: [goesBack, goesBack] }, null],
    ["in_progress", back, { type: "arrive_back" }],
    ["in_progress", { ...back, returnArrivedAt: at }, { type: "give_back" }],
    ["cancelled", back, { type: "arrive_back" }],
    ["cancelled", { ...back, returnState: "returned", returnArrivedAt: at }, null],
  ] as const)("is correct for an order in status %s with progress %j: %j", (status, progress, step) => {
    expect(nextStep(status, progress)).toEqual(step);
  });
});

const STEPS: readonly CourierStep[] = [
  { type: "accept" },
  { type: "arrive_at_pickup" },
  { type: "pick_up" },
  { type: "arrive", dropoff: 0 },
  { type: "hand_over", dropoff: 0 },
  { type: "arrive", dropoff: 1 },
  { type: "hand_over", dropoff: 1 },
];

describe("a submitted step", () => {
  it.each(STEPS.map((next, index) => [index, next] as const))(
    "is done, allowed or skipped correctly when step %i is next",
    (index, next) => {
      expect(STEPS.map((step) => isStepDone(step, next))).toEqual(STEPS.map((_, place) => place < index));
      const ahead = STEPS.filter((step) => !isStepDone(step, next) && isStepAllowed(step, next));
      // The pickup or the handover implies an unreported acceptance or arrival.
      const skipped = new Map([
        ["accept", 3],
        ["arrive_at_pickup", 2],
        ["pick_up", 1],
        ["arrive", 2],
        ["hand_over", 1],
      ]).get(next.type);
      expect(ahead).toEqual(STEPS.slice(index, index + (skipped ?? 0)));
    },
  );

  it("may fail a dropoff only after arriving there, in the current attempt", () => {
    const fail = (dropoff: number, attempt = 0): CourierStep => ({ type: "fail", dropoff, attempt });
    expect(isStepAllowed(fail(0), { type: "hand_over", dropoff: 0 })).toBe(true);
    expect(isStepAllowed(fail(0), { type: "arrive", dropoff: 0 })).toBe(false);
    expect(isStepAllowed(fail(1), { type: "hand_over", dropoff: 0 })).toBe(false);
    expect(isStepAllowed(fail(0, 1), { type: "hand_over", dropoff: 0, attempt: 1 })).toBe(true);
    expect(isStepDone(fail(0), { type: "hand_over", dropoff: 0, attempt: 1 })).toBe(true);
    expect(isStepDone(fail(0), { type: "arrive", dropoff: 1 })).toBe(true);
  });

  it("is not allowed while a resolution is awaited", () => {
    const wait = { type: "wait", dropoff: 1 } as const;
    expect(STEPS.filter((step) => !isStepDone(step, wait))).toEqual([]);
    expect(isStepAllowed({ type: "give_back" }, wait)).toBe(false);
  });

  it("may return the goods when the arrival at the pickup was not reported", () => {
    expect(isStepAllowed({ type: "give_back" }, { type: "arrive_back" })).toBe(true);
    expect(isStepDone({ type: "arrive_back" }, { type: "give_back" })).toBe(true);
  });

  it("counts as done once the order has ended", () => {
    expect(STEPS.every((step) => isStepDone(step, null))).toBe(true);
  });
});
