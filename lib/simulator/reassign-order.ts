import type { Context } from "@/lib/context";
import { handOrder, lockWaiting } from "@/lib/orders/carrying/hand-order";
import { hireTestCourier } from "@/lib/simulator/hire-courier";
import { refuseOrder } from "@/lib/waiting/refuse-order";

/** Gives an order of test mode to another simulated courier, unless its own has picked it up or lost it meanwhile. */
export async function reassignOrder(context: Context, orderId: bigint, from: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockWaiting(tx, orderId);
    if (order === null || order.courierId !== from) return;
    const at = context.clock.now();
    await refuseOrder(tx, { orderId, courierId: from, reason: "handed_back", refusedAt: at });
    const courierId = await hireTestCourier(context, tx, order);
    if (courierId !== null) await handOrder(context, tx, order, { courierId, at });
  });
}
