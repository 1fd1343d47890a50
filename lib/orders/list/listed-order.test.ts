import { describe, expect, it } from "vitest";
import { hasStaleCourier } from "@/lib/orders/list/listed-order";

describe("a courier who carries an order", () => {
  const now = Date.parse("2026-11-21T12:05:00.000Z");

  it.each([
    ["was last seen within five minutes", "in_progress", "Пётр", "2026-11-21T12:00:00.001Z", false],
    ["was last seen five minutes ago", "in_progress", "Пётр", "2026-11-21T12:00:00.000Z", true],
    ["was never seen", "assigned", "Пётр", null, true],
    ["is not assigned", "assigned", null, null, false],
    ["is being searched for", "new", null, null, false],
    ["has handed over", "delivered", "Пётр", null, false],
    ["had set out before it was cancelled", "cancelled", "Пётр", null, false],
  ] as const)("who %s", (_, status, courierName, heardAt, silent) => {
    expect(hasStaleCourier({ status, courierName, heardAt }, now)).toBe(silent);
  });
});
