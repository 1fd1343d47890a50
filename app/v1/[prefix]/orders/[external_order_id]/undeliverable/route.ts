import { operation } from "@/app/v1/operation";
import { orderResponse, toOrderResponse } from "@/app/v1/order-response";
import { exampleMovingOrder } from "@/lib/api/examples";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { answerBody } from "@/lib/orders/schema";

export const POST = operation({
  operationId: "answerUndeliverable",
  isRepeatable: true,
  summary: "Decide about an undeliverable dropoff",
  description:
    "Answers the open question about a dropoff that could not be handed over: `retry` sends the courier there once more after the other dropoffs, `return` sends the goods back to the pickup, `leave` leaves them there. Possible until `answer_until`; then the account's default applies. Repeating the same answer returns the order unchanged.",
  russian: {
    summary: "Решить, что делать с невручённым",
    description:
      "Отвечает на вопрос о точке, где вручить не удалось: `retry` отправит курьера туда ещё раз после остальных точек, `return` вернёт товар отправителю, `leave` оставит на месте. Ответить можно до `answer_until`, дальше действует настройка аккаунта. Повтор того же ответа вернёт заказ без изменений.",
  },
  body: answerBody,
  examples: { body: { action: "retry", index: 1 } },
  responses: {
    200: orderResponse("The order after the answer.", "Заказ после ответа.", exampleMovingOrder),
  },
  errors: [
    "INVALID_PAYLOAD",
    "PAYLOAD_TOO_LARGE",
    "ORDER_NOT_FOUND",
    "NO_OPEN_QUESTION",
    "RETRY_NOT_POSSIBLE",
  ],
  async handle({ context, key, externalOrderId, body }) {
    const order = await resolveUndeliverable(context, key.scope, { externalOrderId, ...body });
    return { data: toOrderResponse(context, order) };
  },
});
