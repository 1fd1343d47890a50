import type { AccountScope } from "@/lib/account-scope";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { webhookEndpoints } from "@/lib/db/generated/columns";
import { bool, pick } from "@/lib/db/row";
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

/** The oldest one, because the dashboard can add further endpoints of one URL. */
export function findEndpointByUrl(
  db: Queryable,
  scope: AccountScope,
  url: string,
): Promise<WebhookEndpoint | null> {
  const where = { url, ...within(scope) };
  return db.models.webhookEndpoint.findFirst({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

export function selectEndpoints(db: Database, scope: AccountScope): Promise<WebhookEndpoint[]> {
  return db.models.webhookEndpoint.findMany({
    where: within(scope),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

export async function updateEndpointRow(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  data: Partial<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, ...within(scope) };
  const [endpoint] = await db.models.webhookEndpoint.updateManyAndReturn({ where, data });
  if (endpoint === undefined) throw new DomainError("ENDPOINT_NOT_FOUND");
  return endpoint;
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
