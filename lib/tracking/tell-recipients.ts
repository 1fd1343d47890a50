import type { Context } from "@/lib/context";
import type { PushContext } from "@/lib/push/push-context";
import type { RecipientNews } from "@/lib/push/push-message";
import { listUntoldLinks, pushToRecipients } from "@/lib/push/push-to-recipients";
import { greatCircleMeters } from "@/lib/routing/geo";
import { fateOf, ownStop } from "@/lib/tracking/fate";
import { reckon, visitsOf, withBelievedArrivals } from "@/lib/tracking/reckoning";
import { findTrackedByToken } from "@/lib/tracking/store";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** Time to put on shoes, without waiting in them. */
const NEAR_SECONDS = 4 * 60;
const NEAR_METERS = 500;

export async function tellRecipients(context: PushContext & Pick<Context, "dispatch">): Promise<void> {
  const { db, clock, dispatch, push } = context;
  if (push === null) return;
  for (const token of await listUntoldLinks(db)) {
    const order = await findTrackedByToken(db, token, dispatch.simulatorSpeed);
    // A revoked link has no reader any more.
    const news = order === null ? null : newsOf(order, clock.now());
    if (news !== null) await pushToRecipients(context, token, news);
  }
}

function newsOf(told: TrackedOrder, now: Date): RecipientNews | null {
  const order = withBelievedArrivals(told, now);
  const own = ownStop(order);
  if (order.status !== "in_progress" || own === undefined || fateOf(own) !== "open") return null;
  const target = order.dropoffs.indexOf(own);
  // While others come first, how near the courier is tells of their doors.
  if (visitsOf(order)[0] !== target) return "onTheWay";
  if (own.arrivedAt !== null) return "near";
  const reckoned = reckon(order, target, now);
  if (reckoned === null) return "onTheWay";
  const isSoon = reckoned.seconds <= NEAR_SECONDS || greatCircleMeters(reckoned.courier, own) <= NEAR_METERS;
  return isSoon ? "near" : "onTheWay";
}
