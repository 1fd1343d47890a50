"use server";

import { takeStaffSubmission } from "@/app/dashboard/submission";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { answerQuestion } from "@/lib/orders/carrying/answer-question";
import { answerForm, dropoffForm, shownFee } from "@/lib/orders/form/schema";
import { issueTrackingLink } from "@/lib/orders/issue-tracking-link";
import type { Order } from "@/lib/orders/load-order";
import { loadOrder } from "@/lib/orders/load-order";
import { settleProblem } from "@/lib/orders/recipient/settle-problem";
import { revokeTrackingLinks } from "@/lib/orders/revoke-tracking-links";
import { cancelForm } from "@/lib/orders/schema";
import { runtime } from "@/lib/process/runtime";
import { conductOrder } from "@/lib/simulator/conduct-order";
import { rehearsalForm } from "@/lib/simulator/schema";
import { stepOrderUntil } from "@/lib/simulator/step-order";

async function orderOf(db: Queryable, staff: Staff, values: Record<string, string>): Promise<Order> {
  const order = await loadOrder(db, { member: staff, code: values.code ?? "" });
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return order;
}

/** Cancels an order that will not be delivered. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, externalOrderId, orderCode } = await orderOf(context.db, staff, values);
    const parsed = cancelForm.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { reason, comment } = parsed.data;
    const maxFee = shownFee.safeParse(values);
    if (!maxFee.success) return { refusal: "INVALID_PAYLOAD" };
    const input = {
      externalOrderId,
      reason,
      maxFee: maxFee.data.max_fee,
      ...(comment === null ? {} : { comment }),
    };
    await cancelOrder(context, scope, input);
    return { subject: orderCode };
  });
}

/** Says what becomes of goods that could not be handed over: another try, back to the pickup, or left at the door. */
export async function answer(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, externalOrderId } = await orderOf(context.db, staff, values);
    const parsed = answerForm.safeParse(values);
    if (!parsed.success) return { refusal: "INVALID_PAYLOAD" };
    const { answer: action, index } = parsed.data;
    await answerQuestion(context, scope, { externalOrderId, action, index });
    return undefined;
  });
}

/** Notes that a recipient's problem has been dealt with. */
export async function settle(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, externalOrderId } = await orderOf(context.db, staff, values);
    const parsed = dropoffForm.safeParse(values);
    if (!parsed.success) return { refusal: "INVALID_PAYLOAD" };
    await settleProblem(context, scope, { externalOrderId, position: parsed.data.index });
    return undefined;
  });
}

/** Moves an order of test mode by hand, or says how it goes on by itself. */
export async function rehearse(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, externalOrderId } = await orderOf(context.db, staff, values);
    const parsed = rehearsalForm.safeParse(values);
    if (!parsed.success || scope.mode !== "test") return { refusal: "INVALID_PAYLOAD" };
    const { control, goal, speed } = parsed.data;
    if (goal === undefined) await conductOrder(context, scope, { externalOrderId, control, speed });
    else await stepOrderUntil({ ...context, files: runtime().files }, scope, { externalOrderId, goal });
    return undefined;
  });
}

/** Revokes the order's tracking links: their pages stop showing anything. */
export async function revokeLinks(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, externalOrderId } = await orderOf(context.db, staff, values);
    await revokeTrackingLinks(context, scope, externalOrderId);
    return undefined;
  });
}

/** Issues the tracking links that the order lacks. */
export async function issueLinks(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, context, values) => {
    const { scope, externalOrderId } = await orderOf(context.db, staff, values);
    await issueTrackingLink(context, scope, externalOrderId);
    return undefined;
  });
}
