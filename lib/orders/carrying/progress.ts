import type { OrderStatus } from "@/lib/orders/order";

/** How far an order's courier has come, oldest facts first. */
export interface Progress {
  readonly acceptedAt: Date | null;
  readonly arrivedAt: Date | null;
  /** One per dropoff, in dropoff order. */
  readonly dropoffs: readonly { readonly arrivedAt: Date | null; readonly deliveredAt: Date | null }[];
  /** The latest of all of them and of the last change of status: what happens next cannot be earlier. */
  readonly latest: Date;
}

/** The progress that an order's and its dropoffs' times make. @param changedAt when its status last changed */
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
 * What a courier tells the service on the way: that they come, stand at the pickup, have picked up, stand at a
 * dropoff, have handed over there. Dropoffs are counted from 0, as the API does.
 */
export type Step =
  | { readonly type: "accept" }
  | { readonly type: "arrive_at_pickup" }
  | { readonly type: "pick_up" }
  | { readonly type: "arrive"; readonly dropoff: number }
  | { readonly type: "hand_over"; readonly dropoff: number };

/** The step that comes next; null before a courier is assigned and after the order has ended. */
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

/** Steps in their order: each is greater than every one that comes before it. */
function rank(step: Step): number {
  return "dropoff" in step ? RANKS[step.type] + step.dropoff * 2 : RANKS[step.type];
}

/** Whether a step lies behind: it was taken, or the courier has gone on past it. */
export function isBehind(step: Step, next: Step | null): boolean {
  return next === null || rank(step) < rank(next);
}

/**
 * Whether a courier may take this step now. They need not tell that they come or have arrived: picking up and
 * handing over say so by themselves.
 */
export function isPossible(step: Step, next: Step): boolean {
  if (rank(step) === rank(next)) return true;
  const isOnTheWay = next.type === "accept" || next.type === "arrive_at_pickup";
  if (isOnTheWay) return step.type === "arrive_at_pickup" || step.type === "pick_up";
  return next.type === "arrive" && step.type === "hand_over" && step.dropoff === next.dropoff;
}
