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
import { judgeOrder } from "@/lib/orders/judge-order";
import { getOrder } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import { toRubles } from "@/lib/pricing/money";
import { SCENARIOS, type ScenarioRun } from "@/lib/sandbox/scenario";
import { toScenarioOptions } from "@/lib/sandbox/scenario-options";
import { parseMode, withMode } from "@/lib/web/mode";

/** Idempotent: sending the same draft again returns the same order. */
export async function createOrder(_: FormState<FormResult>, form: FormData): Promise<FormState<FormResult>> {
  const mode = parseMode(form.get("mode"));
  // After sign-in the user returns to the form, which still has the draft.
  await requireStaff(withMode("/dashboard/new", mode));
  return runMemberAction<FormResult>("staff", null, form, async (staff, context, values) => {
    const scope = staff.scope(mode);
    let taken = "";
    const options = toScenarioOptions(findScenario(mode, form));
    const { phoneCountry } = await getAccount(context.db, staff.accountId);
    const answer = await submitDraft(values, { phoneCountry, edited: null }, async (body, draft) => {
      taken = draft.external_order_id;
      const judgment = await judgeOrder(context, scope, body, { isQuoteBinding: true, ...options });
      if (judgment.type === "new") {
        const { details, unusual, trip } = judgment;
        const question = askAboutTrip(toTrip(details), unusual, values.confirmed);
        if (question !== null) return { code: null, question: { ...question, price: toRubles(trip.price) } };
      }
      const { orderCode } = await placeOrder(context, scope, judgment, options);
      return { code: orderCode, question: null };
    });
    if (answer.refusal !== "EXTERNAL_ID_TAKEN") return answer;
    const { orderCode } = await getOrder(context.db, { scope, externalOrderId: taken });
    return { ...answer, result: { code: orderCode, current: null, question: null } };
  });
}

function findScenario(mode: Mode, form: FormData): ScenarioRun | null {
  const scenario = SCENARIOS.find((one) => one === form.get("sandbox_scenario"));
  return mode === "live" || scenario === undefined ? null : { scenario, speed: null };
}
