import { operation } from "@/app/v1/operation";
import { exampleBatch, exampleOrderBody, exampleQueuedBatch } from "@/lib/api/examples";
import { MAX_BATCH_BYTES, MAX_BATCH_VALUES } from "@/lib/imports/batches/batch";
import { batchResource, toBatchResource } from "@/lib/imports/batches/resource";
import { batchBody } from "@/lib/imports/batches/schema";
import { submitBatch } from "@/lib/imports/batches/submit-batch";

export const POST = operation({
  operationId: "createBatch",
  isRepeatable: true,
  summary: "Create a batch of orders",
  description:
    "Submits 1 to 500 orders at once, in a body of up to 5 MiB. They are created one after another in the background, each by the rules of creating a single order, with one request of the key's rate limit per order. Sending a whole file again is safe: an order whose `external_order_id` was used before is `existing`.",
  russian: {
    summary: "Создать пакет заказов",
    description:
      "Принимает сразу от 1 до 500 заказов, тело до 5 МиБ. Заказы создаются в фоне один за другим, по тем же правилам, что и отдельный заказ; каждый считается одним запросом в лимите ключа. Весь файл можно отправить повторно: заказ с уже использованным `external_order_id` получит итог `existing`.",
  },
  body: batchBody,
  maxBodyBytes: MAX_BATCH_BYTES,
  maxBodyValues: MAX_BATCH_VALUES,
  examples: { body: { external_batch_id: "lunch-2026-11-21", orders: [exampleOrderBody] } },
  responses: {
    201: {
      description: "The batch was accepted.",
      russian: "Пакет принят.",
      data: batchResource,
      example: exampleQueuedBatch,
    },
    200: {
      description: "The `external_batch_id` was used before: the original batch.",
      russian: "Этот `external_batch_id` уже использован: вернулся тот же пакет.",
      data: batchResource,
      example: exampleBatch,
    },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "TOO_MANY_PENDING_ORDERS"],
  async handle({ context, key, body }) {
    const { isReplay, ...batch } = await submitBatch(context, key.scope, {
      externalBatchId: body.external_batch_id ?? null,
      orders: body.orders,
      keyId: key.keyId,
      userId: null,
    });
    return { status: isReplay ? 200 : 201, data: toBatchResource(batch) };
  },
});
