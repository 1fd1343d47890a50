import { describe, expect, it } from "vitest";
import type { AttemptFailure } from "@/lib/webhooks/attempt";
import { type EndpointHealth, type FailedHealth, healthAfterFailure } from "@/lib/webhooks/endpoint";

const HOUR_MS = 60 * 60_000;
const START = new Date("2026-11-21T12:00:00.000Z");
const at = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const WELL: EndpointHealth = { failingSince: null, lastFailureAt: null };

/** State of a healthy endpoint after failures at these hours. */
function fail(hours: readonly number[], failure: AttemptFailure = "status") {
  let health: EndpointHealth & Pick<FailedHealth, "disabledReason"> = { ...WELL, disabledReason: null };
  for (const hour of hours) health = healthAfterFailure(health, failure, at(hour));
  return health;
}

const every12Hours = (until: number) => Array.from({ length: until / 12 + 1 }, (_, index) => index * 12);

describe("an endpoint that fails", () => {
  it("stays enabled for five days, and is disabled by the first failure after them (HOOK-8)", () => {
    expect(fail(every12Hours(108)).disabledReason).toBeNull();
    expect(fail([...every12Hours(108), 119.99]).disabledReason).toBeNull();
    expect(fail([...every12Hours(108), 120])).toEqual({
      failingSince: at(0),
      lastFailureAt: at(120),
      disabledReason: "failing",
    });
  });

  it("is disabled at once when it responds with 410 (HOOK-7)", () => {
    expect(fail([0], "gone").disabledReason).toBe("gone");
  });

  it("restarts its five days after a success", () => {
    const later = healthAfterFailure(WELL, "status", at(130));
    expect(later).toEqual({ failingSince: at(130), lastFailureAt: at(130), disabledReason: null });
  });

  it("restarts its five days after a silence longer than any wait of the schedule", () => {
    expect(fail([0, 61]).failingSince).toEqual(at(61));
    expect(fail([0, 60]).failingSince).toEqual(at(0));
    // One failure now and one in a month are not a month of failures.
    expect(fail([0, 720]).disabledReason).toBeNull();
  });
});
