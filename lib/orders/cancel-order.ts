import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { applyChange, withLockedOrder } from "@/lib/orders/apply-change";
import { applyTransition, buildTransition } from "@/lib/orders/apply-transition";
import { UNSPECIFIED_REASON } from "@/lib/orders/cancellation";
import {
  type CancellationFacts,
  type CancellationTerms,
  cancellationTerms,
} from "@/lib/orders/cancellation-terms";
import { getOrder, type Order } from "@/lib/orders/load-order";
import { writeQuestionsClosed } from "@/lib/orders/store";
import type { Kopecks } from "@/lib/pricing/money";

// A concurrent request has usually cancelled it too, which the second read shows.
const UNLOCKED_TRIES = 2;

/**
 * Cancels an order before delivery (spec, CAN-2, CAN-3); idempotent. Picked-up goods must be returned.
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_CANCELLABLE once delivered, CANCELLATION_FEE_EXCEEDED
 */
export async function cancelOrder(
  context: Context,
  scope: AccountScope,
  input: {
    externalOrderId: string;
    reason?: string | undefined;
    comment?: string | null | undefined;
    maxFee?: Kopecks | undefined;
  },
): Promise<Order> {
  const cancellation = { reason: input.reason || UNSPECIFIED_REASON, comment: input.comment ?? null };
  const getChange = (facts: CancellationFacts) => {
    const at = context.clock.now();
    const { fee, charges } = cancellationTerms(facts, at);
    if (input.maxFee !== undefined && fee > input.maxFee) throw new DomainError("CANCELLATION_FEE_EXCEEDED");
    const columns = [sql`cancel_reason = ${cancellation.reason}, cancel_comment = ${cancellation.comment}`];
    return { columns, cancellation, charges, at };
  };
  const selector = { scope, externalOrderId: input.externalOrderId };
  for (let tries = 1; tries <= UNLOCKED_TRIES; tries += 1) {
    const order = await getOrder(context.db, selector, ["cancellation"]);
    if (order.status === "cancelled") return order;
    // Closing its open questions takes a second statement.
    if (order.status === "in_progress") break;
    const change = buildTransition(order, "cancel", getChange(order));
    const cancelled = await applyChange(context, context.db, order, change);
    if (cancelled !== null) return cancelled;
  }
  return withLockedOrder(context, selector, ["cancellation"], async (tx, order) => {
    if (order.status === "cancelled") return order;
    const change = getChange(order);
    await writeQuestionsClosed(tx, order);
    const shown = goesBack(order) ? ({ returnState: "on_the_way", returnStartedAt: change.at } as const) : {};
    return applyTransition(context, tx, order, { transition: "cancel", ...change, shown });
  });
}

function goesBack({ status, returnState }: Order): boolean {
  return status === "in_progress" && returnState !== "on_the_way";
}

/** Returns the current cost of a cancellation; only `max_fee` binds it. @throws DomainError ORDER_NOT_FOUND */
export async function getCancellation(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  externalOrderId: string,
): Promise<CancellationTerms> {
  return cancellationTerms(await getOrder(db, { scope, externalOrderId }, ["cancellation"]), clock.now());
}
