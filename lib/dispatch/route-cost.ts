import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type { TravelSeconds } from "@/lib/dispatch/plan-snapshot";
import type { StopState } from "@/lib/dispatch/plan-state";

/** A stop of a route with its planned times, and the route's cost up to it in minutes. */
export interface Visit {
  readonly stop: StopState;
  readonly arrivesAt: number;
  readonly handledAt: number;
  readonly leavesAt: number;
  readonly cost: number;
}

export interface Route {
  readonly visits: readonly Visit[];
  readonly cost: number;
}

/** Where a route begins. */
export interface RouteStart {
  readonly vehicle: number;
  readonly point: number;
  readonly startsAt: number;
  readonly shiftEndsAt: number;
}

/**
 * Walks along a route and adds up its cost in minutes:
 *
 * driven minutes × `drivenMinute`
 * + for each pickup: minutes from readiness to collection × `readyMinute`
 * + for each dropoff without a window: minutes from placement to handover × `waitingMinute`
 * + for each dropoff after its promise: `brokenPromise` + minutes late × `lateMinute`
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
  readonly #late: number;
  readonly #broken: number;
  readonly #overtimeSeconds: number;
  #point = 0;
  #vehicle = 0;
  #shiftEndsAt = 0;

  constructor(travelSeconds: TravelSeconds, { weights, maxOvertimeSeconds }: PlanSettings) {
    this.#travelSeconds = travelSeconds;
    this.#driven = weights.drivenMinute / 60;
    this.#ready = weights.readyMinute / 60;
    this.#waiting = weights.waitingMinute / 60;
    this.#late = weights.lateMinute / 60;
    this.#broken = weights.brokenPromise;
    this.#overtimeSeconds = maxOvertimeSeconds;
  }

  /** Stands where a visit of the route ends, or at the start of the route without a visit. */
  begin(start: RouteStart, after: Visit | undefined): void {
    this.#vehicle = start.vehicle;
    this.#shiftEndsAt = start.shiftEndsAt;
    this.#point = after === undefined ? start.point : after.stop.point;
    this.leavesAt = after === undefined ? start.startsAt : after.leavesAt;
    this.cost = after === undefined ? 0 : after.cost;
  }

  /** Returns false if the stop cannot be reached, or only after the end of the shift. */
  visit(stop: StopState): boolean {
    const wayThere = this.#travelSeconds(this.#point, stop.point, this.#vehicle);
    this.arrivesAt = this.leavesAt + wayThere;
    const handled = Math.max(this.arrivesAt + stop.beforeSeconds, stop.earliestAt);
    this.cost += this.#driven * wayThere;
    if (stop.dropoff === null) {
      if (handled > this.#shiftEndsAt) return false;
      this.cost += this.#ready * (handled - stop.earliestAt);
    } else {
      if (handled > this.#shiftEndsAt + this.#overtimeSeconds) return false;
      if (stop.isAwaited) this.cost += this.#waiting * (handled - stop.order.placedAt);
      if (handled > stop.promisedAt) this.cost += this.#broken + this.#late * (handled - stop.promisedAt);
    }
    this.handledAt = handled;
    this.leavesAt = handled + stop.afterSeconds;
    this.#point = stop.point;
    return wayThere < Number.POSITIVE_INFINITY;
  }
}

/** Continues a route by stops; null if they cannot be driven. */
export function appendVisits(
  walk: RouteWalk,
  start: RouteStart,
  visits: readonly Visit[],
  stops: readonly StopState[],
): Route | null {
  const all = [...visits];
  walk.begin(start, all.at(-1));
  for (const stop of stops) {
    if (!walk.visit(stop)) return null;
    const { arrivesAt, handledAt, leavesAt, cost } = walk;
    all.push({ stop, arrivesAt, handledAt, leavesAt, cost });
  }
  return { visits: all, cost: walk.cost };
}

/** What the cost of a route rises by when stops are inserted before `position`; Infinity if it cannot be driven. */
export function getExtraCost(
  walk: RouteWalk,
  start: RouteStart,
  route: Route,
  stops: readonly StopState[],
  position: number,
): number {
  const { visits } = route;
  walk.begin(start, visits[position - 1]);
  for (const stop of stops) if (!walk.visit(stop)) return Number.POSITIVE_INFINITY;
  for (let index = position; index < visits.length; index++) {
    const visit = visits[index];
    if (visit === undefined || !walk.visit(visit.stop)) return Number.POSITIVE_INFINITY;
    // From a stop that is left at the same time as before, the rest of the route is the same.
    if (walk.leavesAt === visit.leavesAt) return walk.cost - visit.cost;
  }
  return walk.cost - route.cost;
}
