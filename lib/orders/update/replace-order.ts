import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { Order } from "@/lib/orders/load-order";
import { type CreateOrderBody, detailsFromBody } from "@/lib/orders/schema";
import { mapIssuesToWindows } from "@/lib/orders/trip-issues";
import { type EditOptions, editOrder } from "@/lib/orders/update/edit-order";

/**
 * Replaces all client-given details (spec, PUT-1); omitted ones return to their defaults.
 * @throws DomainError INVALID_PAYLOAD, ORDER_NOT_FOUND, ORDER_NOT_EDITABLE; by the terms ORDER_CHANGED, QUOTE_EXPIRED
 */
export async function replaceOrder(
  context: Context,
  scope: AccountScope,
  { externalOrderId, body, ...terms }: { externalOrderId: string; body: CreateOrderBody } & EditOptions,
): Promise<Order> {
  const issues = identifierIssues(body.external_order_id, externalOrderId);
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  const details = detailsFromBody(body);
  const edit = { externalOrderId, change: () => details, quoteId: body.quote_id, terms };
  try {
    return await editOrder(context, scope, edit);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isOwn = (dropoff: number) => body.dropoffs[dropoff]?.delivery_window !== undefined;
    throw new DomainError(error.code, mapIssuesToWindows(error.issues, isOwn));
  }
}

export function identifierIssues(inBody: string, inPath: string): FieldIssue[] {
  return inBody === inPath
    ? []
    : [{ field: "external_order_id", message: "must match the external_order_id in the path" }];
}
