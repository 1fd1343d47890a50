import type { Context } from "@/lib/context";
import { getProfile } from "@/lib/couriers/vehicle";
import { execute } from "@/lib/db/sql";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { stopsKey } from "@/lib/routing/driven-legs";
import { routeAt } from "@/lib/routing/route-at";
import { LIVE_CHANNEL } from "@/lib/streams/announce";

export function courierRouteJobs({ router }: Context, orderId: bigint): NewJob[] {
  return router.knowsRoads ? [{ kind: "route_courier", key: String(orderId) }] : [];
}

/** Stores the courier's road route by their vehicle, if there is one. */
export async function computeCourierRoute(context: Context, key: string): Promise<JobOutcome> {
  const { db, clock } = context;
  const order = await db.models.order.findFirst({
    where: { id: BigInt(key), status: { in: ["assigned", "in_progress"] } },
    include: {
      stops: { orderBy: { position: "asc" }, select: { latitude: true, longitude: true } },
      courier: { include: { position: true } },
    },
  });
  const [pickup, ...dropoffs] = order?.stops ?? [];
  if (order === null || order.courier === null || pickup === undefined) return DONE;
  const { courier, stops } = order;
  const trip = {
    pickup: courier.position ?? pickup,
    dropoffs: [pickup, ...dropoffs],
    routingMode: "sequential",
  } as const;
  const profile = getProfile(courier.transportType);
  const { legs, source } = await routeAt(context, trip, { at: clock.now(), profile });
  if (source === "estimate") return DONE;
  const stored = legs.map(({ geometry, durationSeconds }) => ({ geometry, durationSeconds }));
  await execute(db)`
    WITH kept AS (
      INSERT INTO order_ways (order_id, courier_id, places, legs)
      -- The order may have ended, and its people been erased, during the request.
      SELECT o.id, ${courier.id}::uuid, ${stopsKey(stops)}, ${JSON.stringify(stored)}::jsonb
      FROM orders o WHERE o.id = ${order.id} AND o.status IN ('assigned', 'in_progress') FOR SHARE
      ON CONFLICT (order_id) DO UPDATE
      SET courier_id = excluded.courier_id, places = excluded.places, legs = excluded.legs
    )
    SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', ${order.id}::bigint, ${order.accountId}::text, ${order.mode}::text,
                                                ${courier.id}::text))`;
  return DONE;
}
