import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { applyLockedChange, withLockedOrder } from "@/lib/orders/apply-change";
import { applyTransition } from "@/lib/orders/apply-transition";
import { UNDELIVERABLE_REASON } from "@/lib/orders/cancellation";
import { setReturned } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { isAnythingDelivered, type Progress } from "@/lib/orders/progress";

/** Operators report a return; idempotent. @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE without a return */
export function completeReturn(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["progress"], async (tx, order) => {
    if (order.returnState === "returned") return order;
    if (order.returnState !== "on_the_way") throw new DomainError("STEP_NOT_POSSIBLE");
    return completeReturnAtPickup(context, tx, order, { progress: order.progress, at: context.clock.now() });
  });
}

/** Ends a locked order: delivered if any dropoff was, else cancelled as `undeliverable`. */
export async function completeReturnAtPickup(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { progress, at }: { progress: Progress; at: Date },
): Promise<Order> {
  const returning = await applyLockedChange(context, tx, order, {
    type: "order.returned",
    shown: { returnState: "returned" },
    columns: [setReturned(at)],
    // The courier of a cancelled order was busy until now.
    wakesDispatch: order.status === "cancelled",
    at,
  });
  if (returning.status === "cancelled") return returning;
  if (isAnythingDelivered(progress.dropoffs)) {
    return applyTransition(context, tx, returning, { transition: "deliver", shown: { deliveredAt: at }, at });
  }
  const cancellation = { reason: UNDELIVERABLE_REASON, comment: null };
  const columns = [sql`cancel_reason = ${cancellation.reason}`];
  return applyTransition(context, tx, returning, { transition: "cancel", cancellation, columns, at });
}
