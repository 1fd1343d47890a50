import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { readEndpointId } from "@/app/v1/webhook-endpoints";
import { exampleDelivery } from "@/lib/api/examples";
import { integerParameter } from "@/lib/http/query";
import { listAttempts, listDeliveries } from "@/lib/webhooks/list-deliveries";
import { deliveryResource, toDeliveryResource } from "@/lib/webhooks/resource";

export const GET = operation({
  operationId: "listWebhookDeliveries",
  isRepeatable: true,
  summary: "List deliveries of a webhook endpoint",
  description: "What was sent to the endpoint and how it responded, newest first.",
  russian: {
    summary: "Доставки на адрес для вебхуков",
    description: "Что отправлено на адрес и что он ответил, сначала новые.",
  },
  query: z.object({
    limit: integerParameter({
      min: 1,
      max: 100,
      default: 20,
      description: "How many deliveries to return.",
      russian: "Сколько доставок вернуть.",
    }),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, { error: "must be a next_cursor of this list" })
      .optional()
      .meta({
        description: "A `next_cursor`. Default: from the newest delivery.",
        russian: "`next_cursor`. По умолчанию с самой новой доставки.",
      }),
  }),
  responses: {
    200: {
      description: "A page of deliveries.",
      russian: "Страница доставок.",
      data: z
        .object({
          deliveries: z.array(deliveryResource),
          next_cursor: z
            .string()
            .nullable()
            .meta({ description: "Null on the last page.", russian: "Пусто на последней странице." }),
        })
        .meta({ id: "WebhookDeliveryPage" }),
      example: { deliveries: [exampleDelivery], next_cursor: null },
    },
  },
  errors: ["INVALID_PAYLOAD", "ENDPOINT_NOT_FOUND"],
  async handle(call) {
    const { context, key, query } = call;
    const filter = query.cursor === undefined ? {} : { before: BigInt(query.cursor) };
    const chosen = { endpointId: readEndpointId(call), filter, limit: query.limit };
    const { deliveries, nextBefore } = await listDeliveries(context.db, key.scope, chosen);
    const attempts = await listAttempts(
      context.db,
      deliveries.map(({ id }) => id),
    );
    return {
      data: {
        deliveries: deliveries.map((delivery) => toDeliveryResource(delivery, attempts.get(delivery.id))),
        next_cursor: nextBefore === null ? null : String(nextBefore),
      },
    };
  },
});
