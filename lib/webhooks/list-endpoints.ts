import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import type { WebhookContext } from "@/lib/webhooks/context";
import {
  type EndpointFigures,
  getEndpointRow,
  selectEndpoints,
  selectFigures,
} from "@/lib/webhooks/endpoint-store";

const FIGURES_OF_MS = 24 * 60 * 60_000;

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
  const ids = endpoints.map(({ id }) => id);
  const figures = await selectFigures(db, ids, since);
  return endpoints.map((endpoint) => ({ ...endpoint, figures: figures.get(endpoint.id) ?? NO_ATTEMPTS }));
}

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
