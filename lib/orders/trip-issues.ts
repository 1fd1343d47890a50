import * as z from "zod";
import type { Mode } from "@/lib/account-scope";
import type { FieldIssue } from "@/lib/domain-error";
import { dateTime, latitude, longitude } from "@/lib/field";
import { firstOfEachField } from "@/lib/http/issues";
import { areLegsEqual, judgeTrip } from "@/lib/orders/held-order";
import { expectPickup } from "@/lib/orders/order";
import type { Point } from "@/lib/point";
import { MAX_DROPOFFS, type Trip } from "@/lib/routing/trip";
import type { CoordinatePrefix } from "@/lib/routing/trip-length";
import { type ServiceArea, tripIssues, tripProblems } from "@/lib/service-area/service-area";
import type { TripCheck } from "@/lib/service-area/trip-check";

/** The times of a body of any shape; null if absent, undefined if invalid. */
export interface SentTimes {
  readonly deliveryTime: Date | null | undefined;
  readonly readyAt: Date | null | undefined;
}

/** The trip of a body of any shape. An invalid stop takes the place of the one before it, and breaks no rule. */
export interface SentTrip extends SentTimes {
  readonly trip: Trip;
  /** Whether the point of a stop is valid; stop 0 is the pickup. */
  readonly isRead: (stop: number) => boolean;
}

/** Settings of operators, and the instants by which times are judged. */
export interface TripRules {
  readonly area: ServiceArea;
  readonly check: TripCheck;
  readonly mode: Mode;
  readonly now: Date;
  /** When the body was sent. */
  readonly sentAt: Date;
}

/** The trip of an order before an edit. */
export interface StoredTrip {
  readonly trip: Trip;
  readonly deliveryTime: Date | null;
  readonly readyAt: Date | null;
}

const point = z.object({ latitude, longitude });
const inAddress = z.object({ address: point }).transform(({ address }) => address);
const tripFields = z
  .object({
    pickup: z.unknown(),
    dropoffs: z.unknown(),
    routing_mode: z.unknown(),
    delivery_time: z.unknown(),
    ready_at: z.unknown(),
  })
  .partial();

/** Null without a valid stop. */
export function readTrip(body: unknown, coordinates: CoordinatePrefix): SentTrip | null {
  const {
    pickup,
    dropoffs,
    routing_mode: mode = "sequential",
    delivery_time: time,
    ready_at: readyAt,
  } = tripFields.safeParse(body).data ?? {};
  const sent = Array.isArray(dropoffs) ? dropoffs.slice(0, MAX_DROPOFFS) : [];
  const schema = coordinates === "" ? point : inAddress;
  const read = [pickup, ...sent].map((stop) => schema.safeParse(stop).data);
  // A quote has no `ready_at`.
  const times = { deliveryTime: readTime(time), readyAt: coordinates === "" ? null : readTime(readyAt) };
  return toSentTrip(read, mode === "sequential" ? "sequential" : "parallel", times);
}

export function readTime(time: unknown): Date | null | undefined {
  if (time === undefined || time === null) return null;
  const { data } = dateTime.safeParse(time);
  return data === undefined ? undefined : new Date(data);
}

/** @param read undefined for an invalid stop @returns null without a valid one */
export function toSentTrip(
  read: readonly (Point | undefined)[],
  routingMode: Trip["routingMode"],
  times: SentTimes,
): SentTrip | null {
  const first = read.find(Boolean);
  if (first === undefined) return null;
  const [pickup = first, ...dropoffs] = read.map(
    (_, stop) => read.slice(0, stop + 1).findLast(Boolean) ?? first,
  );
  const isRead = (stop: number) => read[stop] !== undefined;
  return { trip: { pickup, dropoffs, routingMode }, isRead, ...times };
}

/** Stops outside the service area or its hours, and dropoffs that are too far. Without a valid pickup, only the former. */
export function findServiceIssues(
  sent: SentTrip,
  { area, now }: Pick<TripRules, "area" | "now">,
  coordinates: CoordinatePrefix,
  isChecked: (place: Point, stop: number) => boolean = () => true,
): FieldIssue[] {
  const { trip, isRead, deliveryTime, readyAt } = sent;
  const isTimed = deliveryTime !== undefined && readyAt !== undefined;
  const problems = tripProblems(
    area,
    trip,
    expectPickup(sent, now),
    (place, stop) => isRead(stop) && isChecked(place, stop),
  );
  // An invalid time counts as within the opening hours.
  const outside = problems.outside.filter(({ reason }) => isTimed || reason === "outside");
  const far = isRead(0) ? problems.far.filter(({ index }) => isRead(index + 1)) : [];
  return tripIssues({ ...problems, outside, far }, coordinates);
}

/**
 * Every problem of an order's trip that is known without a route.
 * @param stored the trip before an edit, whose unchanged parts may predate today's limit and area
 */
export function findTripIssues(
  sent: SentTrip,
  rules: TripRules,
  stored: StoredTrip | null = null,
): FieldIssue[] {
  const { trip, isRead, deliveryTime, readyAt } = sent;
  const { check, mode, sentAt } = rules;
  const before = stored?.trip;
  const isSameTime = stored !== null && isSameOrInvalid(deliveryTime, stored.deliveryTime);
  const areSameTimes = isSameTime && isSameOrInvalid(readyAt, stored.readyAt);
  const areSameLegs = before !== undefined && areLegsEqual(trip, before);
  const isNew = (place: Point, stop: number) =>
    !areSameTimes ||
    !(stop === 0 ? [before?.pickup] : (before?.dropoffs ?? [])).some(
      (one) => one !== undefined && isSamePlace(one, place),
    );
  const area = areSameLegs ? { ...rules.area, maxTripMeters: Number.POSITIVE_INFINITY } : rules.area;
  const unusual = areSameLegs || !isRead(0) ? [] : judgeTrip(check, mode, trip).issues;
  return firstOfEachField([
    ...findServiceIssues(sent, { ...rules, area }, "address.", isNew),
    ...unusual.filter(({ field }) => isRead(toStop(field))),
    ...(deliveryTime == null || isSameTime ? [] : findTimeIssues(deliveryTime, sentAt)),
    ...(areSameTimes ? [] : findReadyIssues(sent)),
  ]);
}

const isSameOrInvalid = (sent: Date | null | undefined, stored: Date | null): boolean =>
  sent === undefined || sent?.getTime() === stored?.getTime();

const toStop = (field: string): number => {
  const dropoff = /^dropoffs\.(\d+)/.exec(field)?.[1];
  return dropoff === undefined ? 0 : Number(dropoff) + 1;
};

function findTimeIssues(deliveryTime: Date, sentAt: Date): FieldIssue[] {
  if (deliveryTime > sentAt) return [];
  const message = "must be in the future; omit it for immediate delivery";
  return [{ field: "delivery_time", message, reason: "too_soon" }];
}

function findReadyIssues({ deliveryTime, readyAt }: SentTimes): FieldIssue[] {
  if (deliveryTime == null || readyAt == null || readyAt < deliveryTime) return [];
  const message = "must be earlier than delivery_time";
  return [{ field: "ready_at", message, reason: "ready_too_late" }];
}

// Compares to six decimals, as prices do.
const isSamePlace = (one: Point, other: Point): boolean =>
  Math.round(one.latitude * 1e6) === Math.round(other.latitude * 1e6) &&
  Math.round(one.longitude * 1e6) === Math.round(other.longitude * 1e6);
