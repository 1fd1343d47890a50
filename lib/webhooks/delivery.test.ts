import { expect, it } from "vitest";
import { type DeliveryState, isUnderWay } from "@/lib/webhooks/delivery";

const now = new Date("2026-11-21T12:00:00.000Z");

it.each<[string, DeliveryState, number, boolean]>([
  ["is due now", "pending", 0, true],
  ["is due and late", "pending", -60_000, true],
  ["is due in 5 seconds", "pending", 5_000, true],
  ["is due in more than 5 seconds", "pending", 5_001, false],
  ["has succeeded", "succeeded", -1_000, false],
  ["has failed for good", "failed", -1_000, false],
])("a delivery that %s is correctly classified as under way or not", (_, state, inMs, isIt) => {
  expect(isUnderWay({ state, runAt: new Date(now.getTime() + inMs) }, now)).toBe(isIt);
});
