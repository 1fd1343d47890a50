import type { Context } from "@/lib/context";
import { findPlannedOrder, type StoredPlannedOrder } from "@/lib/dispatch/planned-order";
import type { Order } from "@/lib/orders/load-order";
import { isEditable } from "@/lib/orders/order";

/** Returns null unless the order waits for a courier and a current plan contains it. */
export async function findOrderPlan(
  { db, clock }: Pick<Context, "db" | "clock">,
  { id, status, courierId, heldReason }: Pick<Order, "id" | "status" | "courierId" | "heldReason">,
): Promise<StoredPlannedOrder | null> {
  const isWaiting = isEditable(status) && courierId === null && heldReason === null;
  return isWaiting ? findPlannedOrder(db, id, clock.now()) : null;
}
