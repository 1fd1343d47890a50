import type { Context } from "@/lib/context";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { ArrivalWindow } from "@/lib/tracking/eta";
import { arrivalsOf } from "@/lib/tracking/reckoning";
import { findTrackedById } from "@/lib/tracking/store";

/**
 * When to expect the courier at each dropoff of an order, in order: null for one already handed over. Null altogether
 * while nobody is on the way, or their position is unknown.
 */
export async function getArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  { id: orderId }: Pick<OrderRef, "id">,
): Promise<(ArrivalWindow | null)[] | null> {
  const order = await findTrackedById(context.db, orderId, context.dispatch.simulatorSpeed);
  return order === null ? null : arrivalsOf(order, context.clock.now());
}
