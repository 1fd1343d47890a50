import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { findCancellationTerms } from "@/lib/orders/cancellation-charges";
import type { CancellationTerms } from "@/lib/orders/cancellation-terms";
import { findOrder } from "@/lib/orders/stored-order";

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
  const order = await findOrder(context.db, scope, externalOrderId);
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return findCancellationTerms(context.db, order, context.clock.now());
}
