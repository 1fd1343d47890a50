import { describe, expect, it } from "vitest";
import { hasStaleCourier } from "@/lib/orders/list/order-list-item";

describe("the courier of a listed order", () => {
  const now = Date.parse("2026-11-21T12:05:00.000Z");

  it.each([
    ["was last seen within five minutes", "in_progress", "Пётр", "2026-11-21T12:00:00.001Z", false],
    ["was last seen five minutes ago", "in_progress", "Пётр", "2026-11-21T12:00:00.000Z", true],
    ["was never seen", "assigned", "Пётр", null, true],
    ["is not assigned", "assigned", null, null, false],
    ["is being searched for", "new", null, null, false],
    ["has delivered the order", "delivered", "Пётр", null, false],
    ["had the order before it was cancelled", "cancelled", "Пётр", null, false],
  ] as const)(
    "is correctly reported as silent or not when the courier %s",
    (_, status, courierName, heardAt, silent) => {
      expect(hasStaleCourier({ status, courierName, heardAt }, now)).toBe(silent);
    },
  );
});
