import type { AccountScope } from "@/lib/accounts/scope";
import type { Database, Queryable } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import type { OrderRef } from "@/lib/orders/order-ref";
import type {
  DeliveryDetails,
  DeliveryFilter,
  DeliveryListItem,
  WebhookDeliveries,
} from "@/lib/webhooks/delivery";
import { selectDeliveries, selectDeliveriesOfOrder, selectDelivery } from "@/lib/webhooks/delivery-store";
import { getEndpointRow } from "@/lib/webhooks/endpoint-store";

/** Newest first; the next page begins before `nextBefore`. @throws DomainError ENDPOINT_NOT_FOUND */
export async function listDeliveries(
  db: Database,
  scope: AccountScope,
  { endpointId, filter, limit }: { endpointId: string; filter: DeliveryFilter; limit: number },
): Promise<{ deliveries: DeliveryListItem[]; nextBefore: bigint | null }> {
  await getEndpointRow(db, scope, endpointId);
  const found = await selectDeliveries(db, scope, endpointId, filter, limit + 1);
  const deliveries = found.slice(0, limit);
  return { deliveries, nextBefore: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}

/** @throws DomainError ENDPOINT_NOT_FOUND, DELIVERY_NOT_FOUND */
export async function getDelivery(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: bigint },
): Promise<DeliveryDetails & { readonly endpoint: WebhookEndpoint }> {
  const endpoint = await getEndpointRow(db, scope, endpointId);
  const delivery = await selectDelivery(db, scope, endpointId, deliveryId);
  if (delivery === null) throw new DomainError("DELIVERY_NOT_FOUND");
  return { ...delivery, endpoint };
}

const MOST = 50;

export async function listOrderDeliveries(db: Queryable, order: OrderRef): Promise<WebhookDeliveries> {
  const found = await selectDeliveriesOfOrder(db, order, MOST + 1);
  return { deliveries: found.slice(0, MOST), isCut: found.length > MOST };
}
