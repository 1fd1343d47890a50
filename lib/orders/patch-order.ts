import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { editOrder } from "@/lib/orders/edit-order";
import { mergePatch } from "@/lib/orders/order-patch";
import type { OrderPatchBody } from "@/lib/orders/schema";
import type { StoredOrder } from "@/lib/orders/store";

/**
 * Changes the fields of an order that the body names and merges nested values with the stored ones
 * (spec, PATCH). Dropoffs are neither added nor removed.
 *
 * @throws DomainError INVALID_PAYLOAD, ORDER_NOT_FOUND, ORDER_NOT_EDITABLE
 */
export function patchOrder(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
  body: OrderPatchBody,
): Promise<StoredOrder> {
  return editOrder(context, scope, externalOrderId, (stored) => mergePatch(stored, body), body.quote_id);
}
