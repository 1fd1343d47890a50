import { areCollectedTogether } from "@/lib/couriers/route-sequence";
import { getProfile, type TransportType } from "@/lib/couriers/vehicle";
import type { RouteStopKind } from "@/lib/db/generated/enums";
import { type HandoverTerms, toDoorHandover, toPickupHandover } from "@/lib/dispatch/handover";
import type { Point } from "@/lib/point";
import { estimateSeconds } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import { PARKING_SECONDS } from "@/lib/tracking/arrivals/duration-model";

/** Place and time at which a courier sets off. */
interface Start extends Point {
  /** Seconds since 1970, as all times here. */
  readonly at: number;
  readonly transport: TransportType;
  /** Multiplier of estimated driving times. */
  readonly drivingFactor: number;
}

interface TimedStop extends Point {
  readonly kind: RouteStopKind;
  readonly isReached: boolean;
  readonly readyAt: Date | null;
  /** Start of the delivery window; null without one. */
  readonly windowFrom: Date | null;
}

export interface StopTimes {
  readonly arrivesAt: number;
  /** Collection or handover. */
  readonly handledAt: number;
  readonly leavesAt: number;
}

/** Estimates when a courier is at each of the stops, one after the other. */
export function timeStops(terms: HandoverTerms, start: Start, stops: readonly TimedStop[]): StopTimes[] {
  const profile = getProfile(start.transport);
  const factor = profile === "driving" ? start.drivingFactor : 1;
  let from: Point = start;
  let leavesAt = start.at;
  let before: TimedStop | undefined;
  return stops.map((stop) => {
    const isCollectedTogether = areCollectedTogether(before, stop);
    const earliestAt = ((stop.kind === "collect" ? stop.readyAt : stop.windowFrom)?.getTime() ?? 0) / 1000;
    const driven = stop.isReached ? 0 : estimateSeconds(greatCircleMeters(from, stop), profile) * factor;
    const arrivesAt = leavesAt + driven;
    const isPickup = stop.kind === "collect";
    const { beforeSeconds, afterSeconds } = isPickup
      ? toPickupHandover(terms, stop, "")
      : toDoorHandover(terms, stop);
    const untilHandover = Math.max(0, beforeSeconds - (stop.isReached ? PARKING_SECONDS : 0));
    const reachedAt = isCollectedTogether ? leavesAt : arrivesAt + untilHandover;
    const handledAt = Math.max(reachedAt, earliestAt);
    leavesAt = handledAt + (isCollectedTogether ? 0 : afterSeconds);
    from = stop;
    before = stop;
    return { arrivesAt: isCollectedTogether ? reachedAt : arrivesAt, handledAt, leavesAt };
  });
}
