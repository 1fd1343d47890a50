import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { getEnabledEndpoint } from "@/lib/webhooks/get-enabled-endpoint";
import { rearmDeliveries } from "@/lib/webhooks/waiting-store";

/** @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED, DELIVERY_NOT_FOUND */
export async function replayDelivery(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: bigint },
): Promise<void> {
  await getEnabledEndpoint(db, scope, endpointId);
  const { armed } = await rearmDeliveries(db, scope, endpointId, [deliveryId]);
  if (armed === 0) throw new DomainError("DELIVERY_NOT_FOUND");
}
