import type { Context } from "@/lib/context";
import { searchDisks } from "@/lib/couriers/cell";
import { HEARD_OF_WITHIN_MS } from "@/lib/couriers/record-position";
import { transportsFor } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import {
  type CourierSearch,
  carriesOrder,
  isAnybodyFree,
  lockFirstOf,
  lockNearestIn,
} from "@/lib/dispatch/store";
import type { Search, WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import { hireTestCourier } from "@/lib/simulator/hire-courier";

/** Returns the search for couriers who may take an order now. */
export function searchFor(context: Context, order: Search): CourierSearch {
  return {
    orderId: order.id,
    mode: order.scope.mode,
    pickup: order.pickup,
    transports: transportsFor(order.cargoSizes),
    since: new Date(context.clock.now().getTime() - HEARD_OF_WITHIN_MS),
    allowSimulated: context.dispatch.simulateLive,
  };
}

/**
 * Locks the best courier for an order: the first of those compared by road who is still free, or else the nearest free
 * one whose vehicle can carry it, searched in ever wider disks of cells. In test mode a simulated courier is always
 * available.
 *
 * @param ranking couriers by their time to the pickup, compared before anything was locked; may be empty
 * @returns null if no courier is available now
 */
export async function lockCourierFor(
  context: Context,
  tx: Transaction,
  order: WaitingOrder,
  ranking: readonly string[],
): Promise<string | null> {
  const courierId =
    order.scope.mode === "test"
      ? await hireTestCourier(context, tx, order)
      : await best(tx, searchFor(context, order), ranking);
  return courierId !== null && (await carriesOrder(tx, courierId)) ? null : courierId;
}

async function best(
  tx: Transaction,
  search: CourierSearch,
  ranking: readonly string[],
): Promise<string | null> {
  // The ranking may be outdated: check the locked courier as in any other search.
  const first = ranking.length === 0 ? null : await lockFirstOf(tx, search, ranking);
  if (first !== null) return first;
  // Orders that wait while everybody is busy are checked again and again.
  if (!(await isAnybodyFree(tx, search))) return null;
  for (const { cells, completeWithinMeters } of searchDisks(search.pickup)) {
    const found = await lockNearestIn(tx, search, cells);
    // One outside the disk may be nearer than one in its corner; the next disk will tell.
    if (found !== null && found.meters <= completeWithinMeters) return found.courierId;
  }
  return null;
}
