import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { type CreationOptions, createOrder } from "@/lib/orders/create-order";
import { requestHash } from "@/lib/orders/details-version";
import { loadOrder } from "@/lib/orders/load-order";
import type { ResponseSource } from "@/lib/orders/resource";
import { type CreateOrderBody, detailsFromBody } from "@/lib/orders/schema";

/**
 * Creates the delivery from a form; a resubmitted form returns the same order.
 * @throws DomainError ORDERING_NOT_ALLOWED, EXTERNAL_ID_TAKEN and those of `createOrder`
 */
export async function placeOrder(
  context: Context,
  scope: AccountScope,
  body: CreateOrderBody,
  terms: Pick<CreationOptions, "along"> = {},
): Promise<ResponseSource> {
  const { isCustomer } = await getAccount(context.db, scope.accountId);
  if (!isCustomer) throw new DomainError("ORDERING_NOT_ALLOWED");
  const { order, isMismatch } = await createOrder(context, scope, { body, isQuoteBinding: true, ...terms });
  // A resubmitted form may have a newer quote, which alone is no mismatch.
  if (isMismatch && !(await isSameOrder(context, scope, body))) throw new DomainError("EXTERNAL_ID_TAKEN");
  return order;
}

async function isSameOrder(context: Context, scope: AccountScope, body: CreateOrderBody): Promise<boolean> {
  const order = await loadOrder(context.db, { scope, externalOrderId: body.external_order_id }, ["request"]);
  return order !== null && requestHash(order.details) === requestHash(detailsFromBody(body));
}
