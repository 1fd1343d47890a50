import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { findCancellable } from "@/lib/orders/cancellation-charges";
import { type CancellationTerms, cancellationTerms } from "@/lib/orders/cancellation-terms";

/**
 * What cancelling an order would cost now, and why. Promises nothing by itself: `max_fee` does.
 *
 * @throws DomainError ORDER_NOT_FOUND
 */
export async function getCancellation(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  externalOrderId: string,
): Promise<CancellationTerms> {
  const found = await findCancellable(context.db, scope, externalOrderId);
  if (found === null) throw new DomainError("ORDER_NOT_FOUND");
  return cancellationTerms(found.facts, context.clock.now());
}
