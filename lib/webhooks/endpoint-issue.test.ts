import { describe, expect, it } from "vitest";
import { type EndpointHealth, healthAfterFailure } from "@/lib/webhooks/endpoint";
import { endpointIssue, nextCheckAt } from "@/lib/webhooks/endpoint-issue";

const HOUR_MS = 60 * 60_000;
const START = new Date("2026-11-21T12:00:00.000Z");
const at = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const WELL: EndpointHealth = { failingSince: null, lastFailureAt: null };

const watched = (before: EndpointHealth, hour: number, { isOn = true, failure = "status" as const } = {}) =>
  nextCheckAt({ ...before, isOn }, healthAfterFailure(before, failure, at(hour)));

describe("a failing endpoint is checked", () => {
  it("an hour after its first failure, not after later ones", () => {
    expect(watched(WELL, 0)).toEqual(at(1));
    expect(watched({ failingSince: at(0), lastFailureAt: at(0) }, 0.5)).toBeNull();
    expect(watched({ failingSince: at(0), lastFailureAt: at(1) }, 2)).toBeNull();
  });

  it("again when failures resume after a long silence", () => {
    expect(watched({ failingSince: at(0), lastFailureAt: at(1) }, 100)).toEqual(at(101));
  });

  it("at once when it is disabled", () => {
    expect(watched({ failingSince: at(0), lastFailureAt: at(100) }, 120)).toEqual(at(120));
    expect(nextCheckAt({ ...WELL, isOn: true }, healthAfterFailure(WELL, "gone", at(3)))).toEqual(at(3));
  });

  it("never while it is disabled, even when unfinished attempts fail", () => {
    expect(watched(WELL, 0, { isOn: false })).toBeNull();
    expect(nextCheckAt({ ...WELL, isOn: false }, healthAfterFailure(WELL, "gone", at(0)))).toBeNull();
  });
});

describe("an endpoint's issue", () => {
  it.each([
    ["empty for a healthy endpoint", null, null, null, null],
    ["that it is failing, after a first failure", null, null, at(0), { kind: "struggling", at: at(0) }],
    ["that it responded with 410", "gone", at(1), at(0), { kind: "gone", at: at(1) }],
    ["that it failed for five days", "failing", at(120), at(0), { kind: "failing", at: at(120) }],
    [
      "that it responded with 410, even after a late success",
      "gone",
      at(1),
      null,
      { kind: "gone", at: at(1) },
    ],
    ["empty for an endpoint that a user paused", "paused", at(1), at(0), null],
  ] as const)("is %s", (_, disabledReason, disabledAt, failingSince, trouble) => {
    expect(endpointIssue({ disabledReason, disabledAt, failingSince })).toEqual(trouble);
  });
});
