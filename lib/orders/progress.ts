import type { FailureCode, OrderStatus, ReturnState, UndeliverableAction } from "@/lib/orders/order";

/** Reasons that a courier may only give after waiting for as long as the account asks. */
export const REASONS_REQUIRING_WAIT = [
  "recipient_absent",
  "no_access",
] as const satisfies readonly FailureCode[];

/** Wrong codes that a stop takes; then only an operator can let the courier go on. */
export const MAX_CODE_ATTEMPTS = 5;

/** How often a dropoff is tried. */
export const MAX_DELIVERY_ATTEMPTS = 2;

export interface DropoffProgress {
  readonly arrivedAt: Date | null;
  readonly deliveredAt: Date | null;
  /** When the courier could not hand over; null again for another try. */
  readonly failedAt: Date | null;
  readonly attempts: number;
  /** What becomes of the goods of a failed one; `ask`: that is an open question. Null unless it has failed. */
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
  /** When the courier was back at the pickup, with the goods. */
  readonly returnArrivedAt: Date | null;
  /** Since when the goods wait with a former courier, from whom this one is to take them over; otherwise null. */
  readonly takeoverSince?: Date | null;
  /** The latest of these and of the last status change: the next step cannot be earlier. */
  readonly latest: Date;
}

type Facts = Omit<Progress, "latest">;

/** The progress from an order's and its dropoffs' times. @param changedAt when its status last changed */
export function getProgress(facts: Facts & { readonly changedAt: Date | undefined }): Progress {
  const {
    acceptedAt,
    arrivedAt,
    dropoffs,
    returnState,
    returnArrivedAt,
    takeoverSince = null,
    changedAt,
  } = facts;
  const times = [
    acceptedAt,
    arrivedAt,
    changedAt,
    returnArrivedAt,
    takeoverSince,
    ...dropoffs.flatMap((one) => [one.arrivedAt, one.deliveredAt, one.failedAt]),
  ];
  const latest = new Date(Math.max(0, ...times.map((time) => time?.getTime() ?? 0)));
  return { acceptedAt, arrivedAt, dropoffs, returnState, returnArrivedAt, takeoverSince, latest };
}

/** A courier's step. Dropoffs and their tries are counted from 0; the first try may be left out. */
export type CourierStep =
  | { readonly type: "accept" | "arrive_at_pickup" | "pick_up" | "take_over" | "arrive_back" | "give_back" }
  | {
      readonly type: "arrive" | "hand_over" | "fail";
      readonly dropoff: number;
      readonly attempt?: number | undefined;
    };

/** What the courier does next; `wait`: an answer about the dropoff, since nothing else is left to do. */
export type NextStep = CourierStep | { readonly type: "wait"; readonly dropoff: number };

/** The next step; null before a courier is assigned, and when there is nothing left to do. */
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

/** Returns the next open dropoff, counted from 0, second tries last; null when none is open. */
export function nextDropoff({ dropoffs }: Pick<Progress, "dropoffs">): number | null {
  const open = dropoffs
    .map((stop, index) => ({ ...stop, index }))
    .filter(({ deliveredAt, failedAt }) => deliveredAt === null && failedAt === null)
    .sort((a, b) => a.attempts - b.attempts || a.index - b.index);
  return open[0]?.index ?? null;
}

/** What becomes of the goods of a failed dropoff once that is decided. */
export type ResolvedAction = Exclude<UndeliverableAction, "ask">;

export type Remainder = "stops" | "answer" | "return" | "nothing";

/** What is left: dropoffs to go to, an answer to wait for, goods to bring back, or nothing. */
export function remainingWork(dropoffs: readonly DropoffProgress[]): Remainder {
  if (nextDropoff({ dropoffs }) !== null) return "stops";
  if (dropoffs.some(({ resolution }) => resolution === "ask")) return "answer";
  return dropoffs.some(({ resolution }) => resolution === "return") ? "return" : "nothing";
}

/** The sizes, one per dropoff, of what a courier still has in hand. */
export function remainingCargoSizes<Size>(
  sizes: readonly Size[],
  dropoffs: readonly DropoffProgress[],
): Size[] {
  return sizes.filter((_, index) => {
    const { deliveredAt, resolution } = dropoffs[index] ?? NOT_STARTED;
    return deliveredAt === null && resolution !== "leave";
  });
}

/** Whether any goods have reached a recipient's door: handed over, or left there. */
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

/** More than an order has dropoffs: second tries rank after all first ones. */
const SLOTS_PER_TRY = 10;

const getAttempt = (step: CourierStep): number => ("attempt" in step ? (step.attempt ?? 0) : 0);

/** The rank of a step: greater than that of every earlier one; handing over and giving up are equal. */
function rank(step: NextStep): number {
  const slot =
    "dropoff" in step && step.type !== "wait" ? getAttempt(step) * SLOTS_PER_TRY + step.dropoff : 0;
  return RANKS[step.type] + slot * 2;
}

/** Whether a step is past: it was taken, or the courier has gone beyond it. */
export function isStepDone(step: CourierStep, next: NextStep | null): boolean {
  return next === null || rank(step) < rank(next);
}

/** Whether a courier may take this step now; picking up, handing over and giving back imply the arrival. */
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
