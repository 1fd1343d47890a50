import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { recordBuyout } from "@/lib/couriers/record-buyout";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { advanceOrder } from "@/lib/orders/fulfillment/advance-order";
import { writeHandover } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import type { Progress } from "@/lib/orders/progress";
import { waitingCharges } from "@/lib/orders/waiting-charges";

/**
 * Records a handover for an operator, without proof; idempotent. Positions count from 1.
 * @throws DomainError ORDER_NOT_FOUND; STEP_NOT_POSSIBLE unless the dropoff is open in a picked-up order
 */
export function deliverDropoff(
  context: Context,
  scope: AccountScope,
  { externalOrderId, position }: { externalOrderId: string; position: number },
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["progress"], async (tx, order) => {
    const { progress } = order;
    const stop = progress.dropoffs[position - 1];
    if (stop !== undefined && stop.deliveredAt !== null) return order;
    const isOpen = order.status === "in_progress" && order.returnState !== "on_the_way";
    if (stop === undefined || stop.failedAt !== null || !isOpen) throw new DomainError("STEP_NOT_POSSIBLE");
    const at = new Date(Math.max(context.clock.now().getTime(), progress.latest.getTime()));
    return completeDropoff(context, tx, order, { dropoff: position - 1, progress, at });
  });
}

/** Runs in the caller's transaction on a locked order. Dropoffs count from 0. */
export async function completeDropoff(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { dropoff, progress, at }: { dropoff: number; progress: Progress; at: Date },
): Promise<Order> {
  const position = dropoff + 1;
  const arrivedAt = progress.dropoffs[dropoff]?.arrivedAt ?? null;
  const charges = await waitingCharges(context, tx, order, { position, arrivedAt, completedAt: at });
  await writeHandover(tx, order, position, at);
  if (order.courierId !== null) await recordBuyout(tx, order, order.courierId, position, at);
  const dropoffs = progress.dropoffs.map((one, index) =>
    index === dropoff ? { ...one, arrivedAt: one.arrivedAt ?? at, deliveredAt: at } : one,
  );
  return advanceOrder(context, tx, order, { position, type: "order.stop_completed", dropoffs, at, charges });
}
