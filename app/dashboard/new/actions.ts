"use server";

import { staffAttempt } from "@/app/dashboard/attempt";
import { type DeliveryResult, withDelivery } from "@/app/dashboard/new/delivery-form";
import type { FormState } from "@/app/form-state";
import { requireStaff } from "@/app/session";
import { inMode } from "@/components/dashboard/sections";
import { placeOrder } from "@/lib/orders/form/place-order";
import { getOrder } from "@/lib/orders/get-order";

/** Creates the delivery of a draft; the same draft sent again leads to the same order. */
export async function createDelivery(
  _: FormState<DeliveryResult>,
  form: FormData,
): Promise<FormState<DeliveryResult>> {
  const mode = form.get("mode") === "test" ? "test" : "live";
  // Whoever has to sign in first comes back to the form, where the draft waits.
  await requireStaff(inMode("/dashboard/new", mode));
  return staffAttempt<DeliveryResult>("staff", form, async (staff, context, values) => {
    const scope = staff.scope(mode);
    let taken = "";
    const answer = await withDelivery(values, null, async (body) => {
      taken = body.external_order_id;
      return (await placeOrder(context, scope, body)).orderCode;
    });
    if (answer.refusal !== "EXTERNAL_ID_TAKEN") return answer;
    const { order } = await getOrder(context.db, scope, taken);
    return { ...answer, result: { code: order.orderCode, current: null } };
  });
}
