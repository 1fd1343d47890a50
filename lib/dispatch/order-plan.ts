import type { UnplannedReason } from "@/lib/db/generated/enums";
import type { PlannedOrder } from "@/lib/dispatch/planned-order";
import { MINUTE_MS } from "@/lib/duration";

/** Planned times are shown in steps, since a plan changes often. */
export const PICKUP_STEP_MS = 5 * MINUTE_MS;
const WINDOW_MS = 10 * MINUTE_MS;

/** A waiting order's plan as pages show it: the approximate time of the pickup, or the reason why no courier is planned. */
export type OrderPlan =
  | { readonly pickupAt: string; readonly reason: null }
  | { readonly pickupAt: null; readonly reason: UnplannedReason };

/** Returns ten minutes that begin at most five minutes before the planned arrival (spec, RES-21). */
export function toPickupWindow(arrivesAt: Date): { from: Date; to: Date } {
  const from = Math.floor(arrivesAt.getTime() / PICKUP_STEP_MS) * PICKUP_STEP_MS;
  return { from: new Date(from), to: new Date(from + WINDOW_MS) };
}

/** Rounds to five minutes. */
export function toPickupTime(arrivesAt: Date): Date {
  return new Date(Math.round(arrivesAt.getTime() / PICKUP_STEP_MS) * PICKUP_STEP_MS);
}

export function toOrderPlan(planned: PlannedOrder): OrderPlan {
  if (planned.reason !== null) return { pickupAt: null, reason: planned.reason };
  return { pickupAt: toPickupTime(planned.arrivesAt).toISOString(), reason: null };
}
