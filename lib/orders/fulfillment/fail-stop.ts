import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { MINUTE_MS } from "@/lib/duration";
import { advanceOrder } from "@/lib/orders/fulfillment/advance-order";
import { resolutionJobKey } from "@/lib/orders/fulfillment/apply-default-resolution";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { findUndeliverable, toHandedPlace } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import type { FailureCode } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { type Progress, REASONS_REQUIRING_WAIT } from "@/lib/orders/progress";
import { updateStop } from "@/lib/orders/store";
import { waitingCharges } from "@/lib/orders/waiting-charges";

const SCENARIO_MARGIN_MS = 10_000;

/**
 * Runs in the caller's transaction on a locked order. Dropoffs count from 0; `pace` is the speed factor.
 * @throws DomainError INVALID_PAYLOAD without a reason, STEP_NOT_POSSIBLE before the required wait
 */
export async function failStop(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  attempt: { dropoff: number; report: StepInput; pace: number; progress: Progress; at: Date },
): Promise<void> {
  const { dropoff, pace, progress, at } = attempt;
  const { failure, calls = 0 } = attempt.report;
  if (failure === undefined) {
    throw new DomainError("INVALID_PAYLOAD", [{ field: "report.failure", message: "is required" }]);
  }
  const stop = progress.dropoffs[dropoff];
  if (stop === undefined || stop.arrivedAt === null) throw new DomainError("STEP_NOT_POSSIBLE");
  const account = await getAccount(tx, order.scope.accountId);
  const waitedMs = at.getTime() - stop.arrivedAt.getTime();
  // Simulated couriers wait by the sandbox clock.
  const hasWaited = context.actor.type === "simulator" || waitedMs >= account.waitingMinutes * MINUTE_MS;
  const needsWait = (REASONS_REQUIRING_WAIT as readonly FailureCode[]).includes(failure.code);
  if (needsWait && !hasWaited) throw new DomainError("STEP_NOT_POSSIBLE");
  const position = dropoff + 1;
  const attempts = stop.attempts + 1;
  const resolution = await findUndeliverable(tx, order);
  // Counts from now, not from the tap, since an offline phone reports late.
  const answerMs = Math.round((account.answerMinutes * MINUTE_MS) / pace);
  const answerUntil = resolution === "ask" ? new Date(context.clock.now().getTime() + answerMs) : null;
  // A scenario run answers at the deadline; the margin lets the default apply only if the simulator has stopped.
  const answeredAt = answerUntil && new Date(answerUntil.getTime() + (pace === 1 ? 0 : SCENARIO_MARGIN_MS));
  const waited = { position, arrivedAt: stop.arrivedAt, completedAt: at };
  const charges = await waitingCharges(context, tx, order, waited);
  await updateStop(tx, order, position, {
    failedAt: at,
    failureCode: failure.code,
    failureComment: failure.comment,
    calls,
    resolution,
    answerUntil,
    attempts: { increment: 1 },
    ...toHandedPlace(order.position),
  });
  const dropoffs = progress.dropoffs.map((one, index) =>
    index === dropoff ? { ...one, failedAt: at, attempts, resolution } : one,
  );
  await advanceOrder(context, tx, order, {
    position,
    type: "order.stop_failed",
    dropoffs,
    at,
    charges,
    jobs:
      answerUntil === null
        ? []
        : [{ kind: "answer_stop", key: resolutionJobKey(order.id, position, attempts), runAt: answeredAt }],
  });
}
