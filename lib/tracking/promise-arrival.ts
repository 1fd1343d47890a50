import type { Context } from "@/lib/context";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { LATE_TOLERANCE_MS } from "@/lib/orders/due-at";
import { recordPromise } from "@/lib/orders/fulfillment/record-promise";
import { estimateArrivals } from "@/lib/tracking/estimate-arrival";
import { findTrackedById } from "@/lib/tracking/store";

/** Promises nothing without a recent courier position. `key` is the order id. */
export async function promiseArrival(context: Context, key: string): Promise<JobOutcome> {
  const order = await findTrackedById(context.db, BigInt(key), context.dispatch.simulatorSpeed);
  if (order === null) return DONE;
  const windows = estimateArrivals(order, context.clock.now());
  const ends = (windows ?? []).flatMap((window) => (window === null ? [] : [window.to.getTime()]));
  if (ends.length === 0) return DONE;
  const { id, deliveryTime } = order;
  if (deliveryTime !== null) ends.push(deliveryTime.getTime() + LATE_TOLERANCE_MS);
  await recordPromise(context.db, id, new Date(Math.max(...ends)));
  return DONE;
}
