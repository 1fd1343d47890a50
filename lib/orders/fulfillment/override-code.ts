import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { applyLockedChange, withLockedOrder } from "@/lib/orders/apply-change";
import { reloadStop } from "@/lib/orders/fulfillment/advance-order";
import { findHandoverStop } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import { updateStop } from "@/lib/orders/store";

/**
 * Lets the courier continue without the code at a stop, 0 for the pickup; idempotent.
 * @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE when the stop is past or the order has ended
 */
export function overrideCode(
  context: Context,
  scope: AccountScope,
  { externalOrderId, position, reason }: { externalOrderId: string; position: number; reason: string },
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["stops"], async (tx, order) => {
    const stop = await findHandoverStop(tx, order, position);
    if (stop?.codeCheck === "overridden") return order;
    const isUnderWay = order.status === "assigned" || order.status === "in_progress";
    const state = order.stops[position];
    if (stop === null || !isUnderWay || state?.outcome === "done") throw new DomainError("STEP_NOT_POSSIBLE");
    await updateStop(tx, order, position, {
      codeCheck: "overridden",
      codeOverriddenBy: context.actor.id,
      codeOverrideReason: reason,
    });
    const now = await reloadStop(tx, order, position);
    return applyLockedChange(context, tx, order, {
      type: "order.updated",
      stop: now,
      at: context.clock.now(),
    });
  });
}
