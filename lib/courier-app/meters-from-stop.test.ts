import { expect, it } from "vitest";
import { metersFromStop } from "@/lib/courier-app/meters-from-stop";

const NOW = new Date("2026-11-21T10:00:00Z");
const STOP = { latitude: 47.02, longitude: 28.83 };
const fix = (northDegrees: number, accuracyMeters = 10, ageSeconds = 5) => ({
  latitude: STOP.latitude + northDegrees,
  longitude: STOP.longitude,
  heading: null,
  accuracyMeters,
  at: new Date(NOW.getTime() - ageSeconds * 1_000).toISOString(),
});

it.each([
  ["4 km away", fix(0.036), 4_003],
  ["just beyond 500 m", fix(0.0046), 511],
  ["within 500 m", fix(0.0044), null],
  ["within the accuracy of the fix", fix(0.0046, 600), null],
  ["beyond the accuracy of the fix", fix(0.0056, 600), 623],
  ["4 km away two minutes ago", fix(0.036, 10, 120), 4_003],
  ["4 km away more than two minutes ago", fix(0.036, 10, 121), null],
  ["without a known position", null, null],
])(
  "the distance from the stop is reported only when reliable and large, for a courier %s",
  (_, at, meters) => {
    const found = metersFromStop(at, STOP, NOW);
    expect(found === null ? null : Math.round(found)).toBe(meters);
  },
);
