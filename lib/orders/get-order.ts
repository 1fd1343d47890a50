import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import type { OrderStatus } from "@/lib/orders/order";
import { findOrderWithHistory, type StoredOrder } from "@/lib/orders/stored-order";

/**
 * One order with its history. Never creates a tracking link (spec, READ-1, READ-2).
 *
 * @throws DomainError ORDER_NOT_FOUND, also for another account's order
 */
export async function getOrder(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<{ order: StoredOrder; history: { status: OrderStatus; changedAt: Date }[] }> {
  const found = await findOrderWithHistory(db, scope, externalOrderId);
  if (found === null) throw new DomainError("ORDER_NOT_FOUND");
  return found;
}
