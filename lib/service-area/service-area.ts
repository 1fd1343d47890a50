import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { Point } from "@/lib/point";
import type { Trip } from "@/lib/routing/trip";
import { type CoordinatePrefix, findFarDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { isOpenAt, nextClosing, nextOpening } from "@/lib/service-area/opening-hours";
import { findFirstPause, findPause, type Pause } from "@/lib/service-area/pause";
import { findInnermostZone, type Zone } from "@/lib/service-area/zone";

export interface ServiceArea {
  readonly version: number;
  readonly isOn: boolean;
  readonly zones: readonly Zone[];
  /** Also ended ones, until the next change. */
  readonly pauses: readonly Pause[];
  readonly ownMaxTripMeters: number | null;
  readonly maxTripMeters: number;
}

export type UnservedReason =
  | { readonly reason: "outside" }
  | { readonly reason: "closed"; readonly opensAt: Date | null }
  /** `zone` is null if the whole service is paused. */
  | { readonly reason: "paused"; readonly zone: string | null; readonly opensAt: Date | null };

type AreaRules = Pick<ServiceArea, "isOn" | "zones" | "pauses">;

/** When a stop is to be served; both are the same for an instant, and the end of a longer time does not belong to it. */
export interface ServedTime {
  readonly from: Date;
  readonly to: Date;
}

export const toServedTime = (at: Date): ServedTime => ({ from: at, to: at });

/** Returns null if the stop is served all the time. The innermost of several zones decides. */
export function findUnservedReason(
  area: AreaRules,
  place: Point,
  { from, to }: ServedTime,
): UnservedReason | null {
  const zone = area.isOn ? findInnermostZone(area.zones, place) : undefined;
  if (area.isOn && zone === undefined) return { reason: "outside" };
  const name = zone?.name ?? null;
  const pause = findPause(area.pauses, name, from) ?? findFirstPause(area.pauses, name, from, to);
  const closesAt = zone === undefined ? null : findClosing(zone, from, to);
  if (pause !== null) {
    const since = pause.since > from ? pause.since : from;
    if (closesAt === null || since <= closesAt)
      return { reason: "paused", zone: pause.zone, opensAt: findOpening(area, zone, since) };
  }
  return closesAt && { reason: "closed", opensAt: findOpening(area, zone, closesAt) };
}

const findClosing = (zone: Zone, from: Date, to: Date): Date | null =>
  isOpenAt(zone, from) ? nextClosing(zone, from, to) : from;

/** The first time that is within the hours and in no pause; null if there is none soon. */
function findOpening({ pauses }: AreaRules, zone: Zone | undefined, at: Date): Date | null {
  let opensAt: Date | null = at;
  // Each pause is passed once.
  for (let tries = 0; opensAt !== null && tries <= 2 * pauses.length + 1; tries += 1) {
    const pause = findPause(pauses, zone?.name ?? null, opensAt);
    if (pause !== null) opensAt = pause.until;
    else if (zone === undefined || isOpenAt(zone, opensAt)) return opensAt;
    else opensAt = nextOpening(zone, opensAt);
  }
  return opensAt;
}

/** Stop 0 is the pickup, 1 the first dropoff. */
export type OutsideStop = UnservedReason & { readonly stop: number };

/** @param times by stop, the pickup first */
function findUnservedStops(
  area: AreaRules,
  trip: Omit<Trip, "routingMode">,
  times: readonly ServedTime[],
): OutsideStop[] {
  return [trip.pickup, ...trip.dropoffs].flatMap((place, stop) => {
    const time = times[stop];
    if (time === undefined) throw new Error(`Stop ${stop} has no time.`);
    const why = findUnservedReason(area, place, time);
    return why === null ? [] : [{ ...why, stop }];
  });
}

export type TripProblems = ReturnType<typeof tripProblems>;

/** Problems that are known without a route. @param times by stop, the pickup first */
export function tripProblems(
  area: ServiceArea,
  trip: Trip,
  times: readonly ServedTime[],
  isChecked: (place: Point, stop: number) => boolean = () => true,
) {
  const { maxTripMeters } = area;
  const outside = findUnservedStops(area, trip, times);
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
  const problem = unserved.reason === "closed" ? CLOSED : formatPause(unserved.zone);
  return opensAt === null ? problem : `${problem}; service resumes at ${opensAt.toISOString()}`;
}

const formatPause = (zone: string | null): string =>
  zone === null
    ? "cannot be served while the service is paused"
    : `is in the zone ${JSON.stringify(zone)}, which is paused at the requested time`;

export class TripRejectedError extends DomainError {
  readonly problems: TripProblems;

  constructor(problems: TripProblems, coordinates: CoordinatePrefix) {
    super("INVALID_PAYLOAD", tripIssues(problems, coordinates));
    this.problems = problems;
  }
}

/** @param times by stop, the pickup first @throws TripRejectedError */
export function checkTrip(
  area: ServiceArea,
  trip: Trip,
  times: readonly ServedTime[],
  coordinates: CoordinatePrefix,
): void {
  const problems = tripProblems(area, trip, times);
  if (problems.outside.length + problems.far.length > 0) throw new TripRejectedError(problems, coordinates);
}
