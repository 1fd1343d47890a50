import { DAY_MS } from "@/lib/duration";
import { stopsKey } from "@/lib/routing/driven-legs";
import {
  toDoorGroups,
  toDriveGroups,
  toOfferGroups,
  toPeriod,
  toWaitGroups,
} from "@/lib/tracking/arrivals/duration-groups";
import { toDriveRatio } from "@/lib/tracking/arrivals/duration-model";
import type { Observation } from "@/lib/tracking/arrivals/fit-durations";
import type { EndedTrip } from "@/lib/tracking/arrivals/list-ended-trips";
import { getWaitStart } from "@/lib/tracking/eta";

/** What one ended order took; nothing where a time is unknown, and for orders with another attempt. */
export function measureTrip(trip: EndedTrip, now: Date): Observation[] {
  const { acceptedAt, assignedAt, arrivedAt, pickedUpAt, readyAt, transportType, accountId } = trip;
  const [pickup, ...dropoffs] = trip.stops;
  if (pickup === undefined || acceptedAt === null || pickedUpAt === null) return [];
  if (dropoffs.some(({ failedAt, attempts }) => failedAt !== null || attempts > 0)) return [];
  const period = toPeriod(pickedUpAt, pickup);
  const of = {
    orderId: trip.id,
    ageDays: Math.max(0, (now.getTime() - pickedUpAt.getTime()) / DAY_MS),
    recipient: dropoffs[0]?.contactValue ?? "",
  };
  const planned = listPlannedSeconds(trip);
  const observations: Observation[] = [];
  const addDrive = (to: EndedTrip["stops"][number], plannedSeconds: number | null, seconds: number) => {
    // A drive that took no time is a tap that came too late.
    if (plannedSeconds === null || seconds <= 0) return;
    const groups = toDriveGroups(period, { vehicle: transportType, plannedSeconds, to });
    const recipient = to === pickup ? of.recipient : to.contactValue;
    observations.push({
      ...of,
      kind: "drive",
      groups,
      value: toDriveRatio(seconds, plannedSeconds),
      recipient,
    });
  };
  if (assignedAt !== null) {
    const value = toSeconds(assignedAt, acceptedAt);
    observations.push({ ...of, kind: "offer", groups: toOfferGroups(period), value });
  }
  if (arrivedAt !== null) {
    addDrive(pickup, planned.approach, toSeconds(acceptedAt, arrivedAt));
    const begun = getWaitStart(arrivedAt, readyAt);
    const groups = toWaitGroups(period, pickup, accountId);
    observations.push({ ...of, kind: "wait", groups, value: toSeconds(begun, pickedUpAt) });
  }
  let leftAt: Date | null = pickedUpAt;
  for (const [index, dropoff] of dropoffs.entries()) {
    const { arrivedAt: reachedAt, deliveredAt, contactValue, floor, cargoSize } = dropoff;
    if (leftAt !== null && reachedAt !== null) {
      addDrive(dropoff, planned.legs[index] ?? null, toSeconds(leftAt, reachedAt));
    }
    if (reachedAt !== null && deliveredAt !== null) {
      const { isInPerson, hasCode, doorstep } = dropoff;
      const features = {
        isInPerson,
        hasCode,
        isDoorstep: doorstep,
        floor: floor === null ? null : Number(floor),
      };
      const groups = toDoorGroups(dropoff, { ...features, cargoSize });
      const value = toSeconds(reachedAt, deliveredAt);
      observations.push({ ...of, kind: "door", groups, value, recipient: contactValue });
    }
    leftAt = deliveredAt;
  }
  return observations;
}

const toSeconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1_000;

interface PlannedSeconds {
  readonly approach: number | null;
  readonly legs: readonly (number | null)[];
}

/** By the courier's own route, otherwise by the priced one; null for a leg that was never routed. */
function listPlannedSeconds({ stops, places, routeSeconds, routingMode }: EndedTrip): PlannedSeconds {
  if (routeSeconds !== null && places === stopsKey(stops)) {
    const [approach = null, ...legs] = routeSeconds;
    return { approach, legs };
  }
  return {
    approach: null,
    // Parallel trips are priced from the pickup.
    legs: stops
      .slice(1)
      .map(({ durationSeconds }, index) =>
        routingMode === "sequential" || index === 0 ? durationSeconds : null,
      ),
  };
}
