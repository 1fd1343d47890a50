import type { Context } from "@/lib/context";
import type { OrderRef } from "@/lib/orders/order-ref";
import { estimateArrivals } from "@/lib/tracking/estimate-arrival";
import type { ArrivalWindow } from "@/lib/tracking/eta";
import { findTrackedById } from "@/lib/tracking/store";

/** In order, null for a finished dropoff. Null without a courier on the way, or their position. */
export async function getArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  { id: orderId }: Pick<OrderRef, "id">,
): Promise<(ArrivalWindow | null)[] | null> {
  const order = await findTrackedById(context.db, orderId, context.dispatch.simulatorSpeed);
  return order === null ? null : estimateArrivals(order, context.clock.now());
}
