import * as z from "zod";
import type { Mode } from "@/lib/account-scope";
import type { FieldIssue } from "@/lib/domain-error";
import { dateTime, latitude, longitude } from "@/lib/field";
import { firstOfEachField } from "@/lib/http/issues";
import {
  type DeliveryWindow,
  type DeliveryWindows,
  isSameWindow,
  listMissedWindows,
  MAX_WINDOW_AHEAD_MS,
  MAX_WINDOW_MS,
  MIN_WINDOW_MS,
} from "@/lib/orders/delivery-window";
import { areLegsEqual, judgeTrip } from "@/lib/orders/held-order";
import { expectPickup } from "@/lib/orders/order";
import { deliveryWindow, windowFromBody } from "@/lib/orders/schema";
import type { Point } from "@/lib/point";
import { MAX_DROPOFFS, type Trip } from "@/lib/routing/trip";
import type { CoordinatePrefix } from "@/lib/routing/trip-length";
import {
  type ServedTime,
  type ServiceArea,
  toServedTime,
  tripIssues,
  tripProblems,
} from "@/lib/service-area/service-area";
import type { TripCheck } from "@/lib/service-area/trip-check";

/** The times of a body of any shape; null if absent, undefined if invalid. */
export interface SentTimes {
  readonly deliveryTime: Date | null | undefined;
  readonly readyAt: Date | null | undefined;
  /** By dropoff. */
  readonly windows: readonly SentWindow[];
}

export interface SentWindow {
  readonly value: DeliveryWindow | null | undefined;
  /** Path in the body. */
  readonly field: string;
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
  readonly windows: DeliveryWindows;
}

const point = z.object({ latitude, longitude });
const inAddress = z.object({ address: point }).transform(({ address }) => address);
const tripFields = z
  .object({
    pickup: z.unknown(),
    dropoffs: z.unknown(),
    routing_mode: z.unknown(),
    delivery_time: z.unknown(),
    delivery_window: z.unknown(),
    ready_at: z.unknown(),
  })
  .partial();
const ownWindow = z.object({ delivery_window: z.unknown() }).partial();

/** Null without a valid stop. */
export function readTrip(body: unknown, coordinates: CoordinatePrefix): SentTrip | null {
  const {
    pickup,
    dropoffs,
    routing_mode: mode = "sequential",
    delivery_time: time,
    delivery_window: window,
    ready_at: readyAt,
  } = tripFields.safeParse(body).data ?? {};
  const sent = Array.isArray(dropoffs) ? dropoffs.slice(0, MAX_DROPOFFS) : [];
  const schema = coordinates === "" ? point : inAddress;
  const read = [pickup, ...sent].map((stop) => schema.safeParse(stop).data);
  const times = {
    deliveryTime: readTime(time),
    // A quote has no `ready_at`.
    readyAt: coordinates === "" ? null : readTime(readyAt),
    windows: sent.map((dropoff, index): SentWindow => {
      const own = ownWindow.safeParse(dropoff).data?.delivery_window;
      return own === undefined
        ? { value: readWindow(window), field: ORDER_WINDOW }
        : { value: readWindow(own), field: toWindowField(index) };
    }),
  };
  return toSentTrip(read, mode === "sequential" ? "sequential" : "parallel", times);
}

export function readTime(time: unknown): Date | null | undefined {
  if (time === undefined || time === null) return null;
  const { data } = dateTime.safeParse(time);
  return data === undefined ? undefined : new Date(data);
}

const ORDER_WINDOW = "delivery_window";

const toWindowField = (dropoff: number): string => `dropoffs.${dropoff}.${ORDER_WINDOW}`;

export function readWindow(sent: unknown): DeliveryWindow | null | undefined {
  if (sent === undefined || sent === null) return null;
  const { data } = deliveryWindow.safeParse(sent);
  return data && windowFromBody(data);
}

/** Windows of an order's dropoffs, which a body is to have by dropoff. */
export const toSentWindows = (windows: readonly SentWindow["value"][]): SentWindow[] =>
  windows.map((value, index) => ({ value, field: toWindowField(index) }));

/** Moves problems of dropoffs that have the order's window to the order's field. */
export function mapIssuesToWindows(
  issues: readonly FieldIssue[],
  isOwn: (dropoff: number) => boolean,
): FieldIssue[] {
  const moved = issues.map((issue) => {
    const [, index] = /^dropoffs\.(\d+)\.delivery_window$/.exec(issue.field) ?? [];
    return index === undefined || isOwn(Number(index)) ? issue : { ...issue, field: ORDER_WINDOW };
  });
  return firstOfEachField(moved);
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
  const windows = sent.windows.map(({ value }) => value);
  const isTimed = ![deliveryTime, readyAt, ...windows].includes(undefined);
  const problems = tripProblems(
    area,
    trip,
    toServedTimes(trip, { deliveryTime, readyAt, windows }, now),
    (place, stop) => isRead(stop) && isChecked(place, stop),
  );
  // An invalid time counts as within the opening hours.
  const outside = problems.outside.filter(({ reason }) => isTimed || reason === "outside");
  const far = isRead(0) ? problems.far.filter(({ index }) => isRead(index + 1)) : [];
  return tripIssues({ ...problems, outside, far }, coordinates);
}

/** When each stop is to be served: a dropoff in its window, everything else at the time of the pickup. */
export function toServedTimes(
  { dropoffs }: Pick<Trip, "dropoffs">,
  times: Parameters<typeof expectPickup>[0],
  now: Date,
): ServedTime[] {
  const pickup = toServedTime(expectPickup(times, now));
  return [pickup, ...dropoffs.map((_, index) => toServedWindow(times.windows[index], now) ?? pickup)];
}

/** The rest of a window; at most 24 hours of it, since a longer one is rejected. */
function toServedWindow(window: DeliveryWindow | null | undefined, now: Date): ServedTime | null {
  if (window == null) return null;
  const from = Math.max(now.getTime(), window.from.getTime());
  const to = Math.max(from, Math.min(window.to.getTime(), from + MAX_WINDOW_MS));
  return { from: new Date(from), to: new Date(to) };
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
  const isSameDeparture = isSameTime && isSameOrInvalid(readyAt, stored.readyAt);
  const areSameTimes =
    isSameDeparture &&
    sent.windows.every(
      ({ value }, index) => value === undefined || isSameWindow(value, stored?.windows[index]),
    );
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
    ...(areSameTimes ? [] : findWindowIssues(sent, sentAt, stored?.windows ?? [])),
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

function findReadyIssues({ deliveryTime, readyAt, windows }: SentTimes): FieldIssue[] {
  if (readyAt == null) return [];
  const isTimeMissed = deliveryTime != null && readyAt >= deliveryTime;
  if (!isTimeMissed && windows.every(({ value }) => value == null || readyAt < value.to)) return [];
  const message = isTimeMissed
    ? "must be earlier than delivery_time"
    : "must be earlier than the end of delivery_window";
  return [{ field: "ready_at", message, reason: "ready_too_late" }];
}

/** Problems of new windows, and of all that are sent next to a delivery time. */
function findWindowIssues(
  { deliveryTime, windows }: SentTimes,
  sentAt: Date,
  stored: DeliveryWindows,
): FieldIssue[] {
  return windows.flatMap(({ value, field }, index): FieldIssue[] => {
    if (value == null) return [];
    if (deliveryTime != null) {
      const message = "must not be combined with delivery_time; send only one of them";
      return [{ field, message, reason: "window_and_time" }];
    }
    return isSameWindow(value, stored[index])
      ? []
      : judgeWindow(value, sentAt).map((one) => ({ field, ...one }));
  });
}

function judgeWindow({ from, to }: DeliveryWindow, sentAt: Date): Omit<FieldIssue, "field">[] {
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs < MIN_WINDOW_MS) {
    return [{ message: "must be at least 20 minutes long", reason: "window_short" }];
  }
  if (lengthMs > MAX_WINDOW_MS) return [{ message: "must be at most 24 hours long", reason: "window_long" }];
  if (to.getTime() > sentAt.getTime() + MAX_WINDOW_AHEAD_MS) {
    return [{ message: "must end within 30 days", reason: "window_far" }];
  }
  return to > sentAt ? [] : [{ message: "must end in the future", reason: "window_soon" }];
}

/** Windows that no courier can keep on the way that the trip takes. @param leavesAt at the earliest */
export function findMissedWindowIssues(
  windows: readonly SentWindow[],
  driveSeconds: readonly number[],
  leavesAt: Date,
): FieldIssue[] {
  const missed = listMissedWindows(
    windows.map(({ value }) => value ?? null),
    driveSeconds,
    leavesAt,
  );
  return firstOfEachField(
    missed.map(({ dropoff, reachedAt, isAfterOther }): FieldIssue => {
      const field = windows[dropoff]?.field ?? toWindowField(dropoff);
      const at = reachedAt.toISOString();
      return isAfterOther
        ? {
            field,
            message: `must end later: after the window of a dropoff before it, a courier is there at ${at} or later`,
            reason: "window_order",
          }
        : {
            field,
            message: `must end later: a courier can be there at ${at} or later`,
            reason: "window_soon",
          };
    }),
  );
}

// Compares to six decimals, as prices do.
const isSamePlace = (one: Point, other: Point): boolean =>
  Math.round(one.latitude * 1e6) === Math.round(other.latitude * 1e6) &&
  Math.round(one.longitude * 1e6) === Math.round(other.longitude * 1e6);
