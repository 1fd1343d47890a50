"use server";

import { takeStaffSubmission } from "@/app/dashboard/submission";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { type AccountOrder, findAccountOrder } from "@/lib/orders/find-account-order";
import { issueTrackingLink } from "@/lib/orders/issue-tracking-link";
import { revokeTrackingLinks } from "@/lib/orders/revoke-tracking-links";
import { cancelForm } from "@/lib/orders/schema";

async function orderOf(db: Queryable, staff: Staff, values: Record<string, string>): Promise<AccountOrder> {
  const found = await findAccountOrder(db, staff, values.code ?? "");
  if (found === null) throw new DomainError("ORDER_NOT_FOUND");
  return found;
}

/** The order will not be delivered. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, order } = await orderOf(context.db, staff, values);
    const parsed = cancelForm.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { reason, comment } = parsed.data;
    await cancelOrder(context, scope, order.externalOrderId, {
      reason,
      ...(comment === null ? {} : { comment }),
    });
    return { subject: order.orderCode };
  });
}

/** Whoever has a tracking link sees nothing any more. */
export async function revokeLinks(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, order } = await orderOf(context.db, staff, values);
    await revokeTrackingLinks(context, scope, order.externalOrderId);
    return undefined;
  });
}

/** Makes the tracking links that the order lacks. */
export async function issueLinks(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, order } = await orderOf(context.db, staff, values);
    await issueTrackingLink(context, scope, order.externalOrderId);
    return undefined;
  });
}
