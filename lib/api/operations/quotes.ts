import { exampleQuote, exampleQuoteBody } from "@/lib/api/operations/examples";
import { bodyLengthIssues } from "@/lib/api/operations/length-issues";
import { PREFIXES } from "@/lib/http/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { createQuote as create } from "@/lib/quotes/create-quote";
import { quoteResource, toQuoteResource } from "@/lib/quotes/resource";
import { pricedInputFromBody, quoteBody } from "@/lib/quotes/schema";

export const createQuote = defineOperation({
  operationId: "createQuote",
  method: "POST",
  path: "/quotes",
  prefixes: PREFIXES,
  summary: "Price a delivery",
  description:
    "Creates no order. Needs coordinates and cargo sizes only. Pass the `quote_id` to order creation to keep these prices; a quote expires five minutes after issue, and the order is then priced at the current rate.",
  body: quoteBody,
  rules: {
    always: [(body, { context }) => bodyLengthIssues(body, "", context.dispatch.maxTripMeters)],
  },
  examples: { body: exampleQuoteBody },
  responses: { 200: { description: "The quote.", data: quoteResource, example: exampleQuote } },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE"],
  async handle({ context, key, body }) {
    return { data: toQuoteResource(await create(context, key.scope, pricedInputFromBody(body))) };
  },
});
