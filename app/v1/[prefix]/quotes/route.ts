import { operation } from "@/app/v1/operation";
import { exampleQuote, exampleQuoteBody } from "@/lib/api/examples";
import type { OperationDefinition } from "@/lib/api/operation";
import { findServiceIssues, readTrip } from "@/lib/orders/trip-issues";
import { createQuote } from "@/lib/pricing/quotes/create-quote";
import { quoteResource, toQuoteResource } from "@/lib/pricing/quotes/resource";
import { pricedInputFromBody, quoteBody, requestedTimes } from "@/lib/pricing/quotes/schema";
import { getServiceArea } from "@/lib/service-area/get-service-area";

const findIssues: NonNullable<OperationDefinition["findIssues"]> = async (body, { context }) => {
  const trip = readTrip(body, "");
  const rules = { area: await getServiceArea(context), now: context.clock.now() };
  return trip === null ? [] : findServiceIssues(trip, rules, "");
};

export const POST = operation({
  operationId: "createQuote",
  isRepeatable: true,
  summary: "Create a quote",
  description:
    "Creates no order. Needs only coordinates and cargo sizes. Pass the `quote_id` to order creation to keep these prices; a quote expires five minutes after issue, and the order is then priced at the current rate. If operators have set a service area, each stop must be inside it and open at `delivery_time`, during `delivery_window`, or now without either; a stop that is not is a 400 on its latitude.",
  russian: {
    summary: "Рассчитать цену",
    description:
      "Заказа не создаёт. Нужны только координаты и размер груза. Передайте `quote_id` при создании заказа, и эти цены сохранятся; расчёт действует пять минут, потом заказ считается по текущему тарифу. Если операторы задали зону доставки, каждая точка должна быть внутри неё и открыта к `delivery_time` или весь `delivery_window`, а без них сейчас; иначе придёт 400 с указанием на широту этой точки.",
  },
  body: quoteBody,
  findIssues,
  examples: { body: exampleQuoteBody },
  responses: {
    200: { description: "The quote.", russian: "Расчёт.", data: quoteResource, example: exampleQuote },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE"],
  async handle({ context, key, body }) {
    const input = pricedInputFromBody(body);
    return { data: toQuoteResource(await createQuote(context, key.scope, input, requestedTimes(body))) };
  },
});
