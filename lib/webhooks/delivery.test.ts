import { expect, it } from "vitest";
import { type DeliveryState, isUnderWay } from "@/lib/webhooks/delivery";

const now = new Date("2026-11-21T12:00:00.000Z");

it.each<[string, DeliveryState, number, boolean]>([
  ["is due now, for the first time or sent again", "pending", 0, true],
  ["is due and late", "pending", -60_000, true],
  ["is due in a moment", "pending", 5_000, true],
  ["waits for a later try", "pending", 5_001, false],
  ["has arrived", "succeeded", -1_000, false],
  ["was given up", "failed", -1_000, false],
])("a delivery that %s is under way or not", (_, state, inMs, isIt) => {
  expect(isUnderWay({ state, runAt: new Date(now.getTime() + inMs) }, now)).toBe(isIt);
});
