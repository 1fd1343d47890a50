"use server";

import { takeStaffSubmission } from "@/app/dashboard/submission";
import { takeDraft } from "@/app/dashboard/take-draft";
import { requireStaff } from "@/app/session";
import type { OrderFormResult } from "@/components/order-form/order-form";
import type { FormState } from "@/components/ui/form-state";
import { getAccount } from "@/lib/accounts/get-account";
import { DomainError } from "@/lib/domain-error";
import { replaceOrder } from "@/lib/orders/editing/replace-order";
import { findOrderDetails } from "@/lib/orders/form/find-order-details";
import { openedOrder } from "@/lib/orders/form/opened-order";

export async function saveOrder(
  _: FormState<OrderFormResult>,
  form: FormData,
): Promise<FormState<OrderFormResult>> {
  const code = String(form.get("code"));
  await requireStaff(`/dashboard/orders/${encodeURIComponent(code)}/edit`);
  return takeStaffSubmission<OrderFormResult>("staff", form, async (staff, context, values) => {
    const found = await findOrderDetails(context.db, staff, code);
    if (found === null) throw new DomainError("ORDER_NOT_FOUND");
    const { scope, externalOrderId } = found.order;
    const { phoneCountry } = await getAccount(context.db, staff.accountId);
    const edited = openedOrder(found).draft;
    const terms = { seenVersion: values.version ?? "", isQuoteBinding: true };
    const answer = await takeDraft(values, { phoneCountry, edited }, async (body) => {
      return (await replaceOrder(context, scope, { externalOrderId, body, ...terms })).orderCode;
    });
    if (answer.refusal !== "ORDER_CHANGED") return answer;
    const current = await findOrderDetails(context.db, staff, code);
    return { ...answer, result: { code, current: current && openedOrder(current) } };
  });
}
