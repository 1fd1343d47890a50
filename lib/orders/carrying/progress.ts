import type { OrderStatus } from "@/lib/orders/order";

/** How far an order's courier has come, in the order of the trip. */
export interface Progress {
  readonly acceptedAt: Date | null;
  readonly arrivedAt: Date | null;
  /** One per dropoff, in dropoff order. */
  readonly dropoffs: readonly { readonly arrivedAt: Date | null; readonly deliveredAt: Date | null }[];
  /** The latest of these and of the last status change: the next step cannot be earlier. */
  readonly latest: Date;
}

/** The progress from an order's and its dropoffs' times. @param changedAt when its status last changed */
export function progressOf(
  facts: Omit<Progress, "latest"> & { readonly changedAt: Date | undefined },
): Progress {
  const { acceptedAt, arrivedAt, dropoffs, changedAt } = facts;
  const times = [
    acceptedAt,
    arrivedAt,
    changedAt,
    ...dropoffs.flatMap((one) => [one.arrivedAt, one.deliveredAt]),
  ];
  const latest = new Date(Math.max(0, ...times.map((time) => time?.getTime() ?? 0)));
  return { acceptedAt, arrivedAt, dropoffs, latest };
}

/**
 * A courier's report on the way: accepted, arrived at the pickup, picked up, arrived at a dropoff, handed over there.
 * Dropoffs are counted from 0, as in the API.
 */
export type Step =
  | { readonly type: "accept" }
  | { readonly type: "arrive_at_pickup" }
  | { readonly type: "pick_up" }
  | { readonly type: "arrive"; readonly dropoff: number }
  | { readonly type: "hand_over"; readonly dropoff: number };

/** The next step; null before a courier is assigned and after the order has ended. */
export function nextStep(
  status: OrderStatus,
  progress: Pick<Progress, "acceptedAt" | "arrivedAt" | "dropoffs">,
): Step | null {
  if (status === "assigned") {
    if (progress.acceptedAt === null) return { type: "accept" };
    return progress.arrivedAt === null ? { type: "arrive_at_pickup" } : { type: "pick_up" };
  }
  if (status !== "in_progress") return null;
  const dropoff = nextDropoff(progress);
  if (dropoff === null) return null;
  const isThere = progress.dropoffs[dropoff]?.arrivedAt !== null;
  return { type: isThere ? "hand_over" : "arrive", dropoff };
}

/** The first dropoff that has not been handed over, counted from 0; null when all have. */
export function nextDropoff(progress: Pick<Progress, "dropoffs">): number | null {
  const index = progress.dropoffs.findIndex(({ deliveredAt }) => deliveredAt === null);
  return index === -1 ? null : index;
}

const RANKS = { accept: 0, arrive_at_pickup: 1, pick_up: 2, arrive: 3, hand_over: 4 } as const;

/** The rank of a step: greater than that of every earlier one. */
function rank(step: Step): number {
  return "dropoff" in step ? RANKS[step.type] + step.dropoff * 2 : RANKS[step.type];
}

/** Whether a step is past: it was taken, or the courier has gone beyond it. */
export function isBehind(step: Step, next: Step | null): boolean {
  return next === null || rank(step) < rank(next);
}

/**
 * Whether a courier may take this step now. Accepting and arriving need not be reported: picking up and handing over
 * imply them.
 */
export function isPossible(step: Step, next: Step): boolean {
  if (rank(step) === rank(next)) return true;
  const isOnTheWay = next.type === "accept" || next.type === "arrive_at_pickup";
  if (isOnTheWay) return step.type === "arrive_at_pickup" || step.type === "pick_up";
  return next.type === "arrive" && step.type === "hand_over" && step.dropoff === next.dropoff;
}
