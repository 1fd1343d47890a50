import { operation } from "@/app/v1/operation";
import { exampleStoppedBatch } from "@/lib/api/examples";
import { batchResource, toBatchResource } from "@/lib/imports/batches/resource";
import { stopBatch } from "@/lib/imports/batches/stop-batch";

export const POST = operation({
  operationId: "stopBatch",
  isRepeatable: true,
  summary: "Stop a batch",
  description: "Skips the pending orders. Orders that were created stay; cancel them one by one.",
  russian: {
    summary: "Остановить пакет",
    description:
      "Заказы, которые ещё не созданы, пропускаются. Созданные остаются: отмените их по одному, если нужно.",
  },
  responses: {
    200: {
      description: "The stopped batch.",
      russian: "Остановленный пакет.",
      data: batchResource,
      example: exampleStoppedBatch,
    },
  },
  errors: ["BATCH_NOT_FOUND"],
  async handle({ context, key, ids }) {
    return { data: toBatchResource(await stopBatch(context, key.scope, ids.batch_id ?? "")) };
  },
});
