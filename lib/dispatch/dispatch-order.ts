import type { Context } from "@/lib/context";
import { violates } from "@/lib/db/failure";
import { lockCourierFor } from "@/lib/dispatch/find-courier";
import { rankCouriers } from "@/lib/dispatch/rank-couriers";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { handOrder } from "@/lib/orders/carrying/hand-order";
import { lockWaitingOrder } from "@/lib/orders/carrying/lock-order";
import { reportNotFound } from "@/lib/orders/carrying/report-not-found";
import { refuseOrder } from "@/lib/waiting/refuse-order";

/** How long an order waits for the next search, unless a courier becomes free first. */
export const RETRY_MS = 10_000;

/**
 * Finds a courier for a waiting order: a new one, or one that its courier left. If the search takes too long, reports
 * it and goes on. Compares the nearest few couriers by road first, then locks courier and order and writes both in one
 * transaction. However many processes dispatch, and whichever of them dies, no courier gets two orders and no order is
 * lost.
 */
export async function dispatchOrder(context: Context, key: string): Promise<JobOutcome> {
  // Before locking anything, since this waits for the routing server.
  const ranking = await rankCouriers(context, BigInt(key));
  try {
    return await context.db.transaction(async (tx) => {
      const order = await lockWaitingOrder(tx, BigInt(key));
      if (order === null || order.courierId !== null) return DONE;
      const now = context.clock.now();
      const waitMs = order.dispatchAt.getTime() - now.getTime();
      if (waitMs > 0) return again(waitMs);
      const courierId = await lockCourierFor(context, tx, order, ranking);
      if (courierId === null) {
        const searchedMs = now.getTime() - order.searchedSince.getTime();
        const isVain = searchedMs >= context.dispatch.notFoundAfterSeconds * 1000;
        if (isVain && !order.isNotFoundTold) await reportNotFound(context, tx, order, now);
        return again(RETRY_MS);
      }
      // Read under the locks: an assignment never seems to begin before the courier's last one ended.
      await handOrder(context, tx, order, { courierId, at: context.clock.now() });
      return DONE;
    });
  } catch (error) {
    // An operator gave the courier an order between the search and the write.
    if (violates(error, "one_active_order_per_courier")) return again(0);
    throw error;
  }
}

/**
 * Replaces a courier who has left an assignment unaccepted for too long, once another is free; until then the order
 * stays with the first, who may still accept.
 *
 * @param key the order's id and the courier's, `42:…`
 */
export async function checkAcceptance(context: Context, key: string): Promise<JobOutcome> {
  const [orderId = "", courierId = ""] = key.split(":");
  const ranking = await rankCouriers(context, BigInt(orderId));
  try {
    return await context.db.transaction(async (tx) => {
      const order = await lockWaitingOrder(tx, BigInt(orderId));
      if (order === null || order.courierId !== courierId || order.isAccepted) return DONE;
      const other = await lockCourierFor(context, tx, order, ranking);
      if (other === null) return again(RETRY_MS);
      const at = context.clock.now();
      await refuseOrder(tx, { orderId: order.id, courierId, reason: "not_accepted", refusedAt: at });
      await handOrder(context, tx, order, { courierId: other, at });
      return DONE;
    });
  } catch (error) {
    if (violates(error, "one_active_order_per_courier")) return again(0);
    throw error;
  }
}

const again = (afterMs: number): JobOutcome => ({ type: "again", afterMs });
