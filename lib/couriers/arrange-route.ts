import { listRoute, type RouteStop } from "@/lib/couriers/list-route";
import { toStopKey } from "@/lib/couriers/route-sequence";
import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";

/**
 * Brings a courier's stops into a sequence; those that it lacks stay behind the others. The caller holds the courier's
 * lock, and keeps the stops of each order in their sequence.
 */
export async function arrangeRoute(
  tx: Transaction,
  courierId: string,
  stops: readonly RouteStop[],
): Promise<void> {
  const column = <Value>(value: (stop: RouteStop) => Value) => stops.map(value);
  // Behind the last position, so that no two stops ever have the same one.
  await execute(tx)`
    UPDATE route_stops r SET position = arranged.position
    FROM (
      SELECT s.order_id, s.kind, s.stop_position,
             max(s.position) OVER () + row_number() OVER (ORDER BY w.rank NULLS LAST, s.position) AS position
      FROM route_stops s
      LEFT JOIN unnest(${column(({ orderId }) => orderId)}::bigint[], ${column(({ kind }) => kind)}::text[]::route_stop_kind[],
                       ${column(({ stopPosition }) => stopPosition)}::smallint[])
        WITH ORDINALITY AS w (order_id, kind, stop_position, rank) USING (order_id, kind, stop_position)
      WHERE s.courier_id = ${courierId}::uuid) AS arranged
    WHERE (r.order_id, r.kind, r.stop_position) = (arranged.order_id, arranged.kind, arranged.stop_position)`;
}

/** As `arrangeRoute` with all stops of the courier. @throws DomainError ROUTE_CHANGED if the courier has another one */
export async function arrangeWholeRoute(
  tx: Transaction,
  courierId: string,
  stops: readonly RouteStop[],
): Promise<void> {
  const planned = new Set(stops.map(toStopKey));
  const present = await listRoute(tx, courierId);
  if (!present.every((stop) => planned.has(toStopKey(stop)))) throw new DomainError("ROUTE_CHANGED");
  await arrangeRoute(tx, courierId, stops);
}
