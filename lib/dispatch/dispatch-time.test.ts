import { expect, it } from "vitest";
import { dispatchTime } from "@/lib/dispatch/dispatch-time";

const ordered = new Date("2026-11-21T12:00:00Z");

it.each([
  ["at once when the order has no delivery time", null, "12:00"],
  ["the trip and the margin before the delivery time", "18:00", "17:35"],
  ["at once when that time has passed", "12:10", "12:00"],
])("the search for a courier starts %s", (_, time, expected) => {
  const deliveryTime = time === null ? null : new Date(`2026-11-21T${time}:00Z`);
  expect(dispatchTime({ deliveryTime, durationSeconds: 600 }, 900, ordered)).toEqual(
    new Date(`2026-11-21T${expected}:00Z`),
  );
});
