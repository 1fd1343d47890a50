import type { Context } from "@/lib/context";
import { replaceCourier, withdrawHiddenOffer } from "@/lib/dispatch/assign-orders";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { makePlan } from "@/lib/dispatch/make-plan";
import { buildPlanRequest } from "@/lib/dispatch/plan-request";
import { findUnacceptedOrder, listCouriersOnDuty, type WaitingOrder } from "@/lib/dispatch/plan-store";
import { RoadTimes } from "@/lib/dispatch/road-times";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

const RETRY_MS = 10_000;

/**
 * Replaces a courier who has not accepted in time, once another is available. A courier who has gone on with other orders
 * no longer sees the offer, and loses it without a record. An order that an operator has pinned to the courier waits for
 * them. The key is `orderId:courierId`.
 */
export async function checkAcceptance(context: Context, key: string): Promise<JobOutcome> {
  const [id = "", courierId = ""] = key.split(":");
  const order = await findUnacceptedOrder(context.db, BigInt(id), courierId);
  if (order === null) return DONE;
  const pins = await context.db.models.routePin.count({ where: { orderId: order.id, courierId } });
  if (pins > 0) return { type: "again", afterMs: RETRY_MS };
  if (await withdrawHiddenOffer(context, order.id, courierId)) return DONE;
  const other = await chooseAvailableCourier(context, order);
  if (other === null) return { type: "again", afterMs: RETRY_MS };
  const isReplaced = await replaceCourier(context, order.id, { from: courierId, to: other });
  // A failed replacement is retried with the current state.
  return isReplaced ? DONE : { type: "again", afterMs: 1_000 };
}

/** Plans the order alone among couriers without an order. */
async function chooseAvailableCourier(context: Context, order: WaitingOrder): Promise<string | null> {
  const couriers = await listCouriersOnDuty(context.db, availabilityCriteria(context));
  const available = couriers.filter(({ hasOrder }) => !hasOrder);
  const input = { orders: [order], couriers: available, recentPickups: [] };
  const { due } = makePlan(await buildPlanRequest(context, new RoadTimes(), input), null);
  return due[0]?.courierId ?? null;
}
