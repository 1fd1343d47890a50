"use server";

import * as z from "zod";
import { auditRefusal } from "@/app/audit-call";
import { cancellation, operatorAction } from "@/app/ops/submission";
import { parseForm, type SubmissionOutcome } from "@/app/submission";
import type { BulkActionResult } from "@/components/ops/orders/order-outcomes";
import { withNewAudit } from "@/lib/audit/call";
import type { Context } from "@/lib/context";
import { messageText } from "@/lib/couriers/schema";
import { sendMessage } from "@/lib/couriers/send-message";
import { isUnavailable } from "@/lib/db/pg-errors";
import { assignBestCourier, assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { DomainError } from "@/lib/domain-error";
import type { ErrorCode } from "@/lib/http/errors";
import { logFailure } from "@/lib/log";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { readCodes } from "@/lib/orders/list/order-filter";
import { getOrder, loadOrder, type Order } from "@/lib/orders/load-order";

const MAX_ORDERS = 200;

/** Runs one operation per order: a refusal does not affect the other orders. */
async function runForEachOrder(
  context: Context,
  codes: string | undefined,
  work: (order: Order, context: Context, code: string) => Promise<string>,
): Promise<SubmissionOutcome<readonly BulkActionResult[]>> {
  const result: BulkActionResult[] = [];
  for (const code of new Set(readCodes(codes ?? "", MAX_ORDERS))) {
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

function toRefusal(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  if (isUnavailable(error)) return "SERVICE_UNAVAILABLE";
  logFailure("action failed", error);
  return "INTERNAL_ERROR";
}

const courier = z.union([z.guid(), z.literal("")]).catch("");

/** Assigns each order to its best courier, or all orders to the chosen courier. */
export const assignEach = operatorAction<readonly BulkActionResult[]>(
  "order.assign",
  async (context, values) => {
    const courierId = courier.parse(values.courier);
    const terms = { isAnyVehicleFine: values.anyway === "on" };
    const done = await runForEachOrder(
      context,
      values.codes,
      async ({ scope, externalOrderId }, context, code) => {
        const { driver } = await (courierId === ""
          ? assignBestCourier(context, code, terms)
          : assignOrReassign(context, scope, { externalOrderId, courierId, ...terms }));
        return driver?.name ?? "";
      },
    );
    return { ...done, subject: courierId };
  },
);

export const cancelEach = operatorAction<readonly BulkActionResult[]>(
  "order.cancel",
  async (context, values) => {
    const input = parseForm(cancellation, values);
    return runForEachOrder(context, values.codes, async ({ scope, externalOrderId }, context) => {
      await cancelOrder(context, scope, { externalOrderId, ...input });
      return "";
    });
  },
);

export const tellEach = operatorAction<readonly BulkActionResult[]>(null, async (context, values) => {
  const input = parseForm(z.object({ text: messageText }), values);
  return runForEachOrder(context, values.codes, async ({ scope, externalOrderId }, context) => {
    const order = await loadOrder(context.db, { scope, externalOrderId });
    const hasOrder =
      order?.status === "assigned" || order?.status === "in_progress" || order?.returnState === "on_the_way";
    if (order?.courierId == null || !hasOrder) throw new DomainError("COURIER_NOT_FOUND");
    await sendMessage(context, { courierIds: [order.courierId], mode: scope.mode, ...input });
    return order.driver?.name ?? "";
  });
});
