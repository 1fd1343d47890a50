import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type { ExpectedPickup, PlanSnapshot, TravelSeconds } from "@/lib/dispatch/plan-snapshot";
import {
  areCollectedTogether,
  type Route,
  type RouteStart,
  type StopState,
  type Visit,
} from "@/lib/dispatch/route";

/** A courier whose shift ends sooner gets no further order, so it does not matter where the route ends. */
const MIN_REST_SECONDS = 900;
/** An expected pickup farther away by this time counts 1/e as much. */
const NEARBY_SECONDS = 300;
/** Twice the mean of the positive part of a standard normal value. */
const EXPECTED_EXCESS = 0.8;
/** Of a place from which no expected pickup can be reached. */
const MAX_DISTANCE_SECONDS = 3_600;

/**
 * Walks along a route and adds up its cost in minutes:
 *
 * driven minutes × `drivenMinute`
 * + for each pickup: minutes from readiness to collection × `readyMinute`
 * + for each dropoff without a window: minutes from placement to handover × `waitingMinute`, and their square ×
 *   `longWaitSquareMinute`
 * + for each dropoff after its promise: `brokenPromise` + minutes late × `lateMinute`
 * + minutes from the end of the route to the nearest expected pickups × `distantMinute`, unless the shift ends then
 *
 * The one place that knows times and cost. It is mutable and reused because a plan walks up to a million routes.
 */
export class RouteWalk {
  arrivesAt = 0;
  handledAt = 0;
  leavesAt = 0;
  cost = 0;
  readonly #travelSeconds: TravelSeconds;
  readonly #driven: number;
  readonly #ready: number;
  readonly #waiting: number;
  readonly #longWait: number;
  readonly #late: number;
  readonly #broken: number;
  readonly #distant: number;
  readonly #overtimeSeconds: number;
  readonly #expectedPickups: readonly ExpectedPickup[];
  /** Seconds to the expected pickups, by vehicle and point. */
  readonly #distances = new Map<number, Map<number, number>>();
  #point = 0;
  #before: StopState | undefined = undefined;
  #vehicle = 0;
  #shiftEndsAt = 0;

  constructor(
    { travelSeconds, expectedPickups }: PlanSnapshot,
    { weights, maxOvertimeSeconds }: PlanSettings,
  ) {
    this.#travelSeconds = travelSeconds;
    this.#expectedPickups = weights.distantMinute > 0 ? expectedPickups : [];
    this.#distant = weights.distantMinute / 60;
    this.#driven = weights.drivenMinute / 60;
    this.#ready = weights.readyMinute / 60;
    this.#waiting = weights.waitingMinute / 60;
    this.#longWait = weights.longWaitSquareMinute / 3_600;
    this.#late = weights.lateMinute / 60;
    this.#broken = weights.brokenPromise;
    this.#overtimeSeconds = maxOvertimeSeconds;
  }

  /** Stands where a visit of the route ends, or at the start of the route without a visit. */
  begin(start: RouteStart, after: Visit | undefined): void {
    this.#vehicle = start.vehicle;
    this.#shiftEndsAt = start.shiftEndsAt;
    this.#point = after === undefined ? start.point : after.stop.point;
    this.#before = after?.stop;
    this.handledAt = after === undefined ? start.startsAt : after.handledAt;
    this.leavesAt = after === undefined ? start.startsAt : after.leavesAt;
    this.cost = after === undefined ? 0 : after.cost;
  }

  /**
   * Returns false if the stop cannot be reached, or only after the end of the shift, or if a committed order would come
   * later than promised because of another one.
   */
  visit(stop: StopState): boolean {
    const wayThere = this.#travelSeconds(this.#point, stop.point, this.#vehicle);
    // Goods of several orders are collected together, with the handover of one.
    const isSamePickup = areCollectedTogether(this.#before, stop);
    this.arrivesAt = isSamePickup ? this.handledAt : this.leavesAt + wayThere;
    const reachedAt = isSamePickup ? this.arrivesAt : this.arrivesAt + stop.beforeSeconds;
    const { readyDeviationSeconds } = stop.order;
    const handled =
      stop.dropoff === null && readyDeviationSeconds > 0
        ? expectLater(reachedAt, stop.earliestAt, readyDeviationSeconds)
        : Math.max(reachedAt, stop.earliestAt);
    // Committed orders are kept, even if they end after the shift.
    const isPlanned = stop.order.request !== null;
    this.cost += this.#driven * wayThere;
    if (stop.dropoff === null) {
      if (handled > this.#shiftEndsAt && isPlanned) return false;
      this.cost += this.#ready * (handled - stop.earliestAt);
    } else {
      if (handled > this.#shiftEndsAt + this.#overtimeSeconds && isPlanned) return false;
      if (handled > stop.latestAt) return false;
      if (stop.isAwaited) {
        const waited = handled - stop.order.placedAt;
        this.cost += (this.#waiting + this.#longWait * waited) * waited;
      }
      if (handled > stop.promisedAt) this.cost += this.#broken + this.#late * (handled - stop.promisedAt);
    }
    this.handledAt = handled;
    this.leavesAt = handled + stop.afterSeconds;
    this.#point = stop.point;
    this.#before = stop;
    return wayThere < Number.POSITIVE_INFINITY;
  }

  /** Adds what the place costs where the route ends. */
  end(): void {
    if (this.#expectedPickups.length === 0 || this.#shiftEndsAt < this.leavesAt + MIN_REST_SECONDS) return;
    let distances = this.#distances.get(this.#vehicle);
    if (distances === undefined) {
      distances = new Map();
      this.#distances.set(this.#vehicle, distances);
    }
    let seconds = distances.get(this.#point);
    if (seconds === undefined) {
      seconds = this.#getDistance(this.#point);
      distances.set(this.#point, seconds);
    }
    this.cost += this.#distant * seconds;
  }

  /** A soft minimum: what counts is a place with many expected pickups nearby, not the center of all. */
  #getDistance(point: number): number {
    let nearness = 0;
    let weights = 0;
    for (const { point: pickup, weight } of this.#expectedPickups) {
      const seconds = this.#travelSeconds(point, pickup, this.#vehicle);
      nearness += weight * Math.exp(-seconds / NEARBY_SECONDS);
      weights += weight;
    }
    return nearness === 0 ? MAX_DISTANCE_SECONDS : -NEARBY_SECONDS * Math.log(nearness / weights);
  }
}

/** Expected later of two instants of which one is uncertain: the maximum, rounded off where they are near each other. */
const expectLater = (exact: number, uncertain: number, deviationSeconds: number): number =>
  (exact + uncertain + Math.hypot(exact - uncertain, EXPECTED_EXCESS * deviationSeconds)) / 2;

/** Continues committed visits by stops; null if they cannot be driven. */
export function appendVisits(
  walk: RouteWalk,
  start: RouteStart,
  visits: readonly Visit[],
  stops: readonly StopState[],
): Route | null {
  const all = [...visits];
  let planned = 0;
  walk.begin(start, all.at(-1));
  for (const stop of stops) {
    if (!walk.visit(stop)) return null;
    if (stop.dropoff === null && stop.order.request !== null) planned++;
    const { arrivesAt, handledAt, leavesAt, cost } = walk;
    all.push({ stop, arrivesAt, handledAt, leavesAt, cost });
  }
  walk.end();
  return { visits: all, cost: walk.cost, planned };
}

/** Stops of an order, and for each of them the index of the stop of a route before which it is inserted; ascending. */
export interface Insertion {
  readonly stops: readonly StopState[];
  /** May be shorter than `stops`: the others are left out. */
  readonly places: readonly number[];
}

/**
 * Returns the increase of a route's cost by stops of an order. Infinity if it cannot be driven, or costs more than
 * `limit`: later stops cannot become cheaper by a detour before them.
 */
export function getExtraCost(
  walk: RouteWalk,
  start: RouteStart,
  route: Route,
  { stops, places }: Insertion,
  limit = Number.POSITIVE_INFINITY,
): number {
  const { visits } = route;
  const first = places[0] ?? visits.length;
  const before = visits[first - 1];
  walk.begin(start, before);
  let costBefore = before?.cost ?? 0;
  let next = 0;
  for (let index = first; index <= visits.length; index++) {
    for (; places[next] === index; next++) {
      const stop = stops[next];
      if (stop === undefined || !walk.visit(stop)) return Number.POSITIVE_INFINITY;
    }
    const visit = visits[index];
    if (visit === undefined) break;
    if (walk.cost - costBefore > limit || !walk.visit(visit.stop)) return Number.POSITIVE_INFINITY;
    costBefore = visit.cost;
    // From a stop that is left at the same time as before, the rest of the route is the same.
    if (next === places.length && walk.leavesAt === visit.leavesAt) return walk.cost - visit.cost;
  }
  walk.end();
  return walk.cost - route.cost;
}
