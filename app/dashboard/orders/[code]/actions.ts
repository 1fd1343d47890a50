"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { resolveProblem } from "@/lib/orders/feedback/resolve-problem";
import { answerForm, dropoffForm, shownFee } from "@/lib/orders/form/schema";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { issueTrackingLink, revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import { getOrder } from "@/lib/orders/load-order";
import { cancelForm } from "@/lib/orders/schema";
import { eraseOrder } from "@/lib/privacy/request-erasure";
import { runtime } from "@/lib/process/runtime";
import { controlSimulation } from "@/lib/sandbox/control-simulation";
import { simulationForm } from "@/lib/sandbox/simulation-form";
import { stepOrderUntil } from "@/lib/sandbox/step-order";
import { notifyOrderChanged } from "@/lib/streams/announce";

const orderForm = z.object({ code: z.string({ error: "ORDER_NOT_FOUND" }) });

export const cancel = action({
  permission: "account.manage_orders",
  audit: null,
  input: orderForm.extend(shownFee.shape).and(cancelForm),
  async work({ user, context, input: { code, max_fee: maxFee, reason, comment } }) {
    const { scope, externalOrderId, orderCode } = await getOrder(context.db, { member: user, code });
    await cancelOrder(context, scope, {
      externalOrderId,
      reason,
      maxFee,
      ...(comment === null ? {} : { comment }),
    });
    return { subject: orderCode };
  },
});

export const answer = action({
  permission: "account.manage_orders",
  audit: null,
  input: answerForm.extend(orderForm.shape),
  async work({ user, context, input: { code, answer: resolution, index } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { member: user, code });
    await resolveUndeliverable(context, scope, { externalOrderId, action: resolution, index });
  },
});

export const settle = action({
  permission: "account.manage_orders",
  audit: null,
  input: dropoffForm.extend(orderForm.shape),
  async work({ user, context, input: { code, index } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { member: user, code });
    await resolveProblem(context, scope, { externalOrderId, position: index });
  },
});

export const simulate = action({
  permission: "account.use_sandbox",
  audit: null,
  input: orderForm.and(simulationForm),
  async work({ user, context, input: { code, control, goal, speed } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { member: user, code });
    if (scope.mode !== "test") return { refusal: "INVALID_PAYLOAD" };
    if (goal === undefined) await controlSimulation(context, scope, { externalOrderId, control, speed });
    else await stepOrderUntil({ ...context, files: runtime().files }, scope, { externalOrderId, goal });
    return undefined;
  },
});

export const erase = action({
  permission: "account.erase_orders",
  audit: "order.erase",
  input: orderForm,
  async work({ user, context, input: { code } }) {
    const order = await getOrder(context.db, { member: user, code });
    const files = runtime().files;
    const result = await eraseOrder({ ...context, files }, order.orderCode, user.accountId);
    if (result.type !== "erased" || result.held.length > 0) return { refusal: "STEP_NOT_POSSIBLE" };
    await notifyOrderChanged(context.db, order, order.courierId);
    return undefined;
  },
});

export const revokeLinks = action({
  permission: "account.manage_orders",
  audit: null,
  input: orderForm,
  async work({ user, context, input: { code } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { member: user, code });
    await revokeTrackingLinks(context, scope, externalOrderId);
  },
});

export const issueLinks = action({
  permission: "account.manage_orders",
  audit: null,
  input: orderForm,
  async work({ user, context, input: { code } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { member: user, code });
    await issueTrackingLink(context, scope, externalOrderId);
  },
});
