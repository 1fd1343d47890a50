import { expect, it } from "vitest";
import { dispatchTime } from "@/lib/dispatch-queue/schedule";

const ordered = new Date("2026-11-21T12:00:00Z");

it.each([
  ["at once without a time", null, "12:00"],
  ["the trip and the margin before its time", "18:00", "17:35"],
  ["at once when that has passed", "12:10", "12:00"],
])("a courier is looked for %s", (_, time, expected) => {
  const deliveryTime = time === null ? null : new Date(`2026-11-21T${time}:00Z`);
  expect(dispatchTime({ deliveryTime, durationSeconds: 600 }, 900, ordered)).toEqual(
    new Date(`2026-11-21T${expected}:00Z`),
  );
});
