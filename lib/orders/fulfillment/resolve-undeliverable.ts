import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { advanceOrder } from "@/lib/orders/fulfillment/advance-order";
import { WITHOUT_FAILURE } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import type { UndeliverableResolution } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { type DropoffProgress, MAX_DELIVERY_ATTEMPTS, type ResolvedAction } from "@/lib/orders/progress";
import { updateStop } from "@/lib/orders/store";

/** Counted as in `stops`: n is dropoff n. May be omitted if one question is open. */
export interface UndeliverableInput {
  readonly action: UndeliverableResolution;
  readonly index?: number | undefined;
}

/**
 * Answers the open question about a failed dropoff; idempotent.
 * @throws DomainError ORDER_NOT_FOUND, NO_OPEN_QUESTION, RETRY_NOT_POSSIBLE after the second attempt,
 * INVALID_PAYLOAD when several questions are open and the input names none
 */
export function resolveUndeliverable(
  context: Context,
  scope: AccountScope,
  { externalOrderId, action, index }: { externalOrderId: string } & UndeliverableInput,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["progress"], async (tx, order) => {
    const { dropoffs } = order.progress;
    const position = order.status === "in_progress" ? askedPosition(dropoffs, index) : null;
    if (position !== null)
      return resolveUndeliverableStop(context, tx, order, { position, action, dropoffs });
    const known = index === undefined ? dropoffs : dropoffs.slice(Math.max(0, index - 1), Math.max(0, index));
    if (!known.some((dropoff) => isAnswered(dropoff, action))) throw new DomainError("NO_OPEN_QUESTION");
    return order;
  });
}

/** Returns the dropoff, counted from 1; null without a matching open question. */
function askedPosition(dropoffs: readonly DropoffProgress[], index: number | undefined): number | null {
  const open = dropoffs.flatMap(({ resolution }, place) => (resolution === "ask" ? [place + 1] : []));
  if (index !== undefined) return open.includes(index) ? index : null;
  if (open.length > 1) {
    const message = `is required: dropoffs ${open.join(", ")} are waiting for a decision`;
    throw new DomainError("INVALID_PAYLOAD", [{ field: "index", message }]);
  }
  return open[0] ?? null;
}

function isAnswered({ attempts, resolution }: DropoffProgress, action: UndeliverableResolution): boolean {
  return action === "retry" ? attempts > 0 && resolution === null : resolution === action;
}

/** Runs in the caller's transaction on a locked order. @throws DomainError RETRY_NOT_POSSIBLE */
export async function resolveUndeliverableStop(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  answer: { position: number; action: UndeliverableResolution; dropoffs: readonly DropoffProgress[] },
): Promise<Order> {
  const { position, action, dropoffs } = answer;
  const answered = dropoffs.map((dropoff, index) =>
    index + 1 === position ? afterAnswer(dropoff, action) : dropoff,
  );
  const written =
    action === "retry" ? { ...WITHOUT_FAILURE, arrivedAt: null } : { resolution: action, answerUntil: null };
  await updateStop(tx, order, position, written);
  const at = context.clock.now();
  return advanceOrder(context, tx, order, { position, type: "order.updated", dropoffs: answered, at });
}

function afterAnswer(dropoff: DropoffProgress, action: UndeliverableResolution): DropoffProgress {
  if (action !== "retry") return { ...dropoff, resolution: action satisfies ResolvedAction };
  if (dropoff.attempts >= MAX_DELIVERY_ATTEMPTS) throw new DomainError("RETRY_NOT_POSSIBLE");
  return { ...dropoff, arrivedAt: null, failedAt: null, resolution: null };
}
