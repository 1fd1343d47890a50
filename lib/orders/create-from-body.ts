import type { AccountScope } from "@/lib/accounts/scope";
import { findFurtherIssues } from "@/lib/body-rules";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { firstOfEachField, parseFields } from "@/lib/http/issues";
import { CREATION_RULES } from "@/lib/orders/body-rules";
import {
  type CreationOptions,
  type CreationResult,
  createOrder,
  findRepeated,
} from "@/lib/orders/create-order";
import { orderBody } from "@/lib/orders/schema";

/**
 * Creates the order of a body that was sent earlier, as POST /orders does.
 * @throws DomainError INVALID_PAYLOAD with every invalid field, and as `createOrder`
 */
export async function createFromBody(
  context: Context,
  scope: AccountScope,
  sent: unknown,
  options: CreationOptions & { readonly sentAt: Date },
): Promise<CreationResult> {
  const { data, issues } = parseFields(orderBody, sent);
  try {
    if (data === undefined) throw new DomainError("INVALID_PAYLOAD", issues);
    return await createOrder(context, scope, { ...options, body: data });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD") throw error;
    const repeated = await findRepeated(context, scope, sent);
    if (repeated !== null) return repeated;
    const at = { context, scope, externalOrderId: "", sentAt: options.sentAt };
    const further = await findFurtherIssues(CREATION_RULES, data === undefined, sent, at);
    throw new DomainError(error.code, firstOfEachField([...error.issues, ...further]));
  }
}
