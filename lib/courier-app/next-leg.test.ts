import { describe, expect, it } from "vitest";
import { findNextLeg, isAtNextStop } from "@/lib/courier-app/next-leg";
import type { CourierTask, CourierTaskDropoff } from "@/lib/orders/fulfillment/courier-task";
import { encodePolyline } from "@/lib/routing/polyline";

const at = (meters: number, off = 0) => ({ latitude: meters / 111_195, longitude: off / 111_195 });
const leg = { geometry: encodePolyline([at(0), at(1_000), at(2_000)]), durationSeconds: 600 };
const stop = { address: { ...at(2_000), street: "Невский проспект", building: "28" } };
const dropoff = {
  ...stop,
  arrivedAt: null,
  deliveredAt: null,
  failedAt: null,
  attempts: 0,
  resolution: null,
} as unknown as CourierTaskDropoff;
const order = {
  status: "in_progress",
  acceptedAt: "2026-11-21T10:00:00Z",
  arrivedAt: "2026-11-21T10:00:00Z",
  returnState: null,
  returnArrivedAt: null,
  pickup: stop,
  dropoffs: [dropoff, dropoff],
  way: [null, leg, leg],
} as unknown as CourierTask;
const rounded = (order_: CourierTask, place: Parameters<typeof findNextLeg>[1]) => {
  const ahead = findNextLeg(order_, place);
  return [
    ahead?.stop,
    ahead?.path.length,
    ahead?.driven.length,
    ahead?.meters == null ? null : Math.round(ahead.meters / 10) * 10,
    ahead?.seconds == null ? null : Math.round(ahead.seconds / 10) * 10,
  ];
};

describe("the next leg", () => {
  it.each([
    ["is the whole leg while the phone's position is unknown", null, [1, 3, 0, 2_000, 600]],
    ["is the remaining part from the phone's position", at(1_500), [1, 2, 3, 500, 150]],
    ["includes the distance to the road", at(1_000, 100), [1, 2, 3, 1_100, 300]],
    ["has an unknown distance far from the road", at(1_000, 500), [1, 0, 0, null, null]],
  ] as const)("%s", (_name, place, expected) => {
    expect(rounded(order, place)).toEqual(expected);
  });

  it.each([
    ["at the door", { dropoffs: [{ ...dropoff, arrivedAt: "2026-11-21T10:10:00Z" }, dropoff] }, 1],
    ["on the return to the pickup", { returnState: "on_the_way" }, 0],
    ["when its route is unknown", { way: [null, null, null] }, 1],
  ] as const)("is not drawn %s", (_name, change, expected) => {
    const changed = { ...order, ...change } as unknown as CourierTask;
    expect(rounded(changed, null)).toEqual([expected, 0, 0, null, null]);
  });

  it("leads to the courier who has the goods before a takeover", () => {
    const takeover = { fromName: "Анна", fromPhone: "+7", ...at(700), since: "2026-11-21T10:00:00Z" };
    expect(findNextLeg({ ...order, takeover }, null)).toMatchObject({ stop: null, target: at(700) });
  });

  it("ends with the order", () => {
    expect(findNextLeg({ ...order, status: "delivered" }, null)).toBeNull();
    expect(isAtNextStop(null)).toBe(false);
  });
});
