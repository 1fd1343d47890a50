import type { Queryable } from "@/lib/db/client";
import { events, rehearsals, webhookDeliveries, webhookEndpoints } from "@/lib/db/generated/columns";
import { NOW_AS_STORED } from "@/lib/db/now";
import { bool, int4, pick, type RowOf, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { readKeptBody } from "@/lib/events/event-body";
import { readScenario, type Scenario } from "@/lib/sandbox/scenario";
import { LIVE_CHANNEL, WEBHOOK_SUBJECT } from "@/lib/streams/announce";
import type { AttemptResult } from "@/lib/webhooks/attempt";
import type { EventSource } from "@/lib/webhooks/scenario-delivery";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";

const CLAIMED = {
  ...pick(webhookDeliveries, "id claim tries attempts endpointId eventId eventType orderId body createdAt"),
  ...pick(webhookEndpoints, "url secret headerNames headerValues previousSecret"),
  speed: rehearsals.speed.orNull,
  packed: events.packed,
  traceparent: events.traceparent,
  isLive: bool,
  isSuspect: bool,
  scenario: text.orNull,
};

export type ClaimedDelivery = Readonly<Omit<RowOf<typeof CLAIMED>, "packed" | "scenario">> & {
  readonly scenario: Scenario | null;
};

export interface DeliveryLimits {
  readonly slots: number;
  /** The slots for failing endpoints, so that those that hang do not block healthy ones. */
  readonly suspectSlots: number;
  readonly perEndpoint: number;
  readonly perSuspect: number;
  readonly leaseMs: number;
}

/** How many more deliveries a process may claim, and its running deliveries by endpoint. */
type SendCapacity = DeliveryLimits & { readonly busy: ReadonlyMap<string, number> };

/** Takes one delivery of each endpoint, then a second of each, so that no backlog delays others. */
export async function claimDeliveries(db: Queryable, room: SendCapacity): Promise<ClaimedDelivery[]> {
  const rows = await query(db, CLAIMED)`
    WITH due AS (
      SELECT waiting.id, waiting.run_at, waiting.place, e.failing_since IS NOT NULL AS is_suspect
      FROM webhook_endpoints e
      LEFT JOIN unnest(${[...room.busy.keys()]}::uuid[], ${[...room.busy.values()]}::int[]) AS busy(id, count)
        ON busy.id = e.id
      CROSS JOIN LATERAL (
        SELECT id, run_at, row_number() OVER (ORDER BY run_at, id) AS place
        FROM (SELECT d.id, d.run_at FROM webhook_deliveries d
              WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.run_at <= ${NOW_AS_STORED}
                AND (d.leased_until IS NULL OR d.leased_until <= ${NOW_AS_STORED})
              ORDER BY d.run_at
              LIMIT greatest(0, CASE WHEN e.failing_since IS NULL THEN ${room.perEndpoint}::int
                                     ELSE ${room.perSuspect}::int END - coalesce(busy.count, 0))
              FOR UPDATE SKIP LOCKED) locked
      ) waiting
      WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
    ), chosen AS (
      SELECT id, is_suspect FROM (
        SELECT *, row_number() OVER (PARTITION BY is_suspect ORDER BY place, run_at) AS turn FROM due
      ) ordered
      WHERE NOT is_suspect OR turn <= ${room.suspectSlots}::int
      ORDER BY place, run_at LIMIT ${room.slots}::int
    )
    UPDATE webhook_deliveries d
    SET claim = d.claim + 1, leased_until = now() + ${room.leaseMs} * interval '1 millisecond'
    FROM chosen
    JOIN webhook_deliveries w ON w.id = chosen.id
    JOIN webhook_endpoints e ON e.id = w.endpoint_id
    LEFT JOIN events v ON v.id = w.event_id
    LEFT JOIN rehearsals r ON r.order_id = w.order_id AND NOT w.is_test AND w.event_type <> ${POSITION_EVENT}
    WHERE d.id = chosen.id
    RETURNING d.id, d.claim, d.tries, d.attempts, d.endpoint_id, d.event_id, d.event_type, d.order_id, coalesce(d.body, v.body) AS body,
              v.packed, d.created_at, e.url, e.mode = 'live' AS is_live, e.secret,
              CASE WHEN e.previous_secret_until > now() THEN e.previous_secret END AS previous_secret,
              coalesce(e.header_names, '{}') AS header_names, e.header_values, chosen.is_suspect,
              r.scenario, r.speed, v.traceparent`;
  return rows.map(({ packed, ...row }) => ({
    ...row,
    body: readKeptBody({ body: row.body, packed }),
    scenario: readScenario(row.scenario),
  }));
}

export async function findTurn(
  db: Queryable,
  { endpointId, eventId, orderId }: Pick<ClaimedDelivery, "endpointId" | "eventId" | "orderId">,
): Promise<EventSource> {
  const [row] = await query(db, { place: int4, isOvertaken: bool })`
    SELECT count(*) FILTER (WHERE v.sequence < own.sequence)::int AS place,
           coalesce(bool_or(v.sequence > own.sequence AND d.attempts > 0), false) AS is_overtaken
    FROM events own JOIN events v ON v.order_id = own.order_id
    JOIN webhook_deliveries d ON d.endpoint_id = ${endpointId}::uuid AND d.event_id = v.id
    WHERE own.id = ${eventId}::uuid AND own.order_id = ${orderId}`;
  if (row === undefined) throw new Error("SELECT count(*) returned no row");
  return row;
}

export async function deferDelivery(
  db: Queryable,
  { id, claim }: Pick<ClaimedDelivery, "id" | "claim">,
  forMs: number,
): Promise<void> {
  await execute(db)`
    UPDATE webhook_deliveries SET leased_until = NULL, run_at = now() + ${forMs} * interval '1 millisecond'
    WHERE id = ${id} AND claim = ${claim} AND state = 'pending'`;
}

export interface NewAttempt {
  readonly at: Date;
  readonly signature: string;
  readonly result: AttemptResult;
}

export type DeliveryEnd =
  | { readonly state: "succeeded" | "failed" }
  | { readonly state: "pending"; readonly afterMs: number };

/** A success clears the endpoint's failures. @returns false if the delivery was claimed or rearmed since */
export async function recordAttempt(
  db: Queryable,
  { id, claim }: Pick<ClaimedDelivery, "id" | "claim">,
  { at, signature, result }: NewAttempt,
  end: DeliveryEnd,
): Promise<boolean> {
  const afterMs = end.state === "pending" ? end.afterMs : 0;
  const recorded = await execute(db)`
    WITH done AS (
      UPDATE webhook_deliveries SET
        state = ${end.state}::webhook_delivery_state, leased_until = NULL,
        tries = tries + 1, attempts = attempts + 1,
        run_at = CASE WHEN ${end.state} = 'pending' THEN now() + ${afterMs} * interval '1 millisecond'
                 ELSE run_at END,
        finished_at = CASE WHEN ${end.state} = 'pending' THEN NULL ELSE now() END
      WHERE id = ${id} AND claim = ${claim} AND state = 'pending'
      RETURNING id, attempts, endpoint_id, order_id
    ), logged AS (
      INSERT INTO webhook_attempts
        (delivery_id, number, endpoint_id, attempted_at, status, duration_ms, signature, response, failure, detail)
      SELECT id, attempts, endpoint_id, ${at}::timestamptz, ${result.status}::smallint, ${result.durationMs},
             ${signature}, ${result.response}, ${result.failure}, ${result.detail}
      FROM done
    ), recovered AS (
      UPDATE webhook_endpoints e SET failing_since = NULL, last_failure_at = NULL
      FROM done
      WHERE e.id = done.endpoint_id AND ${end.state} = 'succeeded' AND e.failing_since IS NOT NULL
    )
    SELECT CASE WHEN order_id IS NOT NULL
                THEN pg_notify(${LIVE_CHANNEL}, ${WEBHOOK_SUBJECT} || ' ' || order_id) END
    FROM done`;
  return recorded === 1;
}

export async function releaseDeliveries(
  db: Queryable,
  deliveries: readonly Pick<ClaimedDelivery, "id" | "claim">[],
): Promise<void> {
  await execute(db)`
    UPDATE webhook_deliveries d SET leased_until = NULL
    FROM unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ claim }) => claim)}::int[])
      AS held(id, claim)
    WHERE d.id = held.id AND d.claim = held.claim AND d.state = 'pending'`;
}

export async function dropDelivery(
  db: Queryable,
  { id, claim }: Pick<ClaimedDelivery, "id" | "claim">,
): Promise<void> {
  await execute(db)`
    UPDATE webhook_deliveries SET state = 'failed', finished_at = now(), leased_until = NULL
    WHERE id = ${id} AND claim = ${claim} AND state = 'pending'`;
}
