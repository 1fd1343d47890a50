import { describe, expect, it } from "vitest";
import {
  computeSpeed,
  type Evening,
  eveningInput,
  planDrill,
  readEvening,
  toEveningKey,
} from "@/lib/drills/evening";
import { placesWithoutCity } from "@/lib/drills/town";
import { orderBody } from "@/lib/orders/schema";
import { DRILL_SCENARIOS } from "@/lib/sandbox/scenario";

const EVENING: Evening = {
  ...eveningInput.parse({}),
  accountId: "00000000-0000-4000-8000-000000000001",
  startedAt: Date.UTC(2026, 10, 21, 17),
};
const { shops, doors } = placesWithoutCity();
const PLACES = [...shops, ...doors];

describe("a plan of a simulated evening", () => {
  it("is the same for the same seed and places, and differs for another seed", () => {
    const planned = planDrill(EVENING, PLACES);
    expect(planDrill(readEvening(toEveningKey(EVENING)), PLACES)).toEqual(planned);
    expect(planDrill({ ...EVENING, seed: 2 }, PLACES)).not.toEqual(planned);
  });

  it("places its orders within its duration, sorted by time, with unique identifiers", () => {
    const planned = planDrill(EVENING, PLACES);
    const times = planned.map(({ at }) => at.getTime());
    expect(planned).toHaveLength(400);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(EVENING.startedAt);
    expect(times.at(-1)).toBeLessThanOrEqual(EVENING.startedAt + EVENING.minutes * 60_000);
    expect(new Set(planned.map(({ body }) => body.external_order_id)).size).toBe(400);
    for (const { body } of planned) expect(orderBody.safeParse(body).success).toBe(true);
  });

  it.each([20, 400])("contains each trouble in %i orders, and more orders without trouble", (orders) => {
    const planned = planDrill({ ...EVENING, orders }, PLACES);
    const count = (scenario: string) => planned.filter((order) => order.scenario === scenario).length;
    const troubles = ["no_courier", ...DRILL_SCENARIOS.filter((one) => one !== "evening")];
    const counts = troubles.map(count);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(count("evening")).toBeGreaterThan(orders / 2);
  });

  it("runs faster for a shorter evening", () => {
    expect([600, 60, 1].map((minutes) => computeSpeed({ minutes }))).toEqual([1, 5, 300]);
  });

  it("is rejected for invalid settings", () => {
    expect(eveningInput.safeParse({ couriers: 0 }).success).toBe(false);
    expect(eveningInput.safeParse({ orders: 3_000 }).success).toBe(false);
    expect(() => readEvening('{"seed":1}')).toThrow();
  });
});
