import { describe, expect, it } from "vitest";
import { createRandom } from "@/lib/random";
import {
  EFFECT_WEIGHT,
  type Groups,
  PRIOR_MODEL,
  predict,
  toDurationModel,
} from "@/lib/tracking/arrivals/duration-model";
import { fitDurations, type Observation } from "@/lib/tracking/arrivals/fit-durations";

const random = createRandom(13);
const drawNormal = () => {
  let sum = -6;
  for (let index = 0; index < 12; index += 1) sum += random();
  return sum;
};
const WAIT: Groups<"wait"> = { period: "weekday 12", area: "1 1", shop: "a" };
const DOOR: Groups<"door"> = { handover: "plain", floor: "low", size: "S", area: "1 1" };

/** Waits that are lognormal around a median in seconds, each of its own order and recipient. */
function drawWaits(
  count: number,
  median: number,
  {
    scale = 0.5,
    ageDays = 1,
    ...groups
  }: Partial<Groups<"wait">> & { scale?: number; ageDays?: number } = {},
): Observation[] {
  return Array.from({ length: count }, () => {
    const id = Math.floor(random() * 2 ** 40);
    return {
      kind: "wait",
      groups: { ...WAIT, ...groups },
      value: median * Math.exp(scale * drawNormal()),
      ageDays,
      orderId: BigInt(id),
      recipient: String(id),
    };
  });
}
const learn = async (observations: readonly Observation[]) =>
  toDurationModel(await fitDurations(observations), new Date());
const predictMedian = async (observations: readonly Observation[], groups = WAIT) =>
  Math.exp(predict(await learn(observations), "wait", groups).location);

describe("the learned model", () => {
  it("has the median and the spread of what was measured", async () => {
    const model = await learn(drawWaits(4_000, 480));
    const { location, scale } = predict(model, "wait", WAIT);
    expect(Math.abs(Math.exp(location) - 480)).toBeLessThan(20);
    expect(Math.abs(scale - 0.5)).toBeLessThan(0.05);
    expect(model.orderCount).toBe(4_000);
  });

  it("believes a shop's own effect by n / (n + 8)", async () => {
    const others = Array.from({ length: 40 }, (_, index) =>
      drawWaits(100, 300, { scale: 0.01, shop: `other ${index}` }),
    ).flat();
    for (const count of [5, 8, 80]) {
      const median = await predictMedian([...others, ...drawWaits(count, 900, { scale: 0.01 })]);
      const share = Math.log(median / 300) / Math.log(3);
      expect(Math.abs(share - count / (count + EFFECT_WEIGHT))).toBeLessThan(0.08);
    }
  });

  it("says nothing of a shop with fewer than five recipients", async () => {
    const few = drawWaits(50, 1_500).map((one, index) => ({ ...one, recipient: String(index % 4) }));
    const rows = await fitDurations([...drawWaits(500, 300, { shop: "b" }), ...few]);
    expect(rows.map(({ group }) => group)).not.toContain("shop:a");
    expect(rows.map(({ group }) => group)).toContain("shop:b");
    expect(await fitDurations(few)).toEqual([]);
  });

  it("expects an unknown shop to deviate more than a known one", async () => {
    const shops = Array.from({ length: 60 }, (_, index) =>
      drawWaits(60, 300 * Math.exp(0.6 * drawNormal()), { shop: `shop ${index}`, scale: 0.3 }),
    ).flat();
    const model = await learn(shops);
    const known = predict(model, "wait", { ...WAIT, shop: "shop 1" }).scale;
    const unknown = predict(model, "wait", { ...WAIT, shop: "new" }).scale;
    expect(known).toBeLessThan(0.45);
    expect(Math.abs(unknown - Math.hypot(0.3, 0.6))).toBeLessThan(0.12);
  });

  it("follows the recent weeks", async () => {
    const before = drawWaits(600, 300, { ageDays: 50 });
    const since = drawWaits(600, 600, { ageDays: 2 });
    expect(await predictMedian([...before, ...since])).toBeGreaterThan(520);
  });

  it("is not poisoned by a few forgotten taps and lost positions", async () => {
    const clean = drawWaits(1_000, 400);
    const poisoned = clean.map((one, index) =>
      index % 50 === 0 ? { ...one, value: one.value * (index % 100 === 0 ? 1_000 : 0.0001) } : one,
    );
    const [one, other] = [await learn(clean), await learn(poisoned)];
    const [expected, actual] = [predict(one, "wait", WAIT), predict(other, "wait", WAIT)];
    expect(Math.abs(actual.location - expected.location)).toBeLessThan(0.05);
    expect(Math.abs(actual.scale - expected.scale)).toBeLessThan(0.08);
    const invalid = clean.map((each) => ({ ...each, value: Number.NaN }));
    expect(await fitDurations(invalid)).toEqual([]);
  });

  it("separates effects that occur together", async () => {
    const doors = Array.from({ length: 6_000 }, (_, index): Observation => {
      const floor = random() < 0.5 ? "low" : "high";
      const handover = random() < (floor === "high" ? 0.7 : 0.3) ? "code" : "plain";
      const median = 120 * (floor === "high" ? 1.5 : 1) * (handover === "code" ? 1.3 : 1);
      const value = median * Math.exp(0.4 * drawNormal());
      return {
        kind: "door",
        groups: { ...DOOR, floor, handover },
        value,
        ageDays: 1,
        orderId: BigInt(index),
        recipient: String(index),
      };
    });
    const model = await learn(doors);
    const predictDoor = (change: Partial<Groups<"door">>) =>
      Math.exp(predict(model, "door", { ...DOOR, ...change }).location);
    expect(predictDoor({ floor: "high" }) / predictDoor({})).toBeCloseTo(1.5, 1);
    expect(predictDoor({ handover: "code" }) / predictDoor({})).toBeCloseTo(1.3, 1);
  });

  it("learns how much the drives of one trip have in common", async () => {
    for (const [own, common] of [
      [0.2, 0],
      [0.14, 0.14],
    ] as const) {
      const drives = Array.from({ length: 800 }, (_, order) => {
        const traffic = common * drawNormal();
        return Array.from({ length: 4 }, (): Observation => {
          const groups = { vehicle: "car", length: "480", period: "weekday 12", area: "1 1" };
          const value = Math.exp(traffic + own * drawNormal());
          return {
            kind: "drive",
            groups,
            value,
            ageDays: 1,
            orderId: BigInt(order),
            recipient: String(order),
          };
        });
      }).flat();
      const { shared } = (await learn(drives)).kinds.drive;
      expect(Math.abs(shared - common ** 2 / (common ** 2 + own ** 2))).toBeLessThan(0.08);
    }
  });

  it("is the priors where nothing was measured", async () => {
    expect((await learn([])).kinds).toEqual(PRIOR_MODEL.kinds);
    const model = await learn(drawWaits(50, 300));
    expect(model.kinds.door).toEqual(PRIOR_MODEL.kinds.door);
  });
});
