import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { readEndpointId } from "@/app/v1/webhook-endpoints";
import { exampleDelivery } from "@/lib/api/examples";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";

export const POST = operation({
  operationId: "testWebhookEndpoint",
  isRepeatable: false,
  summary: "Send a test webhook",
  description: "Sends `webhook.test` to the endpoint. Read its deliveries for the outcome.",
  russian: {
    summary: "Отправить тестовый вебхук",
    description: "Отправляет на адрес событие `webhook.test`. Результат смотрите в списке доставок.",
  },
  responses: {
    200: {
      description: "The delivery, which is sent at once.",
      russian: "Доставка, которая уходит сразу.",
      data: z.object({ delivery_id: z.string() }).meta({ id: "WebhookDeliveryId" }),
      example: { delivery_id: exampleDelivery.delivery_id },
    },
  },
  errors: ["ENDPOINT_NOT_FOUND", "ENDPOINT_DISABLED"],
  async handle(call) {
    const test = { endpointId: readEndpointId(call), type: "webhook.test" } as const;
    return { data: { delivery_id: String(await sendTestEvent(call.context, call.key.scope, test)) } };
  },
});
