import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import type { Profile } from "@/lib/routing/osrm";
import { encodePolyline } from "@/lib/routing/polyline";
import { type Leg, legEnds, type Trip } from "@/lib/routing/trip";

/** How much longer a route through streets is than the straight line, measured over European cities. */
const DETOUR_FACTOR = 1.35;

/** Average speeds by leg length: short legs have many crossings, long ones lead out of town. */
const SPEEDS = [
  { upToMeters: 5_000, kmPerHour: 20 },
  { upToMeters: 20_000, kmPerHour: 30 },
  { upToMeters: 60_000, kmPerHour: 45 },
  { upToMeters: Number.POSITIVE_INFINITY, kmPerHour: 70 },
] as const;

/** Off the road network of cars, by leg of any length. */
const SLOW_KM_PER_HOUR: Readonly<Record<Exclude<Profile, "driving">, number>> = { foot: 4.8, bike: 14 };

/** Travel time of a leg with a straight-line length in meters, by car on empty streets. */
export function estimateSeconds(straightMeters: number, profile: Profile): number {
  const meters = straightMeters * DETOUR_FACTOR;
  return profile === "driving" ? getDuration(meters) : meters / (SLOW_KM_PER_HOUR[profile] / 3.6);
}

export function estimateTrip(trip: Trip): Leg[] {
  return legEnds(trip).map(({ from, to }) => estimateLeg(from, to));
}

export function estimateLeg(from: Point, to: Point): Leg {
  const distanceMeters = Math.round(greatCircleMeters(from, to) * DETOUR_FACTOR);
  return {
    distanceMeters,
    durationSeconds: getDuration(distanceMeters),
    geometry: encodePolyline([from, to]),
  };
}

/** Applies each speed only to its own part of a leg, so that a longer leg never takes less time. */
function getDuration(distanceMeters: number): number {
  let seconds = 0;
  let begin = 0;
  for (const { upToMeters, kmPerHour } of SPEEDS) {
    const stretch = Math.max(0, Math.min(distanceMeters, upToMeters) - begin);
    seconds += stretch / (kmPerHour / 3.6);
    begin = upToMeters;
  }
  return Math.round(seconds);
}
