import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { findShownArrivals } from "@/lib/tracking/arrivals/find-shown-arrivals";
import { findTrackedById, listTrackedByCodes } from "@/lib/tracking/store";

/** The next arrival per order code, for orders with a known courier position. Operators pass no scope. */
export async function listArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  scope: AccountScope | "any",
  codes: readonly string[],
): Promise<Map<string, ArrivalWindow>> {
  if (codes.length === 0) return new Map();
  const now = context.clock.now();
  const orders = await listTrackedByCodes(context.db, scope, codes, context.dispatch.simulatorSpeed);
  return new Map(
    orders.flatMap((order) => {
      const windows = (findShownArrivals(order, now) ?? []).flatMap((arrival) => arrival?.shown ?? []);
      const [next] = windows.toSorted((a, b) => a.from.getTime() - b.from.getTime());
      return next === undefined ? [] : [[order.orderCode, next] as const];
    }),
  );
}

/** As `findShownArrivals`, the windows only. */
export async function findArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  { id: orderId }: Pick<OrderRef, "id">,
): Promise<(ArrivalWindow | null)[] | null> {
  const order = await findTrackedById(context.db, orderId, context.dispatch.simulatorSpeed);
  const arrivals = order && findShownArrivals(order, context.clock.now());
  return arrivals?.map((arrival) => arrival?.shown ?? null) ?? null;
}
