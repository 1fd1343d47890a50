import type { OperatorPlan } from "@/lib/console/operator-plan";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import type { Queryable } from "@/lib/db/client";
import type { StoredPlannedOrder } from "@/lib/dispatch/planned-order";

/** Adds the courier's name to an order's plan. */
export async function findOperatorPlan(
  db: Queryable,
  plan: StoredPlannedOrder | null,
): Promise<OperatorPlan | null> {
  if (plan === null) return null;
  if (plan.reason !== null) {
    return { courierId: null, reason: plan.reason, since: plan.unplannedSince?.toISOString() ?? null };
  }
  const { courierId: id, arrivesAt } = plan;
  const courier = await findCourierOverview(db, id);
  if (courier === null) return null;
  return { courierId: id, courierName: courier.name, arrivesAt: arrivesAt.toISOString(), reason: null };
}
