import type { Context } from "@/lib/context";
import { searchDisks } from "@/lib/couriers/cell";
import { HEARD_OF_WITHIN_MS } from "@/lib/couriers/record-position";
import { transportsFor } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { type CourierSearch, carriesOrder, isAnybodyFree, lockNearestIn } from "@/lib/dispatch/store";
import type { WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import { hireTestCourier } from "@/lib/simulator/hire-courier";

/**
 * Locks the best courier for an order: the nearest free one whose vehicle can carry it, searched in ever wider disks of
 * cells. In test mode a simulated one is always available.
 *
 * @returns null when there is none now
 */
export async function lockCourierFor(
  context: Context,
  tx: Transaction,
  order: WaitingOrder,
): Promise<string | null> {
  const courierId =
    order.scope.mode === "test"
      ? await hireTestCourier(context, tx, order)
      : await nearest(context, tx, order);
  return courierId !== null && (await carriesOrder(tx, courierId)) ? null : courierId;
}

async function nearest(context: Context, tx: Transaction, order: WaitingOrder): Promise<string | null> {
  const search: CourierSearch = {
    orderId: order.id,
    mode: order.scope.mode,
    pickup: order.pickup,
    transports: transportsFor(order.cargoSizes),
    since: new Date(context.clock.now().getTime() - HEARD_OF_WITHIN_MS),
    allowSimulated: context.dispatch.simulateLive,
  };
  // Orders that wait while everybody is busy are checked again and again.
  if (!(await isAnybodyFree(tx, search))) return null;
  for (const { cells, completeWithinMeters } of searchDisks(order.pickup)) {
    const found = await lockNearestIn(tx, search, cells);
    // One outside the disk may be nearer than one in its corner; the next disk will tell.
    if (found !== null && found.meters <= completeWithinMeters) return found.courierId;
  }
  return null;
}
