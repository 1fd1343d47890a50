import type { Context } from "@/lib/context";
import { dispatchTime } from "@/lib/dispatch/dispatch-time";
import { MINUTE_MS } from "@/lib/duration";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { findShownArrivals } from "@/lib/tracking/arrivals/find-shown-arrivals";
import { findTrackedById } from "@/lib/tracking/store";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

const STEP_MS = 5 * MINUTE_MS;
/** Around a scheduled time. */
const MARGIN_MS = 15 * MINUTE_MS;
/** From the start of the search until a courier has the goods, without a scheduled time. */
const HANDLING_MS = { from: 15 * MINUTE_MS, to: 40 * MINUTE_MS };

/** The shown window; without one, the plan at the time of the order. Dropoffs count from 0. */
export async function findExpectedArrival(
  { db, clock, dispatch }: Pick<Context, "db" | "clock" | "dispatch">,
  orderId: bigint,
  dropoff: number,
): Promise<ArrivalWindow | null> {
  const order = await findTrackedById(db, orderId, dispatch.simulatorSpeed);
  return order && expectArrival(order, dropoff, { now: clock.now(), marginSeconds: dispatch.marginSeconds });
}

function expectArrival(
  order: TrackedOrder,
  dropoff: number,
  { now, marginSeconds }: { readonly now: Date; readonly marginSeconds: number },
): ArrivalWindow | null {
  const arrival = findShownArrivals(order, now)?.[dropoff];
  if (arrival != null) return arrival.shown;
  const { deliveryTime, readyAt, history, legs } = order;
  const window = order.dropoffs[dropoff]?.deliveryWindow;
  if (window != null) return window;
  if (deliveryTime !== null) {
    const at = deliveryTime.getTime();
    return { from: new Date(at - MARGIN_MS), to: new Date(at + MARGIN_MS) };
  }
  const created = history[0]?.at;
  if (created === undefined) return null;
  const seconds = legs.slice(0, dropoff + 1).reduce((sum, leg) => sum + leg.durationSeconds, 0);
  const timing = { deliveryTime, readyAt, departsAt: null, durationSeconds: seconds };
  const searched = dispatchTime(timing, marginSeconds, created).getTime();
  const arriveAfter = (handlingMs: number) =>
    Math.max(searched + handlingMs, readyAt?.getTime() ?? 0) + seconds * 1000;
  return {
    from: new Date(Math.floor(arriveAfter(HANDLING_MS.from) / STEP_MS) * STEP_MS),
    to: new Date(Math.ceil(arriveAfter(HANDLING_MS.to) / STEP_MS) * STEP_MS),
  };
}
