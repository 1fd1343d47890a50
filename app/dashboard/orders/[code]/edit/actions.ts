"use server";

import { askAboutTrip } from "@/app/dashboard/ask-about-trip";
import { submitDraft } from "@/app/dashboard/parse-order-form";
import { runMemberAction } from "@/app/dashboard/submission";
import { requireStaff } from "@/app/session";
import type { FormResult } from "@/components/order-form/order-form";
import type { FormState } from "@/components/ui/form-state";
import { getAccount } from "@/lib/accounts/get-account";
import { keepMetadata } from "@/lib/orders/form/keep-metadata";
import { toEditableOrder } from "@/lib/orders/form/to-editable-order";
import { areLegsEqual } from "@/lib/orders/held-order";
import { getOrder, loadOrder } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import { detailsFromBody } from "@/lib/orders/schema";
import { replaceOrder } from "@/lib/orders/update/replace-order";

export async function saveOrder(_: FormState<FormResult>, form: FormData): Promise<FormState<FormResult>> {
  const code = String(form.get("code"));
  await requireStaff(`/dashboard/orders/${encodeURIComponent(code)}/edit`);
  return runMemberAction<FormResult>("staff", null, form, async (staff, context, values) => {
    const order = await getOrder(context.db, { member: staff, code }, ["request"]);
    const { scope, externalOrderId } = order;
    const { phoneCountry } = await getAccount(context.db, staff.accountId);
    const edited = toEditableOrder(order).draft;
    const terms = { seenVersion: values.version ?? "", isQuoteBinding: true };
    const answer = await submitDraft(values, { phoneCountry, edited }, async (sent, draft) => {
      const body = keepMetadata(sent, draft, order.details);
      const isSameTrip = areLegsEqual(toTrip(detailsFromBody(body)), toTrip(order.details));
      const question = isSameTrip ? null : await askAboutTrip(context, scope, body, values.confirmed);
      if (question !== null) return { code: null, question };
      const { orderCode } = await replaceOrder(context, scope, { externalOrderId, body, ...terms });
      return { code: orderCode, question: null };
    });
    if (answer.refusal !== "ORDER_CHANGED") return answer;
    const current = await loadOrder(context.db, { member: staff, code }, ["request"]);
    return { ...answer, result: { code, current: current && toEditableOrder(current), question: null } };
  });
}
