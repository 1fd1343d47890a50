import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import type { Order } from "@/lib/orders/load-order";
import type { OrderRequest } from "@/lib/orders/order";
import type { PatchOrderBody } from "@/lib/orders/schema";
import { editOrder } from "@/lib/orders/update/edit-order";
import { checkIndices, mapIssuesToPatch, mergePatch } from "@/lib/orders/update/order-patch";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

/**
 * Never adds or removes dropoffs (spec, PATCH-3, PATCH-5).
 * @throws DomainError INVALID_PAYLOAD, ORDER_NOT_FOUND, ORDER_NOT_EDITABLE
 */
export async function patchOrder(
  context: Context,
  scope: AccountScope,
  { externalOrderId, body }: { externalOrderId: string; body: PatchOrderBody },
): Promise<Order> {
  const issues = checkIndices(body.dropoffs ?? [], MAX_DROPOFFS);
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  const change = (stored: OrderRequest) => mergePatch(stored, body);
  try {
    return await editOrder(context, scope, { externalOrderId, change, quoteId: body.quote_id });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, mapIssuesToPatch(error.issues, body));
  }
}
