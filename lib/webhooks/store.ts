import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import { Prisma, type WebhookAttempt, type WebhookEndpoint } from "@/lib/db/generated/client";
import type { AttemptResult } from "@/lib/webhooks/attempt";
import type { DisabledReason, Health } from "@/lib/webhooks/endpoint";
import { announceDeliveries } from "@/lib/webhooks/insert-deliveries";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";

const within = (scope: AccountScope) => ({
  accountId: scope.accountId,
  mode: scope.mode,
  deletedAt: null,
});

export function insertEndpoint(
  db: Queryable,
  scope: AccountScope,
  row: {
    id: string;
    url: string;
    description: string;
    eventTypes: string[];
    secret: Uint8Array<ArrayBuffer>;
    createdById: string | null;
    createdAt: Date;
  },
): Promise<WebhookEndpoint> {
  return db.webhookEndpoint.create({ data: { ...row, accountId: scope.accountId, mode: scope.mode } });
}

/** Locks the account against a second one who counts its endpoints. */
export async function countEndpoints(tx: Transaction, scope: AccountScope): Promise<number> {
  await tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${scope.accountId}::uuid FOR NO KEY UPDATE`;
  return tx.webhookEndpoint.count({ where: within(scope) });
}

export function findEndpoint(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  return db.webhookEndpoint.findFirst({ where: { id: endpointId, ...within(scope) } });
}

export function selectEndpoints(db: Queryable, scope: AccountScope): Promise<WebhookEndpoint[]> {
  return db.webhookEndpoint.findMany({
    where: within(scope),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The columns that an account's people change; absent ones stay. */
export interface EndpointChange {
  readonly url?: string;
  readonly description?: string;
  readonly eventTypes?: string[];
  readonly secret?: Uint8Array<ArrayBuffer>;
  readonly previousSecret?: Uint8Array<ArrayBuffer> | null;
  readonly previousSecretUntil?: Date | null;
  readonly disabledAt?: Date | null;
  readonly disabledReason?: DisabledReason | null;
  readonly failingSince?: null;
  readonly lastFailureAt?: null;
  readonly deletedAt?: Date;
}

/** Changes the scope's endpoint; null when there is none. */
export async function updateEndpointRow(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  change: EndpointChange,
): Promise<WebhookEndpoint | null> {
  const [endpoint] = await db.webhookEndpoint.updateManyAndReturn({
    where: { id: endpointId, ...within(scope) },
    data: change,
  });
  return endpoint ?? null;
}

/**
 * Puts the secret in force aside for a new one, unless another rotation came first.
 *
 * @returns whether this one took place
 */
export async function replaceSecret(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  change: { secret: Uint8Array<ArrayBuffer>; former: Uint8Array<ArrayBuffer>; formerUntil: Date },
): Promise<boolean> {
  const { count } = await db.webhookEndpoint.updateMany({
    where: { id: endpointId, ...within(scope), secret: change.former },
    data: {
      secret: change.secret,
      previousSecret: change.former,
      previousSecretUntil: change.formerUntil,
    },
  });
  return count === 1;
}

/** How an endpoint's attempts went. */
export interface EndpointFigures {
  readonly attempts: number;
  readonly successes: number;
  /** 95 of 100 answers came at least so fast; null without any. */
  readonly p95Ms: number | null;
}

/** By endpoint. */
export async function selectFigures(
  db: Queryable,
  endpointIds: readonly string[],
  since: Date,
): Promise<Map<string, EndpointFigures>> {
  const rows = await db.$queryRaw<(EndpointFigures & { id: string })[]>`
    SELECT endpoint_id AS id, count(*)::int AS attempts,
           count(*) FILTER (WHERE failure IS NULL)::int AS successes,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
    FROM webhook_attempts
    WHERE endpoint_id = ANY(${[...endpointIds]}::uuid[]) AND attempted_at > ${since}::timestamptz
    GROUP BY endpoint_id`;
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** A delivery that this process holds until its lease ends. */
export interface ClaimedDelivery {
  readonly id: bigint;
  readonly claim: number;
  readonly tries: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Null when the journal has forgotten the event. */
  readonly body: string | null;
  readonly createdAt: Date;
  readonly url: string;
  readonly isLive: boolean;
  readonly secret: Uint8Array;
  /** The secret before a rotation, while it signs as well. */
  readonly previousSecret: Uint8Array | null;
  /** Whether the endpoint's latest attempt failed. */
  readonly isSuspect: boolean;
}

/** How much a process may take on. */
export interface Room {
  /** Deliveries that it sends now, by endpoint. */
  readonly busy: ReadonlyMap<string, number>;
  readonly slots: number;
  /** Of these, those for endpoints whose latest attempt failed. */
  readonly suspectSlots: number;
  readonly perEndpoint: number;
  readonly perSuspect: number;
  readonly leaseMs: number;
}

/**
 * Takes deliveries that are due, one of each endpoint and then a second of each, so that none waits for another's
 * backlog. Leases follow the database's clock.
 */
export async function claimDeliveries(db: Queryable, room: Room): Promise<ClaimedDelivery[]> {
  return db.$queryRaw<ClaimedDelivery[]>`
    WITH due AS (
      SELECT waiting.id, waiting.run_at, waiting.place, e.failing_since IS NOT NULL AS is_suspect
      FROM webhook_endpoints e
      LEFT JOIN unnest(${[...room.busy.keys()]}::uuid[], ${[...room.busy.values()]}::int[]) AS busy(id, count)
        ON busy.id = e.id
      CROSS JOIN LATERAL (
        SELECT id, run_at, row_number() OVER (ORDER BY run_at, id) AS place
        FROM (SELECT d.id, d.run_at FROM webhook_deliveries d
              WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.run_at <= now()
                AND (d.leased_until IS NULL OR d.leased_until <= now())
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
    WHERE d.id = chosen.id
    RETURNING d.id, d.claim, d.tries, d.endpoint_id AS "endpointId", d.event_id AS "eventId",
              d.event_type AS "eventType", coalesce(d.body, v.body) AS body, d.created_at AS "createdAt",
              e.url, e.mode = 'live' AS "isLive", e.secret,
              CASE WHEN e.previous_secret_until > now() THEN e.previous_secret END AS "previousSecret",
              chosen.is_suspect AS "isSuspect"`;
}

/** An attempt that is to be recorded. */
export interface NewAttempt {
  readonly at: Date;
  readonly signature: string;
  readonly result: AttemptResult;
}

/** What becomes of a delivery after an attempt: it is over, or waits for so long. */
export type DeliveryEnd =
  | { readonly state: "succeeded" | "failed" }
  | { readonly state: "pending"; readonly afterMs: number };

/**
 * Records an attempt and what becomes of its delivery, in one statement; not when somebody has claimed the delivery
 * since, or it has been put in anew. A success wipes its endpoint's failures out.
 *
 * @returns whether it was recorded
 */
export async function recordAttempt(
  db: Queryable,
  { id, claim }: Pick<ClaimedDelivery, "id" | "claim">,
  { at, signature, result }: NewAttempt,
  end: DeliveryEnd,
): Promise<boolean> {
  const afterMs = end.state === "pending" ? end.afterMs : 0;
  const rows = await db.$queryRaw<unknown[]>`
    WITH done AS (
      UPDATE webhook_deliveries SET
        state = ${end.state}::webhook_delivery_state, leased_until = NULL,
        tries = tries + 1, attempts = attempts + 1,
        run_at = CASE WHEN ${end.state} = 'pending' THEN now() + ${afterMs} * interval '1 millisecond'
                 ELSE run_at END,
        finished_at = CASE WHEN ${end.state} = 'pending' THEN NULL ELSE now() END
      WHERE id = ${id} AND claim = ${claim} AND state = 'pending'
      RETURNING id, attempts, endpoint_id
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
    SELECT 1 FROM done`;
  return rows.length === 1;
}

/** An endpoint's health, locked until the transaction ends; events that are being written pass by. */
export async function lockHealth(tx: Transaction, endpointId: string): Promise<Health | null> {
  const [health] = await tx.$queryRaw<Health[]>`
    SELECT failing_since AS "failingSince", last_failure_at AS "lastFailureAt"
    FROM webhook_endpoints WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`;
  return health ?? null;
}

export async function writeHealth(
  tx: Transaction,
  endpointId: string,
  health: Health & { disabledReason: DisabledReason | null },
): Promise<void> {
  const { failingSince, lastFailureAt, disabledReason } = health;
  await tx.$executeRaw`
    UPDATE webhook_endpoints SET
      failing_since = ${failingSince}::timestamptz, last_failure_at = ${lastFailureAt}::timestamptz,
      disabled_at = CASE WHEN ${disabledReason}::text IS NULL THEN disabled_at
                    ELSE coalesce(disabled_at, now()) END,
      disabled_reason = CASE WHEN disabled_at IS NULL THEN ${disabledReason}::webhook_disabled_reason
                        ELSE disabled_reason END
    WHERE id = ${endpointId}::uuid`;
}

/** Gives claimed deliveries back at once, for other processes. */
export async function releaseDeliveries(
  db: Queryable,
  deliveries: readonly Pick<ClaimedDelivery, "id" | "claim">[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_deliveries d SET leased_until = NULL
    FROM unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ claim }) => claim)}::int[])
      AS held(id, claim)
    WHERE d.id = held.id AND d.claim = held.claim AND d.state = 'pending'`;
}

/** Gives up a delivery whose event is no longer kept. */
export async function dropDelivery(
  db: Queryable,
  { id, claim }: Pick<ClaimedDelivery, "id" | "claim">,
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_deliveries SET state = 'failed', finished_at = now(), leased_until = NULL
    WHERE id = ${id} AND claim = ${claim} AND state = 'pending'`;
}

/** Puts a test in, for one endpoint alone. @returns the delivery's id */
export async function insertTest(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  event: { id: string; type: string; body: string; createdAt: Date },
): Promise<bigint> {
  const [row] = await db.$queryRaw<{ id: bigint }[]>`
    WITH put AS (
      INSERT INTO webhook_deliveries
        (endpoint_id, account_id, event_id, event_type, body, is_test, run_at, created_at)
      VALUES (${endpointId}::uuid, ${scope.accountId}::uuid, ${event.id}::uuid, ${event.type}, ${event.body}, true,
              now(), ${event.createdAt}::timestamptz)
      RETURNING id)
    SELECT id, (${announceDeliveries(Prisma.sql`put`)}) FROM put`;
  if (row === undefined) throw new Error("A row that was written is not there.");
  return row.id;
}

/** What makes a finished delivery wait anew. A send that is under way no longer counts then. */
const ARMED = Prisma.sql`
  state = 'pending', run_at = now(), leased_until = NULL, tries = 0, finished_at = NULL, claim = d.claim + 1`;

/**
 * Has a delivery sent once more, or at once when it waits for its next try.
 *
 * @returns whether the scope's endpoint has such a delivery
 */
export async function rearmDelivery(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  deliveryId: bigint,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH armed AS (
      UPDATE webhook_deliveries d SET ${ARMED}
      WHERE d.id = ${deliveryId} AND d.endpoint_id = ${endpointId}::uuid AND d.account_id = ${scope.accountId}::uuid
      RETURNING d.id)
    SELECT id, (${announceDeliveries(Prisma.sql`armed`)}) FROM armed`;
  return rows.length === 1;
}

/**
 * Has everything since an instant sent that did not arrive: what was given up, what waits for its next try, and what
 * the journal has of the endpoint's types that was never put in because the endpoint was off. Each event once.
 *
 * @returns how many
 */
export async function rearmMissed(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  since: Date,
): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH endpoint AS (
      SELECT id, account_id, mode, event_types FROM webhook_endpoints
      WHERE id = ${endpointId}::uuid AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
        AND deleted_at IS NULL
    ), armed AS (
      UPDATE webhook_deliveries d SET ${ARMED}
      FROM endpoint
      WHERE d.endpoint_id = endpoint.id AND d.created_at >= ${since}::timestamptz AND NOT d.is_test
        AND d.event_type <> ${POSITION_EVENT} AND d.state <> 'succeeded'
        AND (d.leased_until IS NULL OR d.leased_until <= now())
      RETURNING 1
    ), missed AS (
      INSERT INTO webhook_deliveries (endpoint_id, account_id, event_id, event_type, order_id, run_at, created_at)
      SELECT endpoint.id, endpoint.account_id, v.id, v.type, v.order_id, now(), v.created_at
      FROM endpoint JOIN events v ON v.account_id = endpoint.account_id AND v.mode = endpoint.mode
      WHERE v.created_at >= ${since}::timestamptz AND v.type = ANY(endpoint.event_types)
      ORDER BY v.epoch, v.transaction_id, v.row
      ON CONFLICT (endpoint_id, event_id) DO NOTHING
      RETURNING 1
    ), put AS (SELECT 1 FROM armed UNION ALL SELECT 1 FROM missed)
    SELECT (${announceDeliveries(Prisma.sql`put`)}) FROM put`;
  return rows.length;
}

const POSITION_EVERY = Prisma.sql`interval '20 seconds'`;

/** Orders whose courier has moved since an endpoint that asks for it was told, at least 20 seconds ago. */
export async function selectMovedOrders(db: Queryable): Promise<{ endpointId: string; orderCode: string }[]> {
  return db.$queryRaw`
    SELECT e.id AS "endpointId", o.order_code AS "orderCode"
    FROM webhook_endpoints e
    JOIN orders o ON o.account_id = e.account_id AND o.mode = e.mode AND o.status IN ('assigned', 'in_progress')
    JOIN courier_positions p ON p.courier_id = o.courier_id
    LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.order_id = o.id
      AND d.event_type = ${POSITION_EVENT} AND NOT d.is_test
    WHERE ${POSITION_EVENT} = ANY(e.event_types) AND e.disabled_at IS NULL AND e.deleted_at IS NULL
      AND p.received_at > now() - interval '30 minutes'
      AND (d.id IS NULL OR (d.created_at <= now() - ${POSITION_EVERY} AND p.received_at > d.created_at))
    ORDER BY d.created_at NULLS FIRST LIMIT 500`;
}

/** Puts an order's newest position in for an endpoint, in place of the one before it. */
export async function putPosition(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  orderId: bigint,
  event: { id: string; body: string },
): Promise<void> {
  await db.$queryRaw`
    WITH put AS (
      INSERT INTO webhook_deliveries AS d
        (endpoint_id, account_id, event_id, event_type, order_id, body, run_at, created_at)
      VALUES (${endpointId}::uuid, ${scope.accountId}::uuid, ${event.id}::uuid, ${POSITION_EVENT}, ${orderId},
              ${event.body}, now(), now())
      ON CONFLICT (endpoint_id, order_id) WHERE event_type = 'driver.location_updated' AND NOT is_test
      DO UPDATE SET event_id = excluded.event_id, body = excluded.body, created_at = excluded.created_at, ${ARMED}
      WHERE d.created_at <= now() - ${POSITION_EVERY}
      RETURNING 1)
    ${announceDeliveries(Prisma.sql`put`)}`;
}

export type DeliveryState = "pending" | "succeeded" | "failed";

/** A delivery as lists show it. */
export interface ListedDelivery {
  readonly id: bigint;
  readonly eventId: string;
  readonly eventType: string;
  readonly isTest: boolean;
  readonly externalOrderId: string | null;
  readonly orderCode: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly runAt: Date;
  readonly finishedAt: Date | null;
  /** Of the latest attempt. */
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number | null;
}

/** Which deliveries of an endpoint. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  /** The client's identifier of an order, whole. */
  readonly externalOrderId?: string | undefined;
  /** Only those before this one. */
  readonly before?: bigint | undefined;
}

/** The endpoint's deliveries, newest first. */
export async function selectDeliveries(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  filter: DeliveryFilter,
  limit: number,
): Promise<ListedDelivery[]> {
  const conditions = [
    Prisma.sql`d.endpoint_id = ${endpointId}::uuid AND d.account_id = ${scope.accountId}::uuid`,
    ...(filter.state === undefined ? [] : [Prisma.sql`d.state = ${filter.state}::webhook_delivery_state`]),
    ...(filter.eventType === undefined ? [] : [Prisma.sql`d.event_type = ${filter.eventType}`]),
    ...(filter.before === undefined ? [] : [Prisma.sql`d.id < ${filter.before}`]),
    ...(filter.externalOrderId === undefined
      ? []
      : [
          Prisma.sql`d.order_id = (SELECT id FROM orders WHERE account_id = ${scope.accountId}::uuid
            AND mode = ${scope.mode}::mode AND external_order_id = ${filter.externalOrderId})`,
        ]),
  ];
  return db.$queryRaw<ListedDelivery[]>`
    SELECT d.id, d.event_id AS "eventId", d.event_type AS "eventType", d.is_test AS "isTest",
           o.external_order_id AS "externalOrderId", o.order_code AS "orderCode", d.state::text AS state,
           d.attempts, d.created_at AS "createdAt", d.run_at AS "runAt", d.finished_at AS "finishedAt",
           a.status, a.failure, a.duration_ms AS "durationMs"
    FROM webhook_deliveries d
    LEFT JOIN orders o ON o.id = d.order_id
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY d.id DESC LIMIT ${limit}`;
}

/** A delivery with what was sent and every attempt, newest first. */
export interface DeliveryFile extends ListedDelivery {
  /** Null when the journal has forgotten the event. */
  readonly body: string | null;
  readonly log: readonly WebhookAttempt[];
}

export async function selectDelivery(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  deliveryId: bigint,
): Promise<DeliveryFile | null> {
  const [row] = await selectDeliveries(db, scope, endpointId, { before: deliveryId + 1n }, 1);
  if (row?.id !== deliveryId) return null;
  const [sent] = await db.$queryRaw<{ body: string | null }[]>`
    SELECT coalesce(d.body, v.body) AS body
    FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id WHERE d.id = ${deliveryId}`;
  const log = await db.webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: "desc" } });
  return { ...row, body: sent?.body ?? null, log };
}

/** Deletes some of what is older; in small parts, so that no statement takes long. @returns how many rows went */
export async function deleteOldDeliveries(db: Queryable, before: Date, most: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${most})`;
}

/** Deletes some deliveries of removed endpoints, and those endpoints that have none left. @returns how many rows went */
export async function deleteRemovedEndpoints(db: Queryable, before: Date, most: number): Promise<number> {
  const deleted = await db.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
      WHERE e.deleted_at < ${before}::timestamptz LIMIT ${most})`;
  if (deleted > 0) return deleted;
  await db.$executeRaw`DELETE FROM webhook_endpoints WHERE deleted_at < ${before}::timestamptz`;
  return 0;
}

/** The secret of any endpoint, by which the key at hand can be tried. */
export async function findAnySecret(db: Queryable): Promise<{ id: string; secret: Uint8Array } | null> {
  return db.webhookEndpoint.findFirst({
    select: { id: true, secret: true },
    orderBy: { createdAt: "desc" },
  });
}
