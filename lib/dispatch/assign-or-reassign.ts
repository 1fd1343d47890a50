import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { type AssignmentTerms, assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-carried";
import { loadOrder, type Order } from "@/lib/orders/load-order";

/** The new courier takes over goods that are under way. @throws DomainError as `assignCourier` and `reassignCarried` */
export async function assignOrReassign(
  context: Context,
  scope: AccountScope,
  input: { externalOrderId: string; courierId: string } & AssignmentTerms,
): Promise<Order> {
  const order = await loadOrder(context.db, { scope, externalOrderId: input.externalOrderId });
  const give = order?.status === "in_progress" ? reassignInProgress : assignCourier;
  return give(context, scope, input);
}
