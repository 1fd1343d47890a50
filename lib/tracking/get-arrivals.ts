import type { Context } from "@/lib/context";
import type { OrderRef } from "@/lib/orders/order-ref";
import { estimateArrivals } from "@/lib/tracking/estimate-arrival";
import type { ArrivalWindow } from "@/lib/tracking/eta";
import { findTrackedById } from "@/lib/tracking/store";

/** One per dropoff, null for a finished one. Null without a courier under way or their position. */
export async function getArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  { id: orderId }: Pick<OrderRef, "id">,
): Promise<(ArrivalWindow | null)[] | null> {
  const order = await findTrackedById(context.db, orderId, context.dispatch.simulatorSpeed);
  return order === null ? null : estimateArrivals(order, context.clock.now());
}
