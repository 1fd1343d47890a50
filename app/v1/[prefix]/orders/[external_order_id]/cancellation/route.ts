import { operation } from "@/app/v1/operation";
import { getCancellation } from "@/lib/orders/cancel-order";
import { cancellationResource, toCancellationResource } from "@/lib/orders/resource";

export const GET = operation({
  operationId: "getCancellation",
  isRepeatable: true,
  summary: "Get the cost of a cancellation",
  description:
    "What cancelling the order would cost now, and why. The cost can rise at any time: pass the `fee` as `max_fee` when cancelling, so that you never pay more.",
  russian: {
    summary: "Узнать цену отмены",
    description:
      "Сколько сейчас стоит отмена и почему. Через минуту она может стать дороже: передайте `fee` как `max_fee` при отмене, и больше вы не заплатите.",
  },
  responses: {
    200: {
      description: "The terms of a cancellation.",
      russian: "Условия отмены.",
      data: cancellationResource,
      example: { allowed: true, fee: 150, reason: "courier_assigned", valid_until: null },
    },
  },
  errors: ["ORDER_NOT_FOUND"],
  async handle({ context, key, externalOrderId }) {
    return { data: toCancellationResource(await getCancellation(context, key.scope, externalOrderId)) };
  },
});
