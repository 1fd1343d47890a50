import { describe, expect, it } from "vitest";
import { isBehind, isPossible, nextStep, type Step } from "@/lib/orders/carrying/progress";

const at = new Date("2026-11-21T12:00:00Z");
const open = { arrivedAt: null, deliveredAt: null };
const there = { arrivedAt: at, deliveredAt: null };
const done = { arrivedAt: at, deliveredAt: at };
const fresh = { acceptedAt: null, arrivedAt: null, dropoffs: [open, open] };

describe("what a courier does next", () => {
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
  ] as const)("%s, %j: %j", (status, progress, step) => {
    expect(nextStep(status, progress)).toEqual(step);
  });
});

const STEPS: readonly Step[] = [
  { type: "accept" },
  { type: "arrive_at_pickup" },
  { type: "pick_up" },
  { type: "arrive", dropoff: 0 },
  { type: "hand_over", dropoff: 0 },
  { type: "arrive", dropoff: 1 },
  { type: "hand_over", dropoff: 1 },
];

describe("a step that is sent", () => {
  it.each(STEPS.map((next, index) => [index, next] as const))("in place %i of the trip", (index, next) => {
    expect(STEPS.map((step) => isBehind(step, next))).toEqual(STEPS.map((_, place) => place < index));
    const ahead = STEPS.filter((step) => !isBehind(step, next) && isPossible(step, next));
    // Accepting and arriving may go unreported before the pickup or the handover itself.
    const skipped = { accept: 3, arrive_at_pickup: 2, pick_up: 1, arrive: 2, hand_over: 1 }[next.type];
    expect(ahead).toEqual(STEPS.slice(index, index + skipped));
  });

  it("is past once the order has ended", () => {
    expect(STEPS.every((step) => isBehind(step, null))).toBe(true);
  });
});
