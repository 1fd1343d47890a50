import { dropoffOutcome, viewerDropoff } from "@/lib/tracking/dropoff-outcome";
import { findViewerWindow } from "@/lib/tracking/find-viewer-window";
import { isCourierNear } from "@/lib/tracking/is-courier-near";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/**
 * `planned`: a courier is planned and has not accepted; `preparing`: the goods are not ready yet; `undecided`: the shop decides
 * about a failed dropoff; `again`: another attempt follows; `left`: at the door.
 */
export type Phase =
  | "new"
  | "checking"
  | "scheduled"
  | "planned"
  | "preparing"
  | "replacing"
  | "assigned"
  | "at_pickup"
  | "in_progress"
  | "near"
  | "here"
  | "again"
  | "undecided"
  | "going_back"
  | "returned"
  | "left"
  | "partly"
  | "delivered"
  | "cancelled";

/** The courier arrives within two minutes. */
export const NEAR = { meters: 300, seconds: 120 };

export function isWaiting({ status, courier }: TrackedOrder): boolean {
  return status === "new" || (status === "assigned" && courier === null);
}

/** Null unless a current plan has a courier for the order, who has not accepted it. */
export function findPlannedArrival(order: TrackedOrder, now: Date): Date | null {
  const { planned } = order;
  return planned !== null && isWaiting(order) && planned.validUntil > now ? planned.arrivesAt : null;
}

export function getPhase(order: TrackedOrder, target: number | null, mayFollow: boolean, now: Date): Phase {
  const settled = settledPhase(order);
  if (settled !== null) return settled;
  if (order.isHeld) return "checking";
  const scheduledUntil = findViewerWindow(order)?.to ?? order.deliveryTime;
  if (isWaiting(order) && scheduledUntil !== null && scheduledUntil > now) return "scheduled";
  if (findPlannedArrival(order, now) !== null) return "planned";
  if (order.status === "new" && order.readyAt !== null && order.readyAt > now) return "preparing";
  if (order.status === "in_progress") return phaseOnTheWay(order, target, mayFollow, now);
  if (order.status !== "assigned") return order.status;
  if (order.courier === null) return order.wasAccepted ? "replacing" : "new";
  return order.arrivedAtPickup === null ? "assigned" : "at_pickup";
}

const OWN_PHASES = { done: "delivered", left: "left", asked: "undecided" } as const;

function settledPhase(order: TrackedOrder): Phase | null {
  const backPhase = order.returnState === "returned" ? "returned" : "going_back";
  const own = viewerDropoff(order);
  if (own !== undefined) {
    const fate = dropoffOutcome(own);
    if (fate === "back") return backPhase;
    if (fate === "open" || (fate === "asked" && order.status === "cancelled")) return null;
    return OWN_PHASES[fate];
  }
  const fates = order.dropoffs.map(dropoffOutcome);
  if (fates.every((fate) => fate === "back")) return backPhase;
  if (fates.includes("open") || order.status === "cancelled") return null;
  if (fates.includes("asked")) return "undecided";
  if (!fates.includes("back")) return order.status === "delivered" ? "delivered" : null;
  return order.status === "delivered" ? "partly" : "going_back";
}

function phaseOnTheWay(order: TrackedOrder, target: number | null, mayFollow: boolean, now: Date): Phase {
  const own = target === null ? undefined : order.dropoffs[target];
  if (own !== undefined && own.attempts > 0 && !mayFollow) return "again";
  // A nearby courier may not have the goods yet.
  if (target === null || own === undefined || !mayFollow || order.takeover !== null) return "in_progress";
  if (own.arrivedAt !== null) return "here";
  return isCourierNear(order, target, NEAR, now) ? "near" : "in_progress";
}
