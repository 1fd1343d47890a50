"use server";

import { staffAction } from "@/app/dashboard/submission";
import { parseForm } from "@/app/submission";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { resolveProblem } from "@/lib/orders/feedback/settle-problem";
import { answerForm, dropoffForm, shownFee } from "@/lib/orders/form/schema";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { issueTrackingLink, revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import { getOrder } from "@/lib/orders/load-order";
import { cancelForm } from "@/lib/orders/schema";
import { eraseOrder } from "@/lib/personal-data/request-erasure";
import { runtime } from "@/lib/process/runtime";
import { controlSimulation } from "@/lib/simulator/control-simulation";
import { rehearsalForm } from "@/lib/simulator/schema";
import { stepOrderUntil } from "@/lib/simulator/step-order";
import { notifyOrderChanged } from "@/lib/streams/announce";

const getOwnOrder = (db: Queryable, member: AccountMember, { code = "" }: Record<string, string>) =>
  getOrder(db, { member, code });

export const cancel = staffAction("staff", null, async (staff, context, values) => {
  const { scope, externalOrderId, orderCode } = await getOwnOrder(context.db, staff, values);
  const { reason, comment } = parseForm(cancelForm, values);
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

export const answer = staffAction("staff", null, async (staff, context, values) => {
  const { scope, externalOrderId } = await getOwnOrder(context.db, staff, values);
  const parsed = answerForm.safeParse(values);
  if (!parsed.success) return { refusal: "INVALID_PAYLOAD" };
  const { answer: action, index } = parsed.data;
  await resolveUndeliverable(context, scope, { externalOrderId, action, index });
});

export const settle = staffAction("staff", null, async (staff, context, values) => {
  const { scope, externalOrderId } = await getOwnOrder(context.db, staff, values);
  const parsed = dropoffForm.safeParse(values);
  if (!parsed.success) return { refusal: "INVALID_PAYLOAD" };
  await resolveProblem(context, scope, { externalOrderId, position: parsed.data.index });
});

export const rehearse = staffAction("staff", null, async (staff, context, values) => {
  const { scope, externalOrderId } = await getOwnOrder(context.db, staff, values);
  const parsed = rehearsalForm.safeParse(values);
  if (!parsed.success || scope.mode !== "test") return { refusal: "INVALID_PAYLOAD" };
  const { control, goal, speed } = parsed.data;
  if (goal === undefined) await controlSimulation(context, scope, { externalOrderId, control, speed });
  else await stepOrderUntil({ ...context, files: runtime().files }, scope, { externalOrderId, goal });
});

export const erase = staffAction("owner", "order.erase", async (staff, context, values) => {
  const order = await getOwnOrder(context.db, staff, values);
  const files = runtime().files;
  const result = await eraseOrder({ ...context, files }, order.orderCode, staff.accountId);
  if (result.type !== "erased" || result.held.length > 0) return { refusal: "STEP_NOT_POSSIBLE" };
  await notifyOrderChanged(context.db, order, order.courierId);
});

export const revokeLinks = staffAction("staff", null, async (staff, context, values) => {
  const { scope, externalOrderId } = await getOwnOrder(context.db, staff, values);
  await revokeTrackingLinks(context, scope, externalOrderId);
});

export const issueLinks = staffAction("staff", null, async (staff, context, values) => {
  const { scope, externalOrderId } = await getOwnOrder(context.db, staff, values);
  await issueTrackingLink(context, scope, externalOrderId);
});
