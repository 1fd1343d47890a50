import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { findOrderInFull, type OrderInFull } from "@/lib/orders/stored-order";

/**
 * One order with its history, stops and charges. Never creates a tracking link (spec, READ-1, READ-2).
 *
 * @throws DomainError ORDER_NOT_FOUND, also for another account's order
 */
export async function getOrder(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<OrderInFull> {
  const found = await findOrderInFull(db, scope, externalOrderId);
  if (found === null) throw new DomainError("ORDER_NOT_FOUND");
  return found;
}
