"use server";

import { action } from "@/app/action";
import { askAboutTrip } from "@/app/dashboard/ask-about-trip";
import { submitDraft } from "@/app/dashboard/submit-draft";
import type { Mode } from "@/lib/account-scope";
import { getAccount } from "@/lib/accounts/get-account";
import { parseMode, withMode } from "@/lib/http/mode";
import { placeOrder } from "@/lib/orders/form/place-order";
import { judgeOrder } from "@/lib/orders/judge-order";
import { getOrder } from "@/lib/orders/load-order";
import { toRubles } from "@/lib/pricing/money";
import { SCENARIOS, type ScenarioRun } from "@/lib/sandbox/scenario";
import { toScenarioOptions } from "@/lib/sandbox/to-scenario-options";

/** Idempotent: sending the same draft again returns the same order. */
export const createOrder = action({
  permission: "account.manage_orders",
  audit: null,
  // The form still has the draft; the page that it was sent from may be that of another draft.
  returnTo: (form) => withMode("/dashboard/new", parseMode(form.get("mode"))),
  async work({ user, context, input, mode }) {
    const scope = user.scope(mode);
    let taken = "";
    const options = toScenarioOptions(findScenario(mode, input.sandbox_scenario));
    const { phoneCountry } = await getAccount(context.db, user.accountId);
    const answer = await submitDraft(input, { phoneCountry, edited: null }, async (body, draft) => {
      taken = draft.external_order_id;
      const judgment = await judgeOrder(context, scope, body, { isQuoteBinding: true, ...options });
      if (judgment.type === "new") {
        const { unusual, trip } = judgment;
        const question = askAboutTrip(judgment.input, unusual, input.confirmed);
        if (question !== null) return { code: null, question: { ...question, price: toRubles(trip.price) } };
      }
      const { orderCode } = await placeOrder(context, scope, judgment, options);
      return { code: orderCode, question: null };
    });
    if (answer.refusal !== "EXTERNAL_ID_TAKEN") return answer;
    const { orderCode } = await getOrder(context.db, { scope, externalOrderId: taken });
    return { ...answer, result: { code: orderCode, current: null, question: null } };
  },
});

function findScenario(mode: Mode, name: string | undefined): ScenarioRun | null {
  const scenario = SCENARIOS.find((one) => one === name);
  return mode === "live" || scenario === undefined ? null : { scenario, speed: null };
}
