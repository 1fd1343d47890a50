import { operation } from "@/app/v1/operation";
import { orderResponse, toOrderResponse } from "@/app/v1/order-response";
import { exampleCancelledOrder } from "@/lib/api/examples";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { cancelBody } from "@/lib/orders/schema";
import { fromRubles } from "@/lib/pricing/money";

export const POST = operation({
  operationId: "cancelOrder",
  isRepeatable: true,
  isDestructive: true,
  summary: "Cancel an order",
  description:
    "Possible at any time before delivery. Emits the `order.cancelled` event with the reason and the comment. After the pickup the courier brings the goods back; `return` shows the progress. Cancelling a cancelled order returns it unchanged and emits nothing.",
  russian: {
    summary: "Отменить заказ",
    description:
      "Можно в любой момент до вручения. Приходит событие `order.cancelled` с причиной и комментарием. Если товар уже забран, курьер везёт его обратно: как далеко он, видно в `return`. Отмена уже отменённого заказа вернёт его без изменений и без события.",
  },
  body: cancelBody,
  isBodyOptional: true,
  examples: { body: { reason: "customer_changed_mind", comment: "The customer changed their mind" } },
  responses: {
    200: orderResponse("The cancelled order.", "Отменённый заказ.", exampleCancelledOrder),
  },
  errors: [
    "INVALID_PAYLOAD",
    "PAYLOAD_TOO_LARGE",
    "ORDER_NOT_FOUND",
    "ORDER_NOT_CANCELLABLE",
    "CANCELLATION_FEE_EXCEEDED",
  ],
  async handle({ context, key, externalOrderId, body }) {
    const { max_fee: fee, ...cancellation } = body ?? {};
    const maxFee = fee === undefined ? undefined : fromRubles(fee);
    const order = await cancelOrder(context, key.scope, { externalOrderId, ...cancellation, maxFee });
    return { data: toOrderResponse(context, order) };
  },
});
