import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { applyLockedChange, withLockedOrder } from "@/lib/orders/apply-change";
import { computeTotal } from "@/lib/orders/charge";
import type { Order } from "@/lib/orders/load-order";
import type { Kopecks } from "@/lib/pricing/money";

/**
 * Emits order.updated, also for an ended order.
 * @throws DomainError ORDER_NOT_FOUND, INVALID_PAYLOAD when the total would fall below 0
 */
export function adjustCharge(
  context: Context,
  scope: AccountScope,
  { externalOrderId, amount, why }: { externalOrderId: string; amount: Kopecks; why: string },
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, [], async (tx, order) => {
    if (amount < 0 && (computeTotal(order) ?? 0) + amount < 0) {
      const message = "must not bring the total below 0";
      throw new DomainError("INVALID_PAYLOAD", [{ field: "amount", message }]);
    }
    const charges = [{ type: "adjustment" as const, amount, why }];
    return applyLockedChange(context, tx, order, { type: "order.updated", charges, at: context.clock.now() });
  });
}
