import type { FailureCode, OrderStatus, ReturnState, UndeliverableAction } from "@/lib/orders/order";

export const REASONS_REQUIRING_WAIT = [
  "recipient_absent",
  "no_access",
] as const satisfies readonly FailureCode[];

export const MAX_CODE_ATTEMPTS = 5;

export const MAX_DELIVERY_ATTEMPTS = 2;

export interface DropoffProgress {
  readonly arrivedAt: Date | null;
  readonly deliveredAt: Date | null;
  /** Null again for another attempt. */
  readonly failedAt: Date | null;
  readonly attempts: number;
  /** `ask` is an open question. Null unless the dropoff has failed. */
  readonly resolution: UndeliverableAction | null;
}

export const NOT_STARTED: DropoffProgress = {
  arrivedAt: null,
  deliveredAt: null,
  failedAt: null,
  attempts: 0,
  resolution: null,
};

export interface Progress {
  readonly acceptedAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly dropoffs: readonly DropoffProgress[];
  readonly returnState: ReturnState | null;
  /** Arrival at the pickup with returned goods. */
  readonly returnArrivedAt: Date | null;
  /** Since when a former courier holds the goods for a takeover; otherwise null. */
  readonly takeoverSince?: Date | null;
  /** The latest of these and of the status change: a lower bound of the next step. */
  readonly latest: Date;
}

type Facts = Omit<Progress, "latest">;

/** @param changedAt the last status change */
export function getProgress({
  changedAt,
  takeoverSince = null,
  ...facts
}: Facts & { readonly changedAt: Date | undefined }): Progress {
  const { acceptedAt, arrivedAt, returnArrivedAt, dropoffs } = facts;
  const ofDropoffs = dropoffs.flatMap((one) => [one.arrivedAt, one.deliveredAt, one.failedAt]);
  const times = [changedAt, acceptedAt, arrivedAt, returnArrivedAt, takeoverSince, ...ofDropoffs];
  const latest = new Date(Math.max(0, ...times.map((time) => time?.getTime() ?? 0)));
  return { ...facts, takeoverSince, latest };
}

/** Dropoffs and attempts count from 0; the first attempt may be omitted. */
export type CourierStep =
  | { readonly type: "accept" | "arrive_at_pickup" | "pick_up" | "take_over" | "arrive_back" | "give_back" }
  | {
      readonly type: "arrive" | "hand_over" | "fail";
      readonly dropoff: number;
      readonly attempt?: number | undefined;
    };

/** `wait`: only the answer about this dropoff is left. */
export type NextStep = CourierStep | { readonly type: "wait"; readonly dropoff: number };

/** Returns null before assignment, and when no step is left. */
export function nextStep(status: OrderStatus, progress: Facts): NextStep | null {
  if (status === "assigned") {
    if (progress.acceptedAt === null) return { type: "accept" };
    return progress.arrivedAt === null ? { type: "arrive_at_pickup" } : { type: "pick_up" };
  }
  const isCarried = status === "in_progress" || progress.returnState === "on_the_way";
  if (isCarried && progress.takeoverSince != null) return { type: "take_over" };
  if (progress.returnState === "on_the_way") {
    return { type: progress.returnArrivedAt === null ? "arrive_back" : "give_back" };
  }
  if (status !== "in_progress") return null;
  const dropoff = nextDropoff(progress);
  const stop = dropoff === null ? undefined : progress.dropoffs[dropoff];
  if (dropoff !== null && stop !== undefined) {
    const type = stop.arrivedAt === null ? "arrive" : "hand_over";
    return { type, dropoff, ...(stop.attempts === 0 ? {} : { attempt: stop.attempts }) };
  }
  const requested = progress.dropoffs.findIndex(({ resolution }) => resolution === "ask");
  return requested === -1 ? null : { type: "wait", dropoff: requested };
}

/** Returns the next open dropoff, counted from 0, second attempts last; null when none is open. */
export function nextDropoff({ dropoffs }: Pick<Progress, "dropoffs">): number | null {
  const open = dropoffs
    .map((stop, index) => ({ ...stop, index }))
    .filter(({ deliveredAt, failedAt }) => deliveredAt === null && failedAt === null)
    .sort((a, b) => a.attempts - b.attempts || a.index - b.index);
  return open[0]?.index ?? null;
}

export type ResolvedAction = Exclude<UndeliverableAction, "ask">;

export type Remainder = "stops" | "answer" | "return" | "nothing";

export function remainingWork(dropoffs: readonly DropoffProgress[]): Remainder {
  if (nextDropoff({ dropoffs }) !== null) return "stops";
  if (dropoffs.some(({ resolution }) => resolution === "ask")) return "answer";
  return dropoffs.some(({ resolution }) => resolution === "return") ? "return" : "nothing";
}

/** Returns the sizes of the goods that the courier still has, by dropoff. */
export function remainingCargoSizes<Size>(
  sizes: readonly Size[],
  dropoffs: readonly DropoffProgress[],
): Size[] {
  return sizes.filter((_, index) => {
    const { deliveredAt, resolution } = dropoffs[index] ?? NOT_STARTED;
    return deliveredAt === null && resolution !== "leave";
  });
}

/** Whether any goods were handed over or left at a door. */
export function isAnythingDelivered(dropoffs: readonly DropoffProgress[]): boolean {
  return dropoffs.some(({ deliveredAt, resolution }) => deliveredAt !== null || resolution === "leave");
}

const RANKS = {
  accept: 0,
  arrive_at_pickup: 1,
  pick_up: 2,
  take_over: 3,
  arrive: 4,
  hand_over: 5,
  fail: 5,
  wait: 1000,
  arrive_back: 1001,
  give_back: 1002,
} as const;

/** Exceeds the maximum of dropoffs: second attempts rank after all first ones. */
const SLOTS_PER_TRY = 10;

const getAttempt = (step: CourierStep): number => ("attempt" in step ? (step.attempt ?? 0) : 0);

/** Ranks steps in order; handing over and failing are equal. */
function rank(step: NextStep): number {
  const slot =
    "dropoff" in step && step.type !== "wait" ? getAttempt(step) * SLOTS_PER_TRY + step.dropoff : 0;
  return RANKS[step.type] + slot * 2;
}

export function isStepDone(step: CourierStep, next: NextStep | null): boolean {
  return next === null || rank(step) < rank(next);
}

/** Whether the step is allowed now; later steps imply the arrival. */
export function isStepAllowed(step: CourierStep, next: NextStep): boolean {
  if (next.type === "wait") return false;
  const isSameTry = rank(step) === rank(next);
  if (step.type === "fail") return next.type === "hand_over" && isSameTry;
  if (isSameTry) return true;
  const isOnTheWay = next.type === "accept" || next.type === "arrive_at_pickup";
  if (isOnTheWay) return step.type === "arrive_at_pickup" || step.type === "pick_up";
  if (next.type === "arrive_back") return step.type === "give_back";
  return next.type === "arrive" && step.type === "hand_over" && rank(step) === rank(next) + 1;
}
