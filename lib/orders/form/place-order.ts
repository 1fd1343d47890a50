import type { AccountScope } from "@/lib/account-scope";
import { checkOrdering } from "@/lib/accounts/approval";
import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { type AdditionalWrites, createJudgedOrder } from "@/lib/orders/create-order";
import type { OrderJudgment } from "@/lib/orders/judge-order";
import { getOrder } from "@/lib/orders/load-order";
import { requestHash } from "@/lib/orders/request-hash";
import type { ResponseSource } from "@/lib/orders/resource";

/**
 * Creates the delivery of a form; a resubmitted form returns the same order.
 * @throws DomainError EXTERNAL_ID_TAKEN and those of `checkOrdering` and `createJudgedOrder`
 */
export async function placeOrder(
  context: Context,
  scope: AccountScope,
  judgment: OrderJudgment,
  writes: AdditionalWrites = {},
): Promise<ResponseSource> {
  checkOrdering(await getAccount(context.db, scope.accountId), scope.mode);
  const { order, isMismatch } = await createJudgedOrder(context, scope, judgment, writes);
  if (!isMismatch || judgment.type === "invalid") return order;
  // A resubmitted form may have a newer quote, which alone is no mismatch.
  const { externalOrderId } = order;
  const { details } = await getOrder(context.db, { scope, externalOrderId }, ["request"]);
  const isSame = judgment.details !== null && requestHash(details) === requestHash(judgment.details);
  if (!isSame) throw new DomainError("EXTERNAL_ID_TAKEN");
  return order;
}
