import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { Point } from "@/lib/point";
import type { Trip } from "@/lib/routing/trip";
import { type CoordinatePrefix, findFarDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { findUnservedReason, type UnservedReason, type Zone } from "@/lib/service-area/zone";

export interface ServiceArea {
  readonly version: number;
  readonly isOn: boolean;
  readonly zones: readonly Zone[];
  readonly ownMaxTripMeters: number | null;
  readonly maxTripMeters: number;
}

/** Stop 0 is the pickup, 1 the first dropoff. */
export type OutsideStop = UnservedReason & { readonly stop: number };

export function findUnservedStops(
  zones: readonly Zone[],
  trip: Omit<Trip, "routingMode">,
  at: Date,
): OutsideStop[] {
  return [trip.pickup, ...trip.dropoffs].flatMap((place, stop) => {
    const why = findUnservedReason(zones, place, at);
    return why === null ? [] : [{ ...why, stop }];
  });
}

export type TripProblems = ReturnType<typeof tripProblems>;

/** Problems that are known without a route. @param at pickup time */
export function tripProblems(
  area: ServiceArea,
  trip: Trip,
  at: Date,
  isChecked: (place: Point, stop: number) => boolean = () => true,
) {
  const { isOn, zones, maxTripMeters } = area;
  const outside = isOn ? findUnservedStops(zones, trip, at) : [];
  const stops = [trip.pickup, ...trip.dropoffs];
  return {
    outside: outside.filter(({ stop }) => isChecked(stops[stop] ?? trip.pickup, stop)),
    far: findFarDropoffs(trip, maxTripMeters),
    maxMeters: maxTripMeters,
  };
}

export function tripIssues(
  { outside, far, maxMeters }: TripProblems,
  coordinates: CoordinatePrefix,
): FieldIssue[] {
  const issues = outside.map((one) => ({
    field: `${one.stop === 0 ? "pickup" : `dropoffs.${one.stop - 1}`}.${coordinates}latitude`,
    message: formatMessage(one),
    reason: one.reason,
  }));
  const isNamed = (field: string) => issues.some((issue) => issue.field === field);
  return [...issues, ...lengthIssues(far, maxMeters, coordinates).filter(({ field }) => !isNamed(field))];
}

const OUTSIDE = "is outside the service area";
const CLOSED = "is outside service hours at the requested time";

function formatMessage(unserved: UnservedReason): string {
  if (unserved.reason === "outside") return OUTSIDE;
  const { opensAt } = unserved;
  return opensAt === null ? CLOSED : `${CLOSED}; service resumes at ${opensAt.toISOString()}`;
}

export class TripRejectedError extends DomainError {
  readonly problems: TripProblems;

  constructor(problems: TripProblems, coordinates: CoordinatePrefix) {
    super("INVALID_PAYLOAD", tripIssues(problems, coordinates));
    this.problems = problems;
  }
}

/** @throws TripRejectedError */
export function checkTrip(area: ServiceArea, trip: Trip, at: Date, coordinates: CoordinatePrefix): void {
  const problems = tripProblems(area, trip, at);
  if (problems.outside.length + problems.far.length > 0) throw new TripRejectedError(problems, coordinates);
}
