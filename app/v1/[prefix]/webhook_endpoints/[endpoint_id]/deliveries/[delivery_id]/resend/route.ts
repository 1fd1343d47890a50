import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { readDeliveryId, readEndpointId } from "@/app/v1/webhook-endpoints";
import { exampleDelivery } from "@/lib/api/examples";
import { replayDelivery } from "@/lib/webhooks/replay-deliveries";

export const POST = operation({
  operationId: "resendWebhookDelivery",
  isRepeatable: false,
  summary: "Resend a webhook delivery",
  description: "Sends the same event again at once, with the same id and bytes, and up to ten attempts.",
  russian: {
    summary: "Отправить вебхук ещё раз",
    description: "Сразу отправляет то же событие с теми же номером и байтами, до десяти попыток.",
  },
  responses: {
    200: {
      description: "The delivery is sent again.",
      russian: "Доставка отправляется снова.",
      data: z.object({ delivery_id: z.string() }),
      example: { delivery_id: exampleDelivery.delivery_id },
    },
  },
  errors: ["ENDPOINT_NOT_FOUND", "DELIVERY_NOT_FOUND", "ENDPOINT_DISABLED"],
  async handle(call) {
    const chosen = { endpointId: readEndpointId(call), deliveryId: readDeliveryId(call) };
    await replayDelivery(call.context.db, call.key.scope, chosen);
    return { data: { delivery_id: String(chosen.deliveryId) } };
  },
});
