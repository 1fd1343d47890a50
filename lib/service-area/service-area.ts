import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { Point } from "@/lib/routing/geo";
import type { Trip } from "@/lib/routing/trip";
import { type CoordinatesIn, type FarDropoff, farDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { type Unserved, whyUnserved, type Zone } from "@/lib/service-area/zone";

/** Where and how far couriers are sent, as operators have set it. */
export interface ServiceArea {
  /** Number of changes so far; 0 before the first. */
  readonly version: number;
  /** Whether the zones apply; otherwise every place is served. */
  readonly isOn: boolean;
  readonly zones: readonly Zone[];
  /** The operators' own trip limit; null if they leave it to the configuration. */
  readonly ownMaxTripMeters: number | null;
  /** The limit in force; infinite without one. */
  readonly maxTripMeters: number;
}

/** A stop that is not served, by its index in the trip: 0 is the pickup, 1 the first dropoff. */
export type OutsideStop = Unserved & { readonly stop: number };

/** Reasons why couriers cannot be sent on a trip. */
export interface TripProblems {
  readonly outside: readonly OutsideStop[];
  readonly far: readonly FarDropoff[];
  readonly maxMeters: number;
}

/** Returns the stops of a trip that no zone serves at an instant. */
export function outsideStops(
  zones: readonly Zone[],
  trip: Omit<Trip, "routingMode">,
  at: Date,
): OutsideStop[] {
  return [trip.pickup, ...trip.dropoffs].flatMap((place, stop) => {
    const why = whyUnserved(zones, place, at);
    return why === null ? [] : [{ ...why, stop }];
  });
}

/**
 * Returns everything about a trip that the service area forbids, as far as it is known without a route.
 *
 * @param at when the courier is to collect it
 * @param isChecked whether to check a stop against the zones, with stops numbered as in `OutsideStop`
 */
export function tripProblems(
  area: ServiceArea,
  trip: Trip,
  at: Date,
  isChecked: (place: Point, stop: number) => boolean = () => true,
): TripProblems {
  const { isOn, zones, maxTripMeters } = area;
  const outside = isOn ? outsideStops(zones, trip, at) : [];
  const stops = [trip.pickup, ...trip.dropoffs];
  return {
    outside: outside.filter(({ stop }) => isChecked(stops[stop] ?? trip.pickup, stop)),
    far: farDropoffs(trip, maxTripMeters),
    maxMeters: maxTripMeters,
  };
}

/** Maps these problems to fields of the body, one per field. */
export function tripIssues(
  { outside, far, maxMeters }: TripProblems,
  coordinates: CoordinatesIn,
): FieldIssue[] {
  const issues = outside.map((one) => ({
    field: `${one.stop === 0 ? "pickup" : `dropoffs.${one.stop - 1}`}.${coordinates}latitude`,
    message: messageOf(one),
    reason: one.reason,
  }));
  const isNamed = (field: string) => issues.some((issue) => issue.field === field);
  return [...issues, ...lengthIssues(far, maxMeters, coordinates).filter(({ field }) => !isNamed(field))];
}

const OUTSIDE = "is outside the service area";
const CLOSED = "is outside service hours at the requested time";

function messageOf(unserved: Unserved): string {
  if (unserved.reason === "outside") return OUTSIDE;
  const { opensAt } = unserved;
  return opensAt === null ? CLOSED : `${CLOSED}; service resumes at ${opensAt.toISOString()}`;
}

/** Refuses a trip before it has a route. */
export class TripRefused extends DomainError {
  readonly problems: TripProblems;

  constructor(problems: TripProblems, coordinates: CoordinatesIn) {
    super("INVALID_PAYLOAD", tripIssues(problems, coordinates));
    this.problems = problems;
  }
}

/** Refuses a trip that couriers cannot be sent on. @throws TripRefused */
export function checkTrip(area: ServiceArea, trip: Trip, at: Date, coordinates: CoordinatesIn): void {
  const problems = tripProblems(area, trip, at);
  if (problems.outside.length + problems.far.length > 0) throw new TripRefused(problems, coordinates);
}
