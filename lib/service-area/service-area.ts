import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { Point } from "@/lib/routing/geo";
import type { Trip } from "@/lib/routing/trip";
import { type CoordinatesIn, type FarDropoff, farDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { type Unserved, whyUnserved, type Zone } from "@/lib/service-area/zone";

/** Where and how far couriers are sent, as operators have set it. */
export interface ServiceArea {
  /** Counts the changes; 0 before the first. */
  readonly version: number;
  /** Whether the zones decide; otherwise every place is served. */
  readonly isOn: boolean;
  readonly zones: readonly Zone[];
  /** Operators' own limit of a trip; null where they leave it to the configuration. */
  readonly ownMaxTripMeters: number | null;
  /** The limit in force. */
  readonly maxTripMeters: number;
}

/** A stop that is not served, by its place in the trip: 0 is the pickup, 1 the first dropoff. */
export type OutsideStop = Unserved & { readonly stop: number };

/** What keeps couriers from being sent on a trip. */
export interface TripProblems {
  readonly outside: readonly OutsideStop[];
  readonly far: readonly FarDropoff[];
  readonly maxMeters: number;
}

/** The stops of a trip that no zone serves at an instant. */
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
 * Everything about a trip that the service area forbids, as far as it is known without a route.
 *
 * @param at when the courier is to collect it
 * @param isChecked whether the zones are asked about a stop, counted like `OutsideStop`
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

/** Such problems by field of the body, one for a field. */
export function tripIssues(
  { outside, far, maxMeters }: TripProblems,
  coordinates: CoordinatesIn,
): FieldIssue[] {
  const issues = outside.map((one) => ({
    field: `${one.stop === 0 ? "pickup" : `dropoffs.${one.stop - 1}`}.${coordinates}latitude`,
    message: messageOf(one),
  }));
  const isNamed = (field: string) => issues.some((issue) => issue.field === field);
  return [...issues, ...lengthIssues(far, maxMeters, coordinates).filter(({ field }) => !isNamed(field))];
}

const OUTSIDE = "is outside the service area";
const CLOSED = "is in a part of the service area that is closed then";

function messageOf(unserved: Unserved): string {
  if (unserved.reason === "outside") return OUTSIDE;
  const { opensAt } = unserved;
  return opensAt === null ? CLOSED : `${CLOSED}; it opens at ${opensAt.toISOString()}`;
}

/** Which of the reasons a message of `tripIssues` tells; null for another one. */
export function toldReason({ message }: FieldIssue): Unserved["reason"] | null {
  if (message === OUTSIDE) return "outside";
  return message.startsWith(CLOSED) ? "closed" : null;
}

/** The refusal of a trip before it has a route. */
export class TripRefused extends DomainError {
  readonly problems: TripProblems;

  constructor(problems: TripProblems, coordinates: CoordinatesIn) {
    super("INVALID_PAYLOAD", tripIssues(problems, coordinates));
    this.problems = problems;
  }
}

/** Refuses a trip on which couriers are not sent. @throws TripRefused */
export function checkTrip(area: ServiceArea, trip: Trip, at: Date, coordinates: CoordinatesIn): void {
  const problems = tripProblems(area, trip, at);
  if (problems.outside.length + problems.far.length > 0) throw new TripRefused(problems, coordinates);
}
