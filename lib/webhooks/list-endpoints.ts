import type { AccountScope } from "@/lib/account-scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { float8, int4, type RowOf, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { getEndpointRow, selectEndpoints } from "@/lib/webhooks/endpoint-store";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

const FIGURES_OF_MS = 24 * 60 * 60_000;

const FIGURES = { attempts: int4, successes: int4, p95Ms: float8.orNull };

type EndpointFigures = Readonly<RowOf<typeof FIGURES>>;

const NO_ATTEMPTS: EndpointFigures = { attempts: 0, successes: 0, p95Ms: null };

export type EndpointWithFigures = WebhookEndpoint & { readonly figures: EndpointFigures };

export async function listEndpoints(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
): Promise<EndpointWithFigures[]> {
  return withFigures({ db, clock }, await selectEndpoints(db, scope));
}

async function withFigures(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  endpoints: readonly WebhookEndpoint[],
): Promise<EndpointWithFigures[]> {
  if (endpoints.length === 0) return [];
  const since = new Date(clock.now().getTime() - FIGURES_OF_MS);
  const rows = await query(db, { id: uuid, ...FIGURES })`
    SELECT endpoint_id AS id, count(*)::int AS attempts,
           count(*) FILTER (WHERE failure IS NULL)::int AS successes,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms
    FROM webhook_attempts
    WHERE endpoint_id = ANY(${endpoints.map(({ id }) => id)}::uuid[]) AND attempted_at > ${since}::timestamptz
    GROUP BY endpoint_id`;
  const figures = new Map(rows.map(({ id, ...figures }) => [id, figures]));
  return endpoints.map((endpoint) => ({ ...endpoint, figures: figures.get(endpoint.id) ?? NO_ATTEMPTS }));
}

/** @throws DomainError ENDPOINT_NOT_FOUND */
export async function getEndpoint(
  context: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<EndpointWithFigures> {
  const endpoint = await getEndpointRow(context.db, scope, endpointId);
  const [found] = await withFigures(context, [endpoint]);
  if (found === undefined) throw new Error("Each endpoint has figures.");
  return found;
}
