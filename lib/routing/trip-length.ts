import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { greatCircleMeters } from "@/lib/routing/geo";
import { legEnds, type Trip } from "@/lib/routing/trip";

export interface FarDropoff {
  readonly index: number;
  readonly meters: number;
}

/** Prefix of the coordinates in a body: an order has them in its address, a quote in the dropoff. */
export type CoordinatePrefix = "address." | "";

/** For a sequential trip: dropoffs too far from the pickup, or else the first that makes the route too long. */
export function findFarDropoffs(
  trip: Trip,
  maxMeters: number,
  legMeters: readonly number[] = legEnds(trip).map(({ from, to }) => greatCircleMeters(from, to)),
): FarDropoff[] {
  const beyond = (meters: readonly number[]) =>
    meters.flatMap((length, index) => (length > maxMeters ? [{ index, meters: Math.round(length) }] : []));
  if (trip.routingMode === "parallel") return beyond(legMeters);
  const far = beyond(trip.dropoffs.map((dropoff) => greatCircleMeters(trip.pickup, dropoff)));
  if (far.length > 0) return far;
  let sum = 0;
  return beyond(legMeters.map((meters) => (sum += meters))).slice(0, 1);
}

export function lengthIssues(
  far: readonly FarDropoff[],
  maxMeters: number,
  coordinates: CoordinatePrefix,
): FieldIssue[] {
  return far.flatMap(({ index, meters }) => {
    const [is, most] = [formatKilometers(meters), formatKilometers(maxMeters)];
    const message = `exceeds the maximum trip length of ${most} km (trip is ${is} km); check that latitude and longitude are not swapped`;
    return (["latitude", "longitude"] as const).map((name) => ({
      field: `dropoffs.${index}.${coordinates}${name}`,
      message,
      reason: "too_far" as const,
    }));
  });
}

// Rounded up, since a message that states the limit itself as too long would be a contradiction.
export const formatKilometers = (meters: number): string => Math.ceil(meters / 1000).toLocaleString("en");

export class TripTooLongError extends DomainError {
  readonly far: readonly FarDropoff[];
  readonly maxMeters: number;

  constructor(far: readonly FarDropoff[], maxMeters: number, coordinates: CoordinatePrefix) {
    super("INVALID_PAYLOAD", lengthIssues(far, maxMeters, coordinates));
    this.far = far;
    this.maxMeters = maxMeters;
  }
}
