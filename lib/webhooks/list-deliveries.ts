import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import type { DeliveryFilter, ListedDelivery } from "@/lib/webhooks/delivery";
import { selectDeliveries } from "@/lib/webhooks/delivery-store";
import { existing } from "@/lib/webhooks/endpoint";
import { findEndpoint } from "@/lib/webhooks/endpoint-store";

/** Newest first; the next page begins before `nextBefore`. @throws DomainError ENDPOINT_NOT_FOUND */
export async function listDeliveries(
  db: Database,
  scope: AccountScope,
  { endpointId, filter, limit }: { endpointId: string; filter: DeliveryFilter; limit: number },
): Promise<{ deliveries: ListedDelivery[]; nextBefore: bigint | null }> {
  existing(await findEndpoint(db, scope, endpointId));
  const found = await selectDeliveries(db, scope, endpointId, filter, limit + 1);
  const deliveries = found.slice(0, limit);
  return { deliveries, nextBefore: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}
