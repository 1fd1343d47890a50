"use server";

import { askAboutTrip } from "@/app/dashboard/ask-about-trip";
import { submitDraft } from "@/app/dashboard/parse-order-form";
import { runMemberAction } from "@/app/dashboard/submission";
import { requireStaff } from "@/app/session";
import type { FormResult } from "@/components/order-form/order-form";
import type { FormState } from "@/components/ui/form-state";
import { getAccount } from "@/lib/accounts/get-account";
import type { Mode } from "@/lib/accounts/scope";
import { placeOrder } from "@/lib/orders/form/place-order";
import { getOrder } from "@/lib/orders/load-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { insertScenarioRunSql, withRequiredCodes } from "@/lib/sandbox/insert-scenario-run";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { parseMode, withMode } from "@/lib/web/mode";

/** Idempotent: sending the same draft again returns the same order. */
export async function createOrder(_: FormState<FormResult>, form: FormData): Promise<FormState<FormResult>> {
  const mode = parseMode(form.get("mode"));
  // After sign-in the user returns to the form, which still has the draft.
  await requireStaff(withMode("/dashboard/new", mode));
  return runMemberAction<FormResult>("staff", null, form, async (staff, context, values) => {
    const scope = staff.scope(mode);
    let taken = "";
    const { phoneCountry } = await getAccount(context.db, staff.accountId);
    const answer = await submitDraft(values, { phoneCountry, edited: null }, async (body) => {
      taken = body.external_order_id;
      const question = await askAboutTrip(context, scope, body, values.confirmed);
      if (question !== null) return { code: null, question };
      const order = rehearsedOrder(body, mode, form);
      const { orderCode } = await placeOrder(context, scope, order.body, order.terms);
      return { code: orderCode, question: null };
    });
    if (answer.refusal !== "EXTERNAL_ID_TAKEN") return answer;
    const { orderCode } = await getOrder(context.db, { scope, externalOrderId: taken });
    return { ...answer, result: { code: orderCode, current: null, question: null } };
  });
}

function rehearsedOrder(body: CreateOrderBody, mode: Mode, form: FormData) {
  const scenario = SCENARIOS.find((one) => one === form.get("sandbox_scenario"));
  if (mode === "live" || scenario === undefined) return { body, terms: {} };
  const rehearsal = { scenario, speed: null };
  return { body: withRequiredCodes(body, rehearsal), terms: { along: insertScenarioRunSql(rehearsal) } };
}
