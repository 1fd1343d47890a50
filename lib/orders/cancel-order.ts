import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { applyTransition, getTransition } from "@/lib/orders/apply-transition";
import { UNSPECIFIED_REASON } from "@/lib/orders/cancellation";
import { cancellationCharges } from "@/lib/orders/cancellation-charges";
import type { CancellationFacts } from "@/lib/orders/cancellation-terms";
import { getOrder, lockOrder, type Order } from "@/lib/orders/load-order";
import { applyChange } from "@/lib/orders/record-change";
import { writeQuestionsClosed } from "@/lib/orders/store";
import type { Kopecks } from "@/lib/pricing/money";

// A rival that was quicker has mostly cancelled it too, which the second look tells.
const UNLOCKED_TRIES = 2;

/**
 * Cancels an order at any time before delivery and emits order.cancelled (spec, CAN-2, CAN-3). Cancelling again answers with
 * the order as it is, without a second event. Once picked up, its goods go back to the pickup, as `return` in that event
 * says: the courier has them in hand until they are given back.
 *
 * @param input.maxFee the most that it may cost; undefined for whatever it costs
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_CANCELLABLE once delivered, CANCELLATION_FEE_EXCEEDED
 */
export async function cancelOrder(
  context: Context,
  scope: AccountScope,
  {
    externalOrderId,
    ...input
  }: {
    externalOrderId: string;
    reason?: string | undefined;
    comment?: string | null | undefined;
    maxFee?: Kopecks | undefined;
  },
): Promise<Order> {
  const cancellation = { reason: input.reason || UNSPECIFIED_REASON, comment: input.comment ?? null };
  const getChange = (facts: CancellationFacts) => {
    const at = context.clock.now();
    return {
      columns: [sql`cancel_reason = ${cancellation.reason}, cancel_comment = ${cancellation.comment}`],
      cancellation,
      charges: cancellationCharges(facts, { at, maxFee: input.maxFee }),
      at,
    };
  };
  const selector = { scope, externalOrderId };
  for (let tries = 1; tries <= UNLOCKED_TRIES; tries += 1) {
    const order = await getOrder(context.db, selector, ["cancellation"]);
    if (order.status === "cancelled") return order;
    // Its open questions close as well, which takes more than one statement.
    if (order.status === "in_progress") break;
    const change = getTransition(order, "cancel", getChange(order));
    const cancelled = await applyChange(context, context.db, order, change);
    if (cancelled !== null) return cancelled;
  }
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, selector, ["cancellation"]);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    if (order.status === "cancelled") return order;
    const change = getChange(order);
    await writeQuestionsClosed(tx, order);
    const shown = goesBack(order) ? ({ returnState: "on_the_way", returnStartedAt: change.at } as const) : {};
    return applyTransition(context, tx, order, { transition: "cancel", ...change, shown });
  });
}

/** Whether a cancellation sends goods back: the courier has them, and is not on the way back already. */
function goesBack({ status, returnState }: Order): boolean {
  return status === "in_progress" && returnState !== "on_the_way";
}
