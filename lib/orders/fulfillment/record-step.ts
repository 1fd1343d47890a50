import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { DeclineReason } from "@/lib/dispatch/decline-reason";
import { DomainError } from "@/lib/domain-error";
import { applyTransition } from "@/lib/orders/apply-transition";
import { completeReturnAtPickup } from "@/lib/orders/fulfillment/complete-return";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { completeDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { failStop } from "@/lib/orders/fulfillment/fail-stop";
import { findTakeover } from "@/lib/orders/fulfillment/find-takeover";
import {
  writeProgress,
  writeReturnArrival,
  writeStopArrival,
  writeTakenOver,
} from "@/lib/orders/fulfillment/store";
import { submitProof } from "@/lib/orders/fulfillment/submit-proof";
import { unassignCourier } from "@/lib/orders/fulfillment/unassign-courier";
import { lockOrder, lockOrdersOfCourier, type Order, reloadLockedOrder } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { type CourierStep, isStepAllowed, isStepDone, nextStep, type Progress } from "@/lib/orders/progress";
import { waitingCharges } from "@/lib/orders/waiting-charges";
import { notifyCourierChanged, notifyOrderChanged } from "@/lib/streams/announce";

export interface StepReport {
  readonly orderId: bigint;
  readonly step: CourierStep;
  readonly report?: StepInput | undefined;
  /** The phone's id of the tap, equal in every resend. */
  readonly tapId?: string | undefined;
  /** Speed factor of a scenario run, by default 1. */
  readonly pace?: number | undefined;
  /** Tap time; ignored unless between the previous step and now. */
  readonly happenedAt?: Date | undefined;
}

/**
 * Records a courier's step; idempotent, so an offline phone can resend it. A wrong code counts once per tap.
 * @throws DomainError ORDER_NOT_FOUND; STEP_NOT_POSSIBLE out of order, after a cancellation and before a required
 * wait; INVALID_PAYLOAD for missing proof; CODE_WRONG
 */
export async function recordStep(context: Context, courierId: string, input: StepReport): Promise<void> {
  const { orderId, step, report = {}, tapId, pace = 1 } = input;
  const isTaken = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { orderId }, ["progress"]);
    if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
    const { progress } = order;
    // After the cancellation, only steps of the return are accepted.
    if (order.status === "cancelled" && !isOfReturn(step, progress))
      throw new DomainError("STEP_NOT_POSSIBLE");
    const next = nextStep(order.status, progress);
    if (next === null || isStepDone(step, next)) return true;
    if (!isStepAllowed(step, next)) throw new DomainError("STEP_NOT_POSSIBLE");
    const now = context.clock.now();
    const expected = input.happenedAt?.getTime() ?? now.getTime();
    const at = new Date(Math.min(now.getTime(), Math.max(expected, progress.latest.getTime())));
    return write(context, tx, order, { step, report, tapId, pace, progress, at });
  });
  if (!isTaken) throw new DomainError("CODE_WRONG");
}

/** Includes a takeover, which may precede the return. */
function isOfReturn({ type }: CourierStep, { returnState }: Progress): boolean {
  if (type !== "arrive_back" && type !== "give_back" && type !== "take_over") return false;
  return returnState === "on_the_way" || returnState === "returned";
}

interface StepWrite extends Pick<StepReport, "step" | "tapId"> {
  readonly report: StepInput;
  readonly pace: number;
  readonly progress: Progress;
  readonly at: Date;
}

/** Returns false after a wrong code. */
async function write(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { step, report, tapId, pace, progress, at }: StepWrite,
): Promise<boolean> {
  switch (step.type) {
    case "pick_up":
      if (!(await submitProof(context, tx, order, { position: 0, report }))) return false;
      await completePickup(context, tx, order, { arrivedAt: progress.arrivedAt, completedAt: at });
      return true;
    case "hand_over":
      if (!(await submitProof(context, tx, order, { position: step.dropoff + 1, report, tapId })))
        return false;
      await completeDropoff(context, tx, order, { dropoff: step.dropoff, progress, at });
      return true;
    case "fail":
      await failStop(context, tx, order, { dropoff: step.dropoff, report, pace, progress, at });
      return true;
    case "give_back":
      await completeReturnAtPickup(context, tx, order, { progress, at });
      return true;
    case "accept":
      await writeProgress(tx, order, "acceptedAt", at);
      break;
    case "arrive_at_pickup":
      await writeProgress(tx, order, "acceptedAt", at);
      await writeProgress(tx, order, "arrivedAt", at);
      break;
    case "take_over":
      await completeTakeover(tx, order);
      break;
    case "arrive":
      await writeStopArrival(tx, order, step.dropoff + 1, at);
      break;
    case "arrive_back":
      await writeReturnArrival(tx, order, at);
      break;
  }
  await notifyOrderChanged(tx, order, order.courierId);
  return true;
}

async function completePickup(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { arrivedAt, completedAt: at }: { arrivedAt: Date | null; completedAt: Date },
): Promise<void> {
  const charges = await waitingCharges(context, tx, order, { position: 0, arrivedAt, completedAt: at });
  await writeProgress(tx, order, "acceptedAt", at);
  await writeProgress(tx, order, "arrivedAt", at);
  await applyTransition(context, tx, await reloadLockedOrder(tx, order), {
    transition: "start",
    charges,
    at,
  });
}

async function completeTakeover(tx: Transaction, order: LockedOrder): Promise<void> {
  const takeover = await findTakeover(tx, order);
  await writeTakenOver(tx, order);
  if (takeover !== null) await notifyCourierChanged(tx, takeover.fromId);
}

export interface HandBack {
  readonly reason?: DeclineReason | "handed_back" | undefined;
  /** Orders declined together with it; those that the courier no longer has are left out. */
  readonly otherOrderIds?: readonly bigint[];
}

/** Releases an order before the pickup. @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE once picked up */
export async function unassignSelf(
  context: Context,
  courierId: string,
  orderId: bigint,
  { reason = "handed_back", otherOrderIds = [] }: HandBack = {},
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ids = new Set([orderId, ...otherOrderIds]);
    const orders = (await lockOrdersOfCourier(tx, courierId)).filter(({ id }) => ids.has(id));
    if (orders.length === 0) throw new DomainError("ORDER_NOT_FOUND");
    const assigned = orders.filter(({ status }) => status === "assigned");
    if (assigned.length === 0) throw new DomainError("STEP_NOT_POSSIBLE");
    for (const order of assigned)
      await unassignCourier(context, tx, { ...order, courierId }, { reason, at: context.clock.now() });
  });
}
