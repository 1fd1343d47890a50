import type { Context } from "@/lib/context";
import { findPlannedOrder, MAX_PLAN_AGE_MS, type StoredPlannedOrder } from "@/lib/dispatch/planned-order";
import type { Order } from "@/lib/orders/load-order";
import { isEditable } from "@/lib/orders/order";

type PlanSubject = Pick<Order, "id" | "status" | "courierId" | "heldReason">;

const isWaiting = ({ status, courierId, heldReason }: PlanSubject): boolean =>
  isEditable(status) && courierId === null && heldReason === null;

/** Returns null unless the order waits for a courier and a current plan contains it. */
export async function findOrderPlan(
  { db, clock }: Pick<Context, "db" | "clock">,
  order: PlanSubject,
): Promise<StoredPlannedOrder | null> {
  return isWaiting(order) ? findPlannedOrder(db, order.id, clock.now()) : null;
}

/** Returns when a courier is planned to be at the pickup; null unless the order waits and a current plan says so. */
export function getPlannedArrival(order: PlanSubject & Order<"plan">, now: Date): Date | null {
  const isCurrent = order.plannedAt !== null && order.plannedAt.getTime() > now.getTime() - MAX_PLAN_AGE_MS;
  return isCurrent && isWaiting(order) ? order.plannedArrival : null;
}
