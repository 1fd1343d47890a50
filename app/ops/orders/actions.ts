"use server";

import * as z from "zod";
import { cancellation } from "@/app/ops/cancellation";
import { eachOrder } from "@/app/ops/each-order";
import { takeOperatorSubmission } from "@/app/ops/submission";
import { problemsOf } from "@/app/submission";
import type { BulkActionResult } from "@/components/ops/orders/order-outcome";
import type { FormState } from "@/components/ui/form-state";
import { messageText } from "@/lib/couriers/schema";
import { sendMessage } from "@/lib/couriers/send-message";
import { giveOrder } from "@/lib/dispatch/give-order";
import { giveToBest } from "@/lib/dispatch/give-to-best";
import { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { loadOrder } from "@/lib/orders/load-order";

type State = FormState<readonly BulkActionResult[]>;

const courier = z.union([z.guid(), z.literal("")]).catch("");

/** Gives each of several orders to the best courier for it, or all of them to one who is named. */
export async function assignEach(_: State, form: FormData): Promise<State> {
  return takeOperatorSubmission(form, async (context, values) => {
    const courierId = courier.parse(values.courier);
    const terms = { isAnyVehicleFine: values.anyway === "on" };
    const done = await eachOrder(context, values.codes, async ({ scope, externalOrderId }, code) => {
      const { driver } = await (courierId === ""
        ? giveToBest(context, code, terms)
        : giveOrder(context, scope, { externalOrderId, courierId, ...terms }));
      return driver?.name ?? "";
    });
    return { ...done, subject: courierId };
  });
}

/** Cancels each of several orders for one reason. */
export async function cancelEach(_: State, form: FormData): Promise<State> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = cancellation.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    return eachOrder(context, values.codes, async ({ scope, externalOrderId }) => {
      await cancelOrder(context, scope, { externalOrderId, ...parsed.data });
      return "";
    });
  });
}

const message = z.object({ text: messageText });

/** Tells the courier of each of several orders something. */
export async function tellEach(_: State, form: FormData): Promise<State> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = message.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    return eachOrder(context, values.codes, async ({ scope, externalOrderId }) => {
      const order = await loadOrder(context.db, { scope, externalOrderId });
      const hasOrder =
        order?.status === "assigned" ||
        order?.status === "in_progress" ||
        order?.returnState === "on_the_way";
      if (order?.courierId == null || !hasOrder) throw new DomainError("COURIER_NOT_FOUND");
      await sendMessage(context, { courierIds: [order.courierId], mode: scope.mode, ...parsed.data });
      return order.driver?.name ?? "";
    });
  });
}
