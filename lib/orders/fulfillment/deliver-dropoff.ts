import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { completeDropoff } from "@/lib/orders/fulfillment/hand-over";
import { lockOrder, type Order } from "@/lib/orders/load-order";

/**
 * Records a handover for an operator, without proof; idempotent. Positions count from 1.
 * @throws DomainError ORDER_NOT_FOUND; STEP_NOT_POSSIBLE unless the dropoff is open in a picked-up order
 */
export function deliverDropoff(
  context: Context,
  scope: AccountScope,
  { externalOrderId, position }: { externalOrderId: string; position: number },
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { scope, externalOrderId }, ["progress"]);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const { progress } = order;
    const stop = progress.dropoffs[position - 1];
    if (stop !== undefined && stop.deliveredAt !== null) return order;
    const isOpen = order.status === "in_progress" && order.returnState !== "on_the_way";
    if (stop === undefined || stop.failedAt !== null || !isOpen) throw new DomainError("STEP_NOT_POSSIBLE");
    const at = new Date(Math.max(context.clock.now().getTime(), progress.latest.getTime()));
    return completeDropoff(context, tx, order, { dropoff: position - 1, progress, at });
  });
}
