import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { exampleBatch, exampleBatchResults } from "@/lib/api/examples";
import { integerParameter } from "@/lib/http/query";
import { getBatch, listBatchItems } from "@/lib/imports/batches/get-batch";
import { batchWithResultsResource, toBatchResource, toResultResource } from "@/lib/imports/batches/resource";

export const GET = operation({
  operationId: "getBatch",
  isRepeatable: true,
  summary: "Get a batch",
  description: "Returns the progress of a batch, with a page of its orders' outcomes.",
  russian: {
    summary: "Получить пакет",
    description: "Показывает, сколько заказов пакета уже создано, и страницу с итогами по заказам.",
  },
  query: z.object({
    limit: integerParameter({
      min: 1,
      max: 100,
      default: 20,
      description: "How many outcomes to return.",
      russian: "Сколько итогов вернуть.",
    }),
    offset: integerParameter({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: "How many of the first outcomes to skip.",
      russian: "Сколько первых итогов пропустить.",
    }),
  }),
  responses: {
    200: {
      description: "The batch.",
      russian: "Пакет.",
      data: batchWithResultsResource,
      example: { ...exampleBatch, results: exampleBatchResults },
    },
  },
  errors: ["INVALID_PAYLOAD", "BATCH_NOT_FOUND"],
  async handle({ context, key, ids, prefix, query }) {
    const batch = await getBatch(context.db, key.scope, ids.batch_id ?? "");
    const items = await listBatchItems(context.db, key.scope, batch.id, query);
    const results = items.map((item) => toResultResource(item, prefix));
    return { data: { ...toBatchResource(batch), results } };
  },
});
