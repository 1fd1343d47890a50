import type { Context } from "@/lib/context";
import { replaceCourier } from "@/lib/dispatch/assign-order";
import { findAvailableCouriers } from "@/lib/dispatch/find-available-couriers";
import { rankCouriers } from "@/lib/dispatch/rank-couriers";
import { findUnaccepted } from "@/lib/dispatch/store";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

const RETRY_MS = 10_000;

/** Replaces a courier who has not accepted in time, once another is available. The key is `orderId:courierId`. */
export async function checkAcceptance(context: Context, key: string): Promise<JobOutcome> {
  const [id = "", courierId = ""] = key.split(":");
  const order = await findUnaccepted(context.db, BigInt(id), courierId);
  if (order === null) return DONE;
  const { free } = await findAvailableCouriers(context, [order]);
  const [other] = await rankCouriers(context, order, free.nearestTo(order));
  if (other === undefined) return { type: "again", afterMs: RETRY_MS };
  const isReplaced = await replaceCourier(context, order.id, { from: courierId, to: other.courierId });
  // A failed replacement is retried with the current state.
  return isReplaced ? DONE : { type: "again", afterMs: 1_000 };
}
