"use server";

import { action } from "@/app/action";
import { askAboutTrip } from "@/app/dashboard/ask-about-trip";
import { submitDraft } from "@/app/dashboard/submit-draft";
import type { PricedTripQuestion } from "@/components/orders/form/trip-question-dialog";
import type { AccountScope } from "@/lib/account-scope";
import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import { requireFields } from "@/lib/http/issues";
import { keepHiddenFields } from "@/lib/orders/form/keep-hidden-fields";
import { toEditableOrder } from "@/lib/orders/form/to-editable-order";
import { areLegsEqual, judgeTrip } from "@/lib/orders/held-order";
import { getOrder, loadOrder } from "@/lib/orders/load-order";
import { expectPickup, toOrderTimes, toTrip } from "@/lib/orders/order";
import { type CreateOrderBody, detailsFromBody, orderBody } from "@/lib/orders/schema";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import { toRubles } from "@/lib/pricing/money";
import { priceOrder } from "@/lib/pricing/quotes/price-order";
import { getTripCheck } from "@/lib/service-area/trip-check";

export const saveOrder = action({
  permission: "account.manage_orders",
  audit: null,
  returnTo: (form) => `/dashboard/orders/${encodeURIComponent(String(form.get("code")))}/edit`,
  async work({ user, context, input }) {
    const { code = "" } = input;
    const order = await getOrder(context.db, { member: user, code }, ["request"]);
    const { scope, externalOrderId } = order;
    const { phoneCountry } = await getAccount(context.db, user.accountId);
    const edited = toEditableOrder(order).draft;
    const terms = { seenVersion: input.version ?? "", isQuoteBinding: true };
    const answer = await submitDraft(input, { phoneCountry, edited }, async (sent, draft) => {
      const body = keepHiddenFields(requireFields(orderBody, sent), draft, order.details);
      const isSameTrip = areLegsEqual(toTrip(detailsFromBody(body)), toTrip(order.details));
      const question = isSameTrip ? null : await askAboutEdit(context, scope, body, input.confirmed);
      if (question !== null) return { code: null, question };
      const { orderCode } = await replaceOrder(context, scope, { externalOrderId, body, ...terms });
      return { code: orderCode, question: null };
    });
    if (answer.refusal !== "ORDER_CHANGED") return answer;
    const current = await loadOrder(context.db, { member: user, code }, ["request"]);
    return { ...answer, result: { code, current: current && toEditableOrder(current), question: null } };
  },
});

/** Null also for a trip that is refused anyway. */
async function askAboutEdit(
  context: Context,
  scope: AccountScope,
  body: CreateOrderBody,
  confirmed: string | undefined,
): Promise<PricedTripQuestion | null> {
  const details = detailsFromBody(body);
  const input = toTrip(details);
  const { unusual, issues } = judgeTrip(await getTripCheck(context.db), scope.mode, input);
  const question = issues.length > 0 ? null : askAboutTrip(input, unusual, confirmed);
  if (question === null) return null;
  const { trip } = await priceOrder(context, scope, {
    input,
    quoteId: body.quote_id,
    pickupAt: expectPickup(toOrderTimes(details), context.clock.now()),
    maxTripMeters: Number.POSITIVE_INFINITY,
  });
  return { ...question, price: toRubles(trip.price) };
}
