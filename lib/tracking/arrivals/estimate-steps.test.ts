import { describe, expect, it } from "vitest";
import { createRandom } from "@/lib/random";
import { P5, P50, P95, toQuantile } from "@/lib/tracking/arrivals/duration";
import { PARKING_SECONDS, PRIOR_MODEL, predict } from "@/lib/tracking/arrivals/duration-model";
import { estimateSteps, type Step, toArrivalEstimate } from "@/lib/tracking/arrivals/estimate-steps";

const random = createRandom(17);
const drawNormal = () => {
  let sum = -6;
  for (let index = 0; index < 12; index += 1) sum += random();
  return sum;
};
const drive = (plannedSeconds: number): Step => ({
  kind: "drive",
  groups: { vehicle: "car", length: "480", period: "weekday 12", area: "1 1" },
  plannedSeconds,
});
const door = (elapsedSeconds = 0): Step => ({
  kind: "door",
  groups: { handover: "plain", floor: "low", size: "S", area: "1 1" },
  elapsedSeconds,
});
const wait = (change: Partial<Extract<Step, { kind: "wait" }>> = {}): Step => ({
  kind: "wait",
  groups: { period: "weekday 12", area: "1 1", shop: "a" },
  elapsedSeconds: 0,
  secondsUntilReady: 0,
  ...change,
});

/** The seconds until the steps are over in many courses of events of the model's own world. */
function drawEnds(steps: readonly Step[], count = 20_000): number[] {
  const { shared } = PRIOR_MODEL.kinds.drive;
  const doors = PRIOR_MODEL.kinds.door.shared;
  return Array.from({ length: count }, () => {
    const [traffic, courier] = [drawNormal(), drawNormal()];
    const mix = (common: number, share: number) =>
      Math.sqrt(share) * common + Math.sqrt(1 - share) * drawNormal();
    let at = 0;
    for (const step of steps) {
      if (step.kind === "drive") {
        const { location, scale } = predict(PRIOR_MODEL, "drive", step.groups);
        at += (step.plannedSeconds + PARKING_SECONDS) * Math.exp(location + scale * mix(traffic, shared));
      } else if (step.kind === "wait") {
        const { location, scale } = predict(PRIOR_MODEL, "wait", step.groups);
        at = Math.max(at, step.secondsUntilReady) + Math.exp(location + scale * drawNormal());
      } else if (step.kind === "door") {
        const { location, scale } = predict(PRIOR_MODEL, "door", step.groups);
        at += Math.exp(location + scale * mix(courier, doors));
      }
    }
    return at;
  }).toSorted((a, b) => a - b);
}

describe("the sum of what is left", () => {
  it.each<[string, readonly Step[]]>([
    ["a drive", [drive(900)]],
    ["a pickup and a drive", [drive(300), wait(), drive(600)]],
    ["goods that are ready later", [drive(600), wait({ secondsUntilReady: 800 }), drive(600)]],
    ["goods that are ready much later", [drive(100), wait({ secondsUntilReady: 3_000 }), drive(300)]],
    [
      "eight dropoffs",
      [drive(300), wait(), ...Array.from({ length: 7 }, () => [drive(300), door()]).flat(), drive(300)],
    ],
  ])("has the quantiles of many courses of events for %s", (_, steps) => {
    const ends = drawEnds(steps);
    const duration = estimateSteps(PRIOR_MODEL, steps).at(-1);
    if (duration === undefined) throw new Error("There is no duration.");
    for (const [normal, share] of [
      [P5, 0.05],
      [P50, 0.5],
      [P95, 0.95],
    ] as const) {
      const drawn = ends[Math.floor(ends.length * share)] ?? Number.NaN;
      expect(Math.abs(toQuantile(duration, normal) / drawn - 1)).toBeLessThan(0.05);
    }
  });

  it("is one duration per step, each at least as long as the one before", () => {
    const steps = [drive(300), wait({ secondsUntilReady: 200 }), drive(300), door(), drive(60)];
    const means = estimateSteps(PRIOR_MODEL, steps).map(({ mean }) => mean);
    expect(means).toHaveLength(5);
    expect(means).toEqual(means.toSorted((a, b) => a - b));
  });

  it("counts a wait and a door down while they last", () => {
    const left = (steps: readonly Step[]) => estimateSteps(PRIOR_MODEL, steps)[0]?.mean ?? Number.NaN;
    expect(left([door(60)])).toBeLessThan(left([door()]));
    expect(left([wait({ elapsedSeconds: 120 })])).toBeLessThan(left([wait()]));
  });

  it("is divided by a simulated courier's speed, except for the time until the goods are ready", () => {
    const steps = [drive(300), wait(), drive(300), door(30)];
    const [slow, fast] = [estimateSteps(PRIOR_MODEL, steps), estimateSteps(PRIOR_MODEL, steps, 10)];
    expect(fast[2]?.mean).toBeCloseTo((slow[2]?.mean ?? 0) / 10, 6);
    const ready = estimateSteps(PRIOR_MODEL, [drive(300), wait({ secondsUntilReady: 5_000 })], 10);
    expect(ready[1]?.mean).toBeGreaterThan(5_000);
  });

  it("is no arrival in the past", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const { earliest } = toArrivalEstimate({ mean: 1, variance: 100, third: 0 }, now);
    expect(earliest).toEqual(now);
  });
});
