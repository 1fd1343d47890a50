import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { getEnabledEndpoint } from "@/lib/webhooks/get-enabled-endpoint";
import { rearmDeliveries } from "@/lib/webhooks/waiting-store";

/** @returns the number sent, and the number without a stored body */
export async function replayDeliveries(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryIds }: { endpointId: string; deliveryIds: readonly bigint[] },
): Promise<{ sent: number; gone: number }> {
  await getEnabledEndpoint(db, scope, endpointId);
  const { found, armed } = await rearmDeliveries(db, scope, endpointId, deliveryIds);
  if (found === 0) throw new DomainError("DELIVERY_NOT_FOUND");
  return { sent: armed, gone: found - armed };
}
