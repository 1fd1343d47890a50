import type { FieldIssue } from "@/lib/domain-error";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { legEnds, type Trip } from "@/lib/routing/trip";
import { type CoordinatePrefix, formatKilometers } from "@/lib/routing/trip-length";

/** A trip that is out of proportion. Stop 0 is the pickup, 1 the first dropoff. */
export interface UnusualTrip {
  /** In a straight line, whole meters. */
  readonly longestLegMeters: number;
  /** Ends of legs that are too long, and stops at 0, 0. */
  readonly stops: readonly number[];
  readonly isAtZero: boolean;
  /** At most half of the stops whose swapped latitude and longitude make the trip usual; empty if no swap does. */
  readonly swappedStops: readonly number[];
}

/** Null unless a leg is longer than `maxLegMeters` in a straight line, wherever it is, or a stop is at 0, 0. */
export function findUnusualTrip(trip: Trip, maxLegMeters: number): UnusualTrip | null {
  const legMeters = legEnds(trip).map(({ from, to }) => toMeters(from, to));
  const places = [trip.pickup, ...trip.dropoffs];
  const stops = places.flatMap((place, stop) => {
    const isFar = stop > 0 && (legMeters[stop - 1] ?? 0) > maxLegMeters;
    return isFar || isZero(place) ? [stop] : [];
  });
  if (stops.length === 0) return null;
  return {
    longestLegMeters: Math.max(...legMeters),
    stops,
    isAtZero: places.some(isZero),
    swappedStops: findSwaps(trip, maxLegMeters),
  };
}

const toMeters = (from: Point, to: Point): number => Math.round(greatCircleMeters(from, to));

// To six decimals, as prices.
const isZero = ({ latitude, longitude }: Point): boolean =>
  Math.round(latitude * 1e6) === 0 && Math.round(longitude * 1e6) === 0;

interface Plan {
  /** Where the next leg begins. */
  readonly from: Point;
  readonly swapped: readonly number[];
}

/** The two readings of a stop: as sent, and with swapped axes if that is a place. */
function listReadings(place: Point, stop: number): { point: Point; swapped: readonly number[] }[] {
  if (isZero(place)) return [];
  const { latitude, longitude } = place;
  const asSent = { point: place, swapped: [] };
  if (Math.abs(longitude) > 90) return [asSent];
  return [asSent, { point: { latitude: longitude, longitude: latitude }, swapped: [stop] }];
}

/** Keeps, of all readings up to each stop, only the best for each beginning of the next leg: at most two. */
function findSwaps({ pickup, dropoffs, routingMode }: Trip, maxLegMeters: number): readonly number[] {
  let plans: Plan[] = listReadings(pickup, 0).map(({ point, swapped }) => ({ from: point, swapped }));
  for (const [index, dropoff] of dropoffs.entries()) {
    const readings = listReadings(dropoff, index + 1);
    const next = new Map<Point, Plan>();
    for (const plan of plans) {
      for (const { point, swapped } of readings) {
        if (toMeters(plan.from, point) > maxLegMeters) continue;
        const from = routingMode === "sequential" ? point : plan.from;
        const reached = { from, swapped: [...plan.swapped, ...swapped] };
        const known = next.get(from);
        if (known === undefined || reached.swapped.length < known.swapped.length) next.set(from, reached);
      }
    }
    plans = [...next.values()];
  }
  const fewest = plans.sort((a, b) => a.swapped.length - b.swapped.length)[0]?.swapped ?? [];
  // Swapping all stops of a long trip can shorten it, but hints at nothing.
  return fewest.length * 2 <= dropoffs.length + 1 ? fewest : [];
}

/** Names the stops to swap, or else those that make the trip unusual. */
export function unusualTripIssues(
  { longestLegMeters, stops, isAtZero, swappedStops }: UnusualTrip,
  maxLegMeters: number,
  coordinates: CoordinatePrefix,
): FieldIssue[] {
  const isSwapped = swappedStops.length > 0;
  const what = isAtZero
    ? "the trip has a stop at latitude 0 and longitude 0"
    : `the trip has a leg of ${formatKilometers(longestLegMeters)} km, more than ${formatKilometers(maxLegMeters)} km`;
  const hint = isSwapped ? "latitude and longitude may be swapped" : "check the coordinates";
  return (isSwapped ? swappedStops : stops).map((stop) => ({
    field: `${stop === 0 ? "pickup" : `dropoffs.${stop - 1}`}.${coordinates}latitude`,
    message: `${what}; ${hint}`,
    reason: isSwapped ? "swapped" : "unusual",
  }));
}
