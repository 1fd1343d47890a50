"use server";

import { askAboutTrip } from "@/app/dashboard/ask-about-trip";
import { submitDraft } from "@/app/dashboard/parse-order-form";
import { runMemberAction } from "@/app/dashboard/submission";
import { requireStaff } from "@/app/session";
import type { FormResult } from "@/components/order-form/order-form";
import type { FormState } from "@/components/ui/form-state";
import { getAccount } from "@/lib/accounts/get-account";
import type { Mode } from "@/lib/accounts/scope";
import type { AdditionalWrites } from "@/lib/orders/create-order";
import { placeOrder } from "@/lib/orders/form/place-order";
import { type JudgeOptions, judgeOrder } from "@/lib/orders/judge-order";
import { getOrder } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import { toRubles } from "@/lib/pricing/money";
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
    const scenario = readScenario(mode, form);
    const { phoneCountry } = await getAccount(context.db, staff.accountId);
    const answer = await submitDraft(values, { phoneCountry, edited: null }, async (body, draft) => {
      taken = draft.external_order_id;
      const judgment = await judgeOrder(context, scope, body, { isQuoteBinding: true, ...scenario.judging });
      if (judgment.type === "new") {
        const { details, unusual, trip } = judgment;
        const question = askAboutTrip(toTrip(details), unusual, values.confirmed);
        if (question !== null) return { code: null, question: { ...question, price: toRubles(trip.price) } };
      }
      const { orderCode } = await placeOrder(context, scope, judgment, scenario.writing);
      return { code: orderCode, question: null };
    });
    if (answer.refusal !== "EXTERNAL_ID_TAKEN") return answer;
    const { orderCode } = await getOrder(context.db, { scope, externalOrderId: taken });
    return { ...answer, result: { code: orderCode, current: null, question: null } };
  });
}

function readScenario(
  mode: Mode,
  form: FormData,
): { judging: Pick<JudgeOptions, "amend">; writing: AdditionalWrites } {
  const scenario = SCENARIOS.find((one) => one === form.get("sandbox_scenario"));
  if (mode === "live" || scenario === undefined) return { judging: {}, writing: {} };
  return {
    judging: { amend: (body) => withRequiredCodes(body, { scenario }) },
    writing: { along: insertScenarioRunSql({ scenario, speed: null }) },
  };
}
