import type { Context } from "@/lib/context";
import type { OrderRow } from "@/lib/orders/order-row";
import type { ArrivalWindow } from "@/lib/tracking/eta";
import { findTracked } from "@/lib/tracking/store";
import { arrivalsOf } from "@/lib/tracking/tracking-view";

/**
 * When the courier may be expected at each dropoff of an order, in their order: null for one that has been handed
 * over. Null altogether while nobody is on the way, or nobody knows where they are.
 */
export async function getArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  { id: orderId }: OrderRow,
): Promise<(ArrivalWindow | null)[] | null> {
  const order = await findTracked(context.db, { orderId, dropoff: null }, context.dispatch.simulatorSpeed);
  return order === null ? null : arrivalsOf(order, context.clock.now());
}
