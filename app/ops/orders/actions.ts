"use server";

import * as z from "zod";
import { action, auditRefusal } from "@/app/action";
import { toRefusal } from "@/app/form";
import type { BulkActionResult } from "@/components/console/orders/order-outcomes";
import type { Mode } from "@/lib/account-scope";
import { withNewAudit } from "@/lib/audit/call";
import { HANDLED_KINDS, handleException } from "@/lib/console/handle-exception";
import type { ExceptionAction } from "@/lib/console/handling";
import type { Context } from "@/lib/context";
import { messageText } from "@/lib/couriers/schema";
import { sendMessage } from "@/lib/couriers/send-message";
import { assignBestCourier, assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { assignRoute } from "@/lib/dispatch/assign-route";
import { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { MAX_ORDERS_PER_ACTION, readCodes } from "@/lib/orders/list/order-filter";
import { getOrder, loadOrder, type Order } from "@/lib/orders/load-order";
import { operatorCancelForm } from "@/lib/orders/schema";

/** Runs one operation per order: a refusal does not affect the other orders. */
async function runForEachOrder(
  context: Context,
  codes: string,
  work: (order: Order, context: Context, code: string) => Promise<string>,
): Promise<{ result: readonly BulkActionResult[] }> {
  const result: BulkActionResult[] = [];
  for (const code of new Set(readCodes(codes, MAX_ORDERS_PER_ACTION))) {
    try {
      const order = await getOrder(context.db, { code });
      result.push({ code, refusal: null, subject: await work(order, withNewAudit(context), code) });
    } catch (error) {
      const refusal = toRefusal(error);
      await auditRefusal(context.audit, null, code, refusal);
      result.push({ code, refusal, subject: "" });
    }
  }
  return { result };
}

const ordersForm = z.object({
  codes: z.string().default(""),
  /** The exceptions of the orders, which are recorded as handled if the operation succeeds. */
  kind: z.enum(HANDLED_KINDS).optional().catch(undefined),
});

async function recordHandled(
  context: Context,
  { mode, kind }: { readonly mode: Mode; readonly kind: z.infer<typeof ordersForm>["kind"] },
  handling: ExceptionAction,
  result: readonly BulkActionResult[],
): Promise<void> {
  const subject = result.flatMap(({ code, refusal }) => (refusal === null ? [code] : [])).join(",");
  if (kind !== undefined && subject !== "") {
    await handleException(context, { mode, kind, subject, handling });
  }
}

/** Assigns each order to its best courier, or all orders to the chosen courier. */
export const assignEach = action({
  permission: "service.dispatch_orders",
  audit: "order.assign",
  input: ordersForm.extend({
    courier: z.union([z.guid(), z.literal("")]).catch(""),
    anyway: z.string().optional(),
  }),
  async work({ context, mode, input: { codes, courier: courierId, anyway, kind } }) {
    const terms = { isAnyVehicleFine: anyway === "on" };
    const done = await runForEachOrder(context, codes, async ({ scope, externalOrderId }, context, code) => {
      const { driver } = await (courierId === ""
        ? assignBestCourier(context, code, terms)
        : assignOrReassign(context, scope, { externalOrderId, courierId, ...terms }));
      return driver?.name ?? "";
    });
    await recordHandled(context, { mode, kind }, "reassigned", done.result);
    return { ...done, subject: courierId };
  },
});

/** Gives the orders to one courier, to the chosen or the best one. */
export const assignTogether = action({
  permission: "service.dispatch_orders",
  audit: "order.assign",
  input: ordersForm.extend({
    courier: z.union([z.guid(), z.literal("")]).catch(""),
  }),
  async work({ context, input: { codes, courier } }) {
    const found = await Promise.all(
      [...new Set(readCodes(codes, MAX_ORDERS_PER_ACTION))].map(async (code) => {
        return { code, order: await loadOrder(context.db, { code }, ["request"]) };
      }),
    );
    const { courierName, refusals } = await assignRoute(context, {
      orders: found.flatMap(({ order }) => (order === null ? [] : [order])),
      courierId: courier || null,
    });
    const result = found.map(({ code, order }): BulkActionResult => {
      const refusal = order === null ? "ORDER_NOT_FOUND" : (refusals.get(order.id) ?? null);
      return { code, refusal, subject: refusal === null ? (courierName ?? "") : "" };
    });
    for (const { code, refusal } of result) await auditRefusal(context.audit, null, code, refusal);
    return { result, subject: courier };
  },
});

export const cancelEach = action({
  permission: "service.dispatch_orders",
  audit: "order.cancel",
  input: ordersForm.extend(operatorCancelForm.shape),
  async work({ context, mode, input: { codes, reason, comment, kind } }) {
    const done = await runForEachOrder(context, codes, async ({ scope, externalOrderId }, context) => {
      await cancelOrder(context, scope, { externalOrderId, reason, comment });
      return "";
    });
    await recordHandled(context, { mode, kind }, "cancelled", done.result);
    return done;
  },
});

export const tellEach = action({
  permission: "service.message_couriers",
  audit: null,
  input: ordersForm.extend({ text: messageText }),
  async work({ context, input: { codes, text } }) {
    return runForEachOrder(context, codes, async ({ scope, externalOrderId }, context) => {
      const order = await loadOrder(context.db, { scope, externalOrderId });
      const hasOrder =
        order?.status === "assigned" ||
        order?.status === "in_progress" ||
        order?.returnState === "on_the_way";
      if (order?.courierId == null || !hasOrder) throw new DomainError("COURIER_NOT_FOUND");
      await sendMessage(context, { courierIds: [order.courierId], mode: scope.mode, text });
      return order.driver?.name ?? "";
    });
  },
});
