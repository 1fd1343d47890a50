import { PREFIXES } from "@/lib/http/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { cancellationResource, toCancellationResource } from "@/lib/orders/cancellation-resource";
import { getCancellation as get } from "@/lib/orders/get-cancellation";

export const getCancellation = defineOperation({
  operationId: "getCancellation",
  method: "GET",
  path: "/orders/{external_order_id}/cancellation",
  prefixes: PREFIXES,
  summary: "Get the cost of a cancellation",
  description:
    "What cancelling the order would cost now, and why. It may cost more a moment later: pass the `fee` as `max_fee` when cancelling, and it never does.",
  responses: {
    200: {
      description: "The terms of a cancellation.",
      data: cancellationResource,
      example: { allowed: true, fee: 150, reason: "courier_assigned", valid_until: null },
    },
  },
  errors: ["ORDER_NOT_FOUND"],
  async handle({ context, key, externalOrderId }) {
    return { data: toCancellationResource(await get(context, key.scope, externalOrderId)) };
  },
});
