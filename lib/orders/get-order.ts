import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import type { OrderStatus } from "@/lib/orders/order";
import { selectStatusChanges } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { findOrder } from "@/lib/orders/stored-order";

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
  const order = await findOrder(db, scope, externalOrderId);
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return { order, history: await selectStatusChanges(db, order) };
}
