import type { AccountScope } from "@/lib/accounts/scope";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { webhookEndpoints } from "@/lib/db/generated/columns";
import { bool, bytea, float8, int4, pick, type RowOf, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import type { DisabledReason, EndpointHealth } from "@/lib/webhooks/endpoint";

export const within = ({ accountId, mode }: AccountScope) => ({ accountId, mode, deletedAt: null });

/** @throws DomainError ENDPOINT_NOT_FOUND, also for another account's endpoint */
export async function getEndpointRow(
  db: Database,
  scope: AccountScope,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, ...within(scope) };
  const endpoint = await db.models.webhookEndpoint.findFirst({ where });
  if (endpoint === null) throw new DomainError("ENDPOINT_NOT_FOUND");
  return endpoint;
}

/** @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED */
export async function checkEnabled(db: Database, scope: AccountScope, endpointId: string): Promise<void> {
  const endpoint = await getEndpointRow(db, scope, endpointId);
  if (endpoint.disabledAt !== null) throw new DomainError("ENDPOINT_DISABLED");
}

export function selectEndpoints(db: Database, scope: AccountScope): Promise<WebhookEndpoint[]> {
  return db.models.webhookEndpoint.findMany({
    where: within(scope),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

export async function updateEndpointRow(
  db: Database,
  scope: AccountScope,
  endpointId: string,
  data: Partial<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, ...within(scope) };
  const [endpoint] = await db.models.webhookEndpoint.updateManyAndReturn({ where, data });
  if (endpoint === undefined) throw new DomainError("ENDPOINT_NOT_FOUND");
  return endpoint;
}

const FIGURES = {
  attempts: int4,
  successes: int4,
  p95Ms: float8.orNull,
};

export type EndpointFigures = Readonly<RowOf<typeof FIGURES>>;

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

export async function lockHealth(
  tx: Transaction,
  endpointId: string,
): Promise<(EndpointHealth & { isOn: boolean }) | null> {
  const [health] = await query(tx, HEALTH)`
    SELECT failing_since, last_failure_at, disabled_at IS NULL AND deleted_at IS NULL AS is_on
    FROM webhook_endpoints WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`;
  return health ?? null;
}

export async function writeHealth(
  tx: Transaction,
  endpointId: string,
  health: EndpointHealth & { disabledReason: DisabledReason | null },
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

/** Jobs have no scope. Null if the account is disabled. */
export function findLiveEndpoint(db: Database, endpointId: string) {
  return db.models.webhookEndpoint.findFirst({
    where: { id: endpointId, mode: "live", deletedAt: null, account: { disabledAt: null } },
    include: { account: { select: { timeZone: true } } },
  });
}

export async function findKeyCheck(db: Queryable): Promise<Uint8Array | null> {
  const [row] = await query(db, { value: bytea })`SELECT value FROM secret_key_checks`;
  return row?.value ?? null;
}

const SECRETS = pick(webhookEndpoints, "id secret previousSecret headerValues");

export type EndpointSecrets = Readonly<RowOf<typeof SECRETS>>;

export function lockSecrets(tx: Transaction): Promise<EndpointSecrets[]> {
  return query(tx, SECRETS)`
    SELECT id, secret, previous_secret, header_values FROM webhook_endpoints
    WHERE deleted_at IS NULL ORDER BY id FOR UPDATE`;
}

/** To try the key on in a database without a check value. */
export async function findAnySecret(db: Queryable): Promise<{ id: string; secret: Uint8Array } | null> {
  const [row] = await query(db, pick(webhookEndpoints, "id secret"))`
    SELECT id, secret FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1`;
  return row ?? null;
}
