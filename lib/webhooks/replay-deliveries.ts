import type { AccountScope } from "@/lib/account-scope";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { checkEnabled } from "@/lib/webhooks/endpoint-store";
import { requeueDeliveries, requeueMissed } from "@/lib/webhooks/waiting-store";

/** @returns the number sent, and the number without a stored body */
export async function replayDeliveries(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryIds }: { endpointId: string; deliveryIds: readonly bigint[] },
): Promise<{ sent: number; gone: number }> {
  await checkEnabled(db, scope, endpointId);
  const { found, armed } = await requeueDeliveries(db, scope, endpointId, deliveryIds);
  if (found === 0) throw new DomainError("DELIVERY_NOT_FOUND");
  return { sent: armed, gone: found - armed };
}

/** @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED, DELIVERY_NOT_FOUND */
export async function replayDelivery(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: bigint },
): Promise<void> {
  await checkEnabled(db, scope, endpointId);
  const { armed } = await requeueDeliveries(db, scope, endpointId, [deliveryId]);
  if (armed === 0) throw new DomainError("DELIVERY_NOT_FOUND");
}

/** Also sends events that happened while the endpoint was disabled. @returns the number of events */
export async function replayFailedSince(
  db: Database,
  scope: AccountScope,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<number> {
  await checkEnabled(db, scope, endpointId);
  return requeueMissed(db, scope, endpointId, since);
}
