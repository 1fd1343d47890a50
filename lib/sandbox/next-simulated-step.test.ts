import { describe, expect, it } from "vitest";
import { NOT_STARTED } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { nextSimulatedStep } from "@/lib/sandbox/next-simulated-step";
import { type Simulation, simulationSpeed } from "@/lib/sandbox/simulated-order";

const START = new Date("2026-11-21T12:00:00Z");
const TICK_MS = 1_000;
const pickup = { latitude: 59.935, longitude: 30.325 };
const doors = [
  { latitude: 59.928, longitude: 30.36 },
  { latitude: 59.9, longitude: 30.4 },
];

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** State of an order of the happy scenario, without its progress. */
const HAPPY = {
  scenario: "happy",
  isSilent: false,
  isNext: true,
  isHandedOverWithAnother: false,
  heldUntil: null,
  pace: 8,
  refusals: 0,
  readyAt: null,
  windowStarts: [],
  pickedUpAt: null,
  waitingMinutes: 10,
  answerMinutes: 15,
  codes: [],
} as const;

/** Drives an order to its end by moves only; returns what happened and how long it took. */
function drive(
  mode: "live" | "test",
  durations: readonly number[],
  readyAt: Date | null = null,
  windowStarts: readonly (Date | null)[] = [],
) {
  const steps: string[] = [];
  let pickedUpAt: Date | null = null;
  const handedOverAt: Date[] = [];
  let now = START;
  let position: Point & { heading: number; recordedAt: Date } = {
    latitude: 59.939,
    longitude: 30.32,
    heading: 0,
    recordedAt: now,
  };
  let order: Simulation = {
    ...HAPPY,
    readyAt,
    windowStarts,
    status: "assigned",
    progress: {
      acceptedAt: null,
      arrivedAt: null,
      dropoffs: durations.map(() => NOT_STARTED),
      returnState: null,
      returnArrivedAt: null,
      latest: now,
    },
    position,
    pickup,
    approach: null,
    takeover: null,
    legs: durations.map((durationSeconds, index) => ({
      path: [doors[index - 1] ?? pickup, doors[index] ?? pickup],
      durationSeconds,
    })),
    speed: simulationSpeed({ mode, durationSeconds: sum(durations), scenarioSpeed: null }, 8),
  };
  for (let tick = 0; tick < 3_600; tick += 1) {
    const move = nextSimulatedStep({ ...order, position }, now);
    if (move.type === "over") break;
    if (move.type === "drive") position = { ...move.to, heading: move.heading, recordedAt: now };
    if (move.type === "step") {
      const { step } = move;
      steps.push("dropoff" in step ? `${step.type} ${step.dropoff}` : step.type);
      const progress = { ...order.progress, latest: now, dropoffs: [...order.progress.dropoffs] };
      if (step.type === "accept") progress.acceptedAt = now;
      if (step.type === "arrive_at_pickup") progress.arrivedAt = now;
      if ("dropoff" in step) {
        expect(greatCircleMeters(position, doors[step.dropoff] ?? pickup)).toBeLessThan(10);
        progress.dropoffs[step.dropoff] = {
          ...NOT_STARTED,
          arrivedAt: now,
          deliveredAt: step.type === "hand_over" ? now : null,
        };
      }
      if (step.type === "pick_up") pickedUpAt = now;
      if (step.type === "hand_over") handedOverAt.push(now);
      const isLast = step.type === "hand_over" && step.dropoff === durations.length - 1;
      const status = step.type === "pick_up" ? "in_progress" : isLast ? "delivered" : order.status;
      order = { ...order, status, progress };
    }
    now = new Date(now.getTime() + TICK_MS);
  }
  return { steps, pickedUpAt, handedOverAt, seconds: (now.getTime() - START.getTime()) / 1000 };
}

describe("a simulated courier", () => {
  it("takes every step in order, at the right point", () => {
    expect(drive("live", [600, 900]).steps).toEqual([
      "accept",
      "arrive_at_pickup",
      "pick_up",
      "arrive 0",
      "hand_over 0",
      "arrive 1",
      "hand_over 1",
    ]);
  });

  it("waits at the pickup until the goods are ready, in real time (SBX-8)", () => {
    const readyAt = new Date(START.getTime() + 20 * 60_000);
    expect(drive("test", [600], readyAt)).toMatchObject({ pickedUpAt: readyAt });
    expect(drive("test", [600], START).seconds).toBe(drive("test", [600]).seconds);
  });

  it("waits at a door until the recipient's window begins, in real time (SBX-8)", () => {
    const opensAt = new Date(START.getTime() + 20 * 60_000);
    const { handedOverAt } = drive("test", [600, 600], null, [null, opensAt]);
    expect(handedOverAt[0]?.getTime()).toBeLessThan(opensAt.getTime());
    expect(handedOverAt[1]).toEqual(opensAt);
  });

  it.each([[[60]], [[1_800]], [[3_600, 7_200]]])(
    "finishes a test order of %j seconds within two minutes",
    (durations) => {
      expect(drive("test", durations).seconds).toBeLessThan(120);
    },
  );

  it("continues from the same point after a standstill, without a jump", () => {
    const order: Simulation = {
      ...HAPPY,
      status: "in_progress",
      progress: {
        acceptedAt: START,
        arrivedAt: START,
        dropoffs: [NOT_STARTED],
        returnState: null,
        returnArrivedAt: null,
        latest: START,
      },
      position: { ...pickup, heading: 0, recordedAt: START },
      pickup,
      approach: null,
      takeover: null,
      legs: [{ path: [pickup, doors[1] ?? pickup], durationSeconds: 1_000 }],
      speed: 1,
    };
    const move = nextSimulatedStep(order, new Date(START.getTime() + 60 * 60_000));
    expect(move.type === "drive" && greatCircleMeters(pickup, move.to)).toBeLessThan(30);
  });

  it("waits while the courier makes a stop of another order, and then drives from there without a jump", () => {
    const shared: Simulation = {
      ...HAPPY,
      status: "in_progress",
      progress: {
        acceptedAt: START,
        arrivedAt: START,
        dropoffs: [NOT_STARTED],
        returnState: null,
        returnArrivedAt: null,
        latest: START,
      },
      position: { latitude: 59.96, longitude: 30.3, heading: 0, recordedAt: START },
      pickup,
      approach: null,
      takeover: null,
      legs: [{ path: [pickup, doors[1] ?? pickup], durationSeconds: 1_000 }],
      speed: 1,
    };
    const now = new Date(START.getTime() + TICK_MS);
    expect(nextSimulatedStep({ ...shared, isNext: false }, now)).toEqual({ type: "wait" });
    const move = nextSimulatedStep(shared, now);
    expect(move.type === "drive" && greatCircleMeters(shared.position ?? pickup, move.to)).toBeLessThan(30);
  });

  it("collects an order together with another one without a further wait", () => {
    const find = (arrivedAt: Date | null, readyAt: Date | null = null) =>
      nextSimulatedStep(
        {
          ...HAPPY,
          status: "assigned",
          isHandedOverWithAnother: true,
          progress: {
            acceptedAt: START,
            arrivedAt,
            dropoffs: [NOT_STARTED],
            returnState: null,
            returnArrivedAt: null,
            latest: START,
          },
          readyAt,
          position: { ...pickup, heading: 0, recordedAt: START },
          pickup,
          approach: null,
          takeover: null,
          legs: [],
          speed: 1,
        },
        START,
      );
    expect(find(null)).toEqual({ type: "step", step: { type: "arrive_at_pickup" } });
    expect(find(START)).toEqual({ type: "step", step: { type: "pick_up" } });
    expect(find(START, new Date(START.getTime() + 1))).toEqual({ type: "wait" });
  });

  it("drives to the courier with the goods and takes them over there, before any dropoff", () => {
    const order: Simulation = {
      ...HAPPY,
      status: "in_progress",
      progress: {
        acceptedAt: START,
        arrivedAt: START,
        dropoffs: [NOT_STARTED],
        returnState: null,
        returnArrivedAt: null,
        takeoverSince: START,
        latest: START,
      },
      position: { ...pickup, heading: 0, recordedAt: START },
      pickup,
      approach: null,
      takeover: doors[1] ?? pickup,
      legs: [{ path: [pickup, doors[0] ?? pickup], durationSeconds: 600 }],
      speed: 8,
    };
    const now = new Date(START.getTime() + TICK_MS);
    const metersToGoods = (from: Point) => greatCircleMeters(from, doors[1] ?? pickup);
    const move = nextSimulatedStep(order, now);
    expect(move.type === "drive" && metersToGoods(move.to)).toBeLessThan(metersToGoods(pickup) - 10);
    const there = { ...(doors[1] ?? pickup), heading: 0, recordedAt: START };
    expect(nextSimulatedStep({ ...order, position: there }, now)).toEqual({
      type: "step",
      step: { type: "take_over" },
    });
    // The same when the goods go back.
    const back = { ...order.progress, returnState: "on_the_way" as const };
    expect(
      nextSimulatedStep({ ...order, status: "cancelled", progress: back, position: there }, now),
    ).toEqual({
      type: "step",
      step: { type: "take_over" },
    });
  });
});
