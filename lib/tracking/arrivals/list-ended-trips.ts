import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { couriers, orderStatusChanges, orderStops, orders, orderWays } from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import { bool, json, pick, type RowOf, timestamptz, uuid } from "@/lib/db/row";
import { query, sql } from "@/lib/db/sql";
import { IS_IN_PERSON } from "@/lib/orders/order-parts";

const STOPS = jsonRows(
  "s",
  "s.position",
  {
    ...pick(orderStops, "latitude longitude floor doorstep contactValue durationSeconds"),
    ...pick(orderStops, "arrivedAt deliveredAt failedAt attempts"),
    cargoSize: orders.cargoSize,
    isInPerson: bool,
    hasCode: bool,
  },
  {
    cargoSize: sql`coalesce(s.cargo_size, o.cargo_size)`,
    isInPerson: IS_IN_PERSON,
    hasCode: sql`coalesce(s.proof_code, a.proof_code)`,
  },
);

const TRIP = {
  ...pick(orders, "id accountId createdAt acceptedAt arrivedAt readyAt routingMode"),
  transportType: couriers.transportType,
  assignedAt: orderStatusChanges.changedAt.orNull,
  pickedUpAt: timestamptz.orNull,
  places: orderWays.places.orNull,
  /** Seconds of the courier's route: to the pickup, then to each dropoff. */
  routeSeconds: json(z.array(z.number())).orNull,
  stops: STOPS.column,
};

/** A delivered live order of a real courier. Its stops begin with the pickup. */
export type EndedTrip = RowOf<typeof TRIP>;

export interface TripPage {
  readonly since: Date;
  /** The last order that was read; null for the newest ones. */
  readonly after: { readonly createdAt: Date; readonly id: bigint } | null;
  readonly limit: number;
}

/**
 * The orders of one account, newest first, and where the next page begins: null after the last one. Those of simulated
 * couriers count toward the limit, so that a page costs the same in any account.
 */
export async function listEndedTrips(
  db: Queryable,
  accountId: string,
  { since, after, limit }: TripPage,
): Promise<{ trips: EndedTrip[]; after: TripPage["after"] }> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`;
  const rows = await query(db, { ...TRIP, isReal: bool })`
    SELECT o.id, o.account_id, o.created_at, o.accepted_at, o.arrived_at, o.ready_at, o.routing_mode,
           c.transport_type, NOT c.is_simulated AS is_real, w.places,
           (SELECT h.changed_at FROM order_status_changes h WHERE h.order_id = o.id AND h.status = 'assigned') AS assigned_at,
           (SELECT h.changed_at FROM order_status_changes h WHERE h.order_id = o.id AND h.status = 'in_progress')
             AS picked_up_at,
           (SELECT json_agg((leg.value ->> 'durationSeconds')::float8 ORDER BY leg.ordinality)
            FROM jsonb_array_elements(w.legs) WITH ORDINALITY leg) AS route_seconds,
           (SELECT ${STOPS.gathered} FROM order_stops s WHERE s.order_id = o.id) AS stops
    FROM (SELECT * FROM orders
          WHERE account_id = ${accountId}::uuid AND mode = 'live' AND status = 'delivered'
            AND created_at > ${since}::timestamptz AND ${isAfter}
          ORDER BY created_at DESC, id DESC LIMIT ${limit}) o
    JOIN accounts a ON a.id = o.account_id
    JOIN couriers c ON c.id = o.courier_id
    LEFT JOIN order_ways w ON w.order_id = o.id AND w.courier_id = o.courier_id
    ORDER BY o.created_at DESC, o.id DESC`;
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    trips: rows.filter(({ isReal }) => isReal),
    after: last === undefined ? null : { createdAt: last.createdAt, id: last.id },
  };
}

/** Accounts with delivered live orders, in an order that only depends on `day`, so that all have their turn. */
export async function listDeliveringAccounts(
  db: Queryable,
  { since, day, limit }: { readonly since: Date; readonly day: string; readonly limit: number },
): Promise<string[]> {
  const rows = await query(db, { id: uuid })`
    SELECT a.id FROM accounts a
    WHERE EXISTS (SELECT FROM orders o WHERE o.account_id = a.id AND o.mode = 'live' AND o.status = 'delivered'
                    AND o.created_at > ${since}::timestamptz)
    ORDER BY md5(a.id::text || ${day}) LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
