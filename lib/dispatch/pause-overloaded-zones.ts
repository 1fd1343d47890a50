import type { Queryable } from "@/lib/db/client";
import { orderStops, plannedOrders } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { joinPlan, WAITS_SQL } from "@/lib/dispatch/planned-order";
import { HOUR_MS, MINUTE_MS } from "@/lib/duration";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findPause } from "@/lib/service-area/pause";
import { findInnermostZone } from "@/lib/service-area/zone";

const MAX_WAITING = 10_000;

/** Pauses zones in which as many orders wait for a courier as their limit allows, until the plan has fewer. */
export const pauseOverloadedZones: JobHandler = async (context) => {
  const { db, clock } = context;
  const { isOn, zones, pauses } = await getServiceArea(context);
  const now = clock.now();
  const limited = zones.filter(
    ({ name, waitingLimit }) => waitingLimit !== null && findPause(pauses, name, now) === null,
  );
  if (!isOn || limited.length === 0) return DONE;
  const waiting = (await listWaitingPickups(db, now)).map(({ collectedAt, ...place }) => ({
    collectedAt,
    zone: findInnermostZone(zones, place),
  }));
  for (const zone of limited) {
    const collections = waiting.flatMap((order) => (order.zone === zone ? [order.collectedAt] : []));
    const until = findPauseEnd(collections, zone.waitingLimit ?? Number.POSITIVE_INFINITY, now);
    if (until !== null)
      await changeServiceArea(context, { type: "pause", zone: zone.name, until, isAutomatic: true });
  }
  return DONE;
};

const MIN_PAUSE_MS = 15 * MINUTE_MS;
const MAX_PAUSE_MS = 2 * HOUR_MS;
/** Without a plan. */
const USUAL_MS = 30 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;

/**
 * Returns when fewer orders than the limit will be left, within 15 minutes to two hours.
 * @param collections when the orders are planned to be collected; null without a plan
 * @returns null if there are fewer now
 */
export function findPauseEnd(
  collections: readonly (Date | null)[],
  waitingLimit: number,
  now: Date,
): Date | null {
  if (collections.length < waitingLimit) return null;
  const planned = collections.flatMap((at) => (at === null ? [] : [at.getTime()])).sort((a, b) => a - b);
  const relievedAt = planned[collections.length - waitingLimit] ?? now.getTime() + USUAL_MS;
  const within = Math.min(Math.max(relievedAt, now.getTime() + MIN_PAUSE_MS), now.getTime() + MAX_PAUSE_MS);
  return new Date(Math.ceil(within / STEP_MS) * STEP_MS);
}

/** Live orders without a courier whose search has begun, with the planned collection. */
function listWaitingPickups(db: Queryable, now: Date) {
  return query(db, {
    ...pick(orderStops, "latitude longitude"),
    collectedAt: plannedOrders.collectedAt.orNull,
  })`
    SELECT s.latitude, s.longitude, plan.collected_at
    FROM orders o JOIN order_stops s ON s.order_id = o.id AND s.position = 0
    ${joinPlan(now)}
    WHERE o.mode = 'live' AND ${WAITS_SQL} AND o.dispatch_at <= ${now}::timestamptz
    LIMIT ${MAX_WAITING}`;
}
