import { lockAccount } from "@/lib/accounts/lock-account";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { webhookEndpoints } from "@/lib/db/generated/columns";
import { bool, bytea, float8, int4, pick, type RowOf, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { DisabledReason, Health } from "@/lib/webhooks/endpoint";

const within = (scope: AccountScope) => ({
  accountId: scope.accountId,
  mode: scope.mode,
  deletedAt: null,
});

export function insertEndpoint(
  tx: Transaction,
  scope: AccountScope,
  row: {
    id: string;
    url: string;
    description: string;
    eventTypes: string[];
    secret: Uint8Array<ArrayBuffer>;
    headerNames: string[];
    headerValues: Uint8Array<ArrayBuffer> | null;
    createdById: string | null;
    createdAt: Date;
  },
): Promise<WebhookEndpoint> {
  const { accountId, mode } = scope;
  return tx.models.webhookEndpoint.create({ data: { ...row, accountId, mode } });
}

/** Locks the account against a second one who counts its endpoints. */
export async function countEndpoints(tx: Transaction, scope: AccountScope): Promise<number> {
  await lockAccount(tx, scope.accountId);
  return tx.models.webhookEndpoint.count({ where: within(scope) });
}

export function findEndpoint(
  db: Database,
  scope: AccountScope,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  return db.models.webhookEndpoint.findFirst({ where: { id: endpointId, ...within(scope) } });
}

export function selectEndpoints(db: Database, scope: AccountScope): Promise<WebhookEndpoint[]> {
  return db.models.webhookEndpoint.findMany({
    where: within(scope),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The columns that an account's people change; absent ones stay. */
export interface EndpointChange {
  readonly url?: string;
  readonly description?: string;
  readonly eventTypes?: string[];
  readonly headerNames?: string[];
  readonly headerValues?: Uint8Array<ArrayBuffer> | null;
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
  db: Database,
  scope: AccountScope,
  endpointId: string,
  change: EndpointChange,
): Promise<WebhookEndpoint | null> {
  const [endpoint] = await db.models.webhookEndpoint.updateManyAndReturn({
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
  db: Database,
  scope: AccountScope,
  endpointId: string,
  change: { secret: Uint8Array<ArrayBuffer>; former: Uint8Array<ArrayBuffer>; formerUntil: Date },
): Promise<boolean> {
  const { count } = await db.models.webhookEndpoint.updateMany({
    where: { id: endpointId, ...within(scope), secret: change.former },
    data: {
      secret: change.secret,
      previousSecret: change.former,
      previousSecretUntil: change.formerUntil,
    },
  });
  return count === 1;
}

const FIGURES = {
  attempts: int4,
  successes: int4,
  /** 95 of 100 answers came at least so fast; null without any. */
  p95Ms: float8.orNull,
};

/** How an endpoint's attempts went. */
export type EndpointFigures = Readonly<RowOf<typeof FIGURES>>;

/** By endpoint. */
export async function selectFigures(
  db: Queryable,
  endpointIds: readonly string[],
  since: Date,
): Promise<Map<string, EndpointFigures>> {
  const rows = await query(db, { id: uuid, ...FIGURES })`
    SELECT endpoint_id AS id, count(*)::int AS attempts,
           count(*) FILTER (WHERE failure IS NULL)::int AS successes,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms
    FROM webhook_attempts
    WHERE endpoint_id = ANY(${[...endpointIds]}::uuid[]) AND attempted_at > ${since}::timestamptz
    GROUP BY endpoint_id`;
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

const HEALTH = { ...pick(webhookEndpoints, "failingSince lastFailureAt"), isOn: bool };

/** An endpoint's health, locked until the transaction ends; events that are being written pass by. */
export async function lockHealth(
  tx: Transaction,
  endpointId: string,
): Promise<(Health & { isOn: boolean }) | null> {
  const [health] = await query(tx, HEALTH)`
    SELECT failing_since, last_failure_at, disabled_at IS NULL AND deleted_at IS NULL AS is_on
    FROM webhook_endpoints WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`;
  return health ?? null;
}

export async function writeHealth(
  tx: Transaction,
  endpointId: string,
  health: Health & { disabledReason: DisabledReason | null },
): Promise<void> {
  const { failingSince, lastFailureAt, disabledReason } = health;
  await execute(tx)`
    UPDATE webhook_endpoints SET
      failing_since = ${failingSince}::timestamptz, last_failure_at = ${lastFailureAt}::timestamptz,
      disabled_at = CASE WHEN ${disabledReason}::text IS NULL THEN disabled_at
                    ELSE coalesce(disabled_at, now()) END,
      disabled_reason = CASE WHEN disabled_at IS NULL THEN ${disabledReason}::webhook_disabled_reason
                        ELSE disabled_reason END
    WHERE id = ${endpointId}::uuid`;
}

/** An endpoint of live orders, and what a letter about it needs of its account. */
export type EndpointOfAccount = WebhookEndpoint & { account: { timeZone: string } };

/** An endpoint of live orders for a job, which knows no scope; null as well when its account is disabled. */
export function findLiveEndpoint(db: Database, endpointId: string): Promise<EndpointOfAccount | null> {
  return db.models.webhookEndpoint.findFirst({
    where: { id: endpointId, mode: "live", deletedAt: null, account: { disabledAt: null } },
    include: { account: { select: { timeZone: true } } },
  });
}

/** What the key at hand is tried on; null before the first process with a key. */
export async function findKeyCheck(db: Queryable): Promise<Uint8Array | null> {
  const [row] = await query(db, { value: bytea })`SELECT value FROM secret_key_checks`;
  return row?.value ?? null;
}

/** Of several processes that start at once, the first one's stays. */
export async function insertKeyCheck(db: Queryable, value: Uint8Array): Promise<void> {
  await execute(db)`INSERT INTO secret_key_checks (value) VALUES (${value}) ON CONFLICT DO NOTHING`;
}

export async function replaceKeyCheck(tx: Transaction, value: Uint8Array<ArrayBuffer>): Promise<void> {
  await tx.models.secretKeyCheck.upsert({ where: { id: 1 }, create: { id: 1, value }, update: { value } });
}

const SECRETS = pick(webhookEndpoints, "id secret previousSecret headerValues");

/** What an endpoint keeps encrypted. */
export type EndpointSecrets = Readonly<RowOf<typeof SECRETS>>;

/** Locks the secrets of all endpoints that are not deleted. */
export function lockSecrets(tx: Transaction): Promise<EndpointSecrets[]> {
  return query(tx, SECRETS)`
    SELECT id, secret, previous_secret, header_values FROM webhook_endpoints
    WHERE deleted_at IS NULL ORDER BY id FOR UPDATE`;
}

export async function writeSecrets(tx: Transaction, secrets: EndpointSecrets): Promise<void> {
  const { id, ...data } = secrets;
  await tx.models.webhookEndpoint.updateMany({ where: { id }, data });
}

export async function deleteEndpoints(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx.models.webhookEndpoint.updateMany({ where: { id: { in: [...ids] } }, data: { deletedAt: at } });
}

/**
 * The secret of any endpoint, by which the key at hand can be tried in a database without a check value.
 */
export async function findAnySecret(db: Queryable): Promise<{ id: string; secret: Uint8Array } | null> {
  const [row] = await query(db, pick(webhookEndpoints, "id secret"))`
    SELECT id, secret FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1`;
  return row ?? null;
}
