import { expect, it } from "vitest";
import { dispatchTime } from "@/lib/dispatch/dispatch-time";

const ordered = new Date("2026-11-21T12:00:00Z");

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);

it.each<[string, string | null, string | null, string, string?]>([
  ["at once when the order has no delivery time", null, null, "12:00"],
  ["the trip and the margin before the delivery time", "18:00", null, "17:35"],
  ["at once when that time has passed", "12:10", null, "12:00"],
  ["the margin before the goods are ready (STA-13)", null, "14:20", "14:05"],
  ["at once when the goods are ready within the margin (STA-13)", null, "12:14", "12:00"],
  ["at once when the goods have been ready before the order (STA-13)", null, "08:00", "12:00"],
  ["by the delivery time when the goods are ready long before it (STA-13)", "18:00", "14:20", "17:35"],
  ["by the goods when they are ready too late for the delivery time (STA-13)", "18:00", "17:59", "17:44"],
  ["the margin before the goods should leave for a window (STA-15)", null, null, "15:45", "16:00"],
  ["by the goods when they are ready after that (STA-13)", null, "16:30", "16:15", "16:00"],
])("the search for a courier starts %s", (_, delivery, ready, expected, departure?: string) => {
  const toTime = (time: string | null | undefined) => (time == null ? null : at(time));
  const timing = {
    deliveryTime: toTime(delivery),
    readyAt: toTime(ready),
    departsAt: toTime(departure),
    durationSeconds: 600,
  };
  expect(dispatchTime(timing, 900, ordered)).toEqual(at(expected));
});
