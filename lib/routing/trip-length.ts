import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { greatCircleMeters } from "@/lib/routing/geo";
import { legEnds, type Trip } from "@/lib/routing/trip";

/** A dropoff that makes a trip too long, and how long the trip is by then, in whole metres. */
export interface FarDropoff {
  readonly index: number;
  readonly meters: number;
}

/** Where a body has a dropoff's coordinates: an order in its address, a quote in the dropoff itself. */
export type CoordinatesIn = "address." | "";

/**
 * The dropoffs that make a trip longer than couriers are sent. In parallel routing each way from the pickup counts by
 * itself. In a chained trip those count that are too far from the pickup whatever comes between, and where there is
 * none, the first by which the whole way is too long.
 *
 * @param legMeters the lengths of the legs by road; straight lines where they are not known yet
 */
export function farDropoffs(
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

/** What is wrong with the coordinates of such dropoffs, as the fields of a body. */
export function lengthIssues(
  far: readonly FarDropoff[],
  maxMeters: number,
  coordinates: CoordinatesIn,
): FieldIssue[] {
  return far.flatMap(({ index, meters }) => {
    const [is, most] = [kilometers(meters), kilometers(maxMeters)];
    const message = `must keep the trip within ${most} km; it is ${is} km long here. Are latitude and longitude swapped?`;
    return (["latitude", "longitude"] as const).map((name) => ({
      field: `dropoffs.${index}.${coordinates}${name}`,
      message,
    }));
  });
}

// Never rounded down to the limit itself, which would read as a contradiction.
const kilometers = (meters: number): string => Math.ceil(meters / 1000).toLocaleString("en");

/** The refusal of a trip that is longer than couriers are sent. */
export class TripTooLong extends DomainError {
  readonly far: readonly FarDropoff[];
  readonly maxMeters: number;

  constructor(far: readonly FarDropoff[], maxMeters: number, coordinates: CoordinatesIn) {
    super("INVALID_PAYLOAD", lengthIssues(far, maxMeters, coordinates));
    this.far = far;
    this.maxMeters = maxMeters;
  }
}
