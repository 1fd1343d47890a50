"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { findProblems } from "@/app/form";
import { assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { confirmHeldOrder } from "@/lib/orders/confirm-held-order";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { deliverDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { overrideCode } from "@/lib/orders/fulfillment/override-code";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { takeOffRoute } from "@/lib/orders/fulfillment/take-off-route";
import { getOrder } from "@/lib/orders/load-order";
import { UNDELIVERABLE_RESOLUTIONS } from "@/lib/orders/order";
import { adjustmentAmount, adjustmentWhy, operatorCancelForm } from "@/lib/orders/schema";
import { MAX_HOLD_REASON_LENGTH, placeHold, releaseHold } from "@/lib/privacy/legal-hold";
import { eraseOrder } from "@/lib/privacy/request-erasure";
import { runtime } from "@/lib/process/runtime";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

const orderForm = z.object({ code: z.string({ error: "ORDER_NOT_FOUND" }) });

/** Stops are counted as in the API's `stops`: 0 is the pickup. */
const stopIndex = z.coerce.number().int().min(0).max(MAX_DROPOFFS);

/** Requires a second confirmation if the courier's vehicle is too small for the goods. */
export const assign = action({
  permission: "service.dispatch_orders",
  audit: "order.assign",
  input: orderForm.extend({
    courier: z.guid({ error: "required" }),
    anyway: z.string().optional(),
  }),
  async work({ context, input: { code, courier: courierId, anyway } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    const terms = { courierId, isAnyVehicleFine: anyway === "on" };
    const { driver } = await assignOrReassign(context, scope, { externalOrderId, ...terms });
    return { subject: driver?.name ?? "" };
  },
});

/** `seen` is the version of the order whose trip the operator has seen. */
export const confirm = action({
  permission: "service.dispatch_orders",
  audit: "order.confirm",
  input: orderForm.extend({ seen: z.string() }),
  async work({ context, input: { code, seen: seenVersion } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await confirmHeldOrder(context, scope, { externalOrderId, seenVersion });
  },
});

export const takeOff = action({
  permission: "service.dispatch_orders",
  audit: "order.unassign",
  input: orderForm,
  async work({ context, input: { code } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await takeOffRoute(context, scope, externalOrderId);
  },
});

export const start = action({
  permission: "service.dispatch_orders",
  audit: "order.start",
  input: orderForm,
  async work({ context, input: { code } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await startOrder(context, scope, externalOrderId);
  },
});

export const deliver = action({
  permission: "service.dispatch_orders",
  audit: "order.deliver",
  input: orderForm,
  async work({ context, input: { code } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await deliverOrder(context, scope, externalOrderId);
  },
});

export const deliverOne = action({
  permission: "service.dispatch_orders",
  audit: "order.deliver",
  input: orderForm.extend({ position: stopIndex }),
  async work({ context, input: { code, position } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await deliverDropoff(context, scope, { externalOrderId, position });
  },
});

export const takeBack = action({
  permission: "service.dispatch_orders",
  audit: "order.complete_return",
  input: orderForm,
  async work({ context, input: { code } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await completeReturn(context, scope, externalOrderId);
  },
});

export const cancel = action({
  permission: "service.dispatch_orders",
  audit: "order.cancel",
  input: orderForm.extend(operatorCancelForm.shape),
  async work({ context, input: { code, reason, comment } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await cancelOrder(context, scope, { externalOrderId, reason, comment });
  },
});

export const answer = action({
  permission: "service.dispatch_orders",
  audit: "order.answer",
  input: orderForm.extend({ index: stopIndex, action: z.enum(UNDELIVERABLE_RESOLUTIONS) }),
  async work({ context, input: { code, index, action: resolution } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await resolveUndeliverable(context, scope, { externalOrderId, index, action: resolution });
  },
});

export const override = action({
  permission: "service.dispatch_orders",
  audit: "order.override_code",
  input: orderForm.extend({ position: stopIndex, reason: operatorCancelForm.shape.reason }),
  async work({ context, input: { code, position, reason } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    await overrideCode(context, scope, { externalOrderId, position, reason });
  },
});

export const adjust = action({
  permission: "service.manage_money",
  audit: "order.adjust",
  input: orderForm.extend({ amount: adjustmentAmount, why: adjustmentWhy }),
  async work({ context, input: { code, amount, why } }) {
    const { scope, externalOrderId } = await getOrder(context.db, { code });
    return findProblems(adjustCharge(context, scope, { externalOrderId, amount, why }), () => [
      { field: "amount", code: "below_zero" },
    ]);
  },
});

export const erase = action({
  permission: "service.manage_privacy",
  audit: "order.erase",
  input: orderForm,
  async work({ context, input: { code } }) {
    const result = await eraseOrder({ ...context, files: runtime().files }, code);
    const isErased = result.type === "erased" && result.held.length === 0;
    return isErased ? undefined : { refusal: "STEP_NOT_POSSIBLE" };
  },
});

export const hold = action({
  permission: "service.manage_privacy",
  audit: "order.hold",
  input: orderForm.extend({
    reason: z
      .string()
      .trim()
      .min(1, { error: "required" })
      .max(MAX_HOLD_REASON_LENGTH, { error: "too_long" }),
  }),
  async work({ context, input: { code, reason } }) {
    await placeHold(context, code, reason);
  },
});

export const release = action({
  permission: "service.manage_privacy",
  audit: "order.release",
  input: orderForm,
  async work({ context, input: { code } }) {
    await releaseHold(context, code);
  },
});
