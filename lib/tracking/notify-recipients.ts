import type { Context } from "@/lib/context";
import type { PushContext } from "@/lib/notify/push-context";
import type { RecipientNotification } from "@/lib/notify/push-to-recipients";
import { listLinksToNotify, pushToRecipients } from "@/lib/notify/push-to-recipients";
import { dropoffOutcome, viewerDropoff } from "@/lib/tracking/dropoff-outcome";
import { reconcileArrivals, remainingDropoffs } from "@/lib/tracking/estimate-arrival";
import { isCourierNear } from "@/lib/tracking/is-courier-near";
import { findTrackedOrder } from "@/lib/tracking/store";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

/** Time for the recipient to get to the door. */
const NEAR = { meters: 500, seconds: 4 * 60 };

export async function notifyRecipients(context: PushContext & Pick<Context, "dispatch">): Promise<void> {
  const { db, clock, dispatch, push } = context;
  if (push === null) return;
  for (const token of await listLinksToNotify(db)) {
    const order = await findTrackedOrder(db, token, dispatch.simulatorSpeed);
    // A revoked link has no reader.
    const news = order === null ? null : pendingNotification(order, clock.now());
    if (news !== null) await pushToRecipients(context, token, news);
  }
}

function pendingNotification(tracked: TrackedOrder, now: Date): RecipientNotification | null {
  const order = reconcileArrivals(tracked, now);
  const own = viewerDropoff(order);
  return own === undefined ? null : findCourierPhase(order, own, now);
}

/** @param order as `reconcileArrivals` returns it */
export function findCourierPhase(
  order: TrackedOrder,
  own: TrackedStop,
  now: Date,
): RecipientNotification | null {
  if (order.status !== "in_progress" || dropoffOutcome(own) !== "open") return null;
  const target = order.dropoffs.indexOf(own);
  // With other dropoffs first, the courier's distance would reveal their doors.
  if (!order.isNext || remainingDropoffs(order)[0] !== target) return "onTheWay";
  // A nearby courier may not have the goods yet.
  if (order.takeover !== null) return "onTheWay";
  if (own.arrivedAt !== null) return "near";
  return isCourierNear(order, target, NEAR, now) ? "near" : "onTheWay";
}
