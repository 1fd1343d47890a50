import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import type { DeliveryFile } from "@/lib/webhooks/delivery";
import { selectDelivery } from "@/lib/webhooks/delivery-store";
import { existing } from "@/lib/webhooks/endpoint";
import { findEndpoint } from "@/lib/webhooks/endpoint-store";

/** @throws DomainError ENDPOINT_NOT_FOUND, DELIVERY_NOT_FOUND */
export async function getDelivery(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: bigint },
): Promise<DeliveryFile & { readonly endpoint: WebhookEndpoint }> {
  const endpoint = existing(await findEndpoint(db, scope, endpointId));
  const delivery = await selectDelivery(db, scope, endpointId, deliveryId);
  if (delivery === null) throw new DomainError("DELIVERY_NOT_FOUND");
  return { ...delivery, endpoint };
}
