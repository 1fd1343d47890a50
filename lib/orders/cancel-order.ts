import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { applyTransition } from "@/lib/orders/apply-transition";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { lockOrder } from "@/lib/orders/stored-order";

/** The default reason of a cancellation; only the comment may be null. */
export const UNSPECIFIED_REASON = "unspecified";

/**
 * Cancels an order at any time before delivery and emits order.cancelled (spec, CAN-2, CAN-3). Cancelling again answers with
 * the order as it is, without a second event.
 *
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_CANCELLABLE once delivered
 */
export function cancelOrder(
  context: Context,
  scope: AccountScope,
  {
    externalOrderId,
    ...input
  }: { externalOrderId: string } & { reason?: string | undefined; comment?: string | undefined },
): Promise<StoredOrder> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, scope, externalOrderId);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    if (order.status === "cancelled") return order;
    const cancellation = { reason: input.reason || UNSPECIFIED_REASON, comment: input.comment ?? null };
    return applyTransition(context, tx, order, {
      transition: "cancel",
      columns: { cancelReason: cancellation.reason, cancelComment: cancellation.comment },
      cancellation,
      at: context.clock.now(),
    });
  });
}
