import * as z from "zod";
import { list, text } from "@/lib/field";
import { MAX_BATCH_ORDERS, MAX_EXTERNAL_BATCH_ID_LENGTH } from "@/lib/imports/batches/batch";

/** Body of a batch (spec, POST /batches). Its orders are validated one by one when they are created. */
export const batchBody = z
  .object({
    external_batch_id: text({ min: 1, max: MAX_EXTERNAL_BATCH_ID_LENGTH })
      .optional()
      .meta({
        description: "The client's own identifier. Using one again returns the original batch.",
        russian: "Ваш номер пакета. Повторное использование вернёт уже созданный пакет.",
        examples: ["lunch-2026-11-21"],
      }),
    orders: list(z.looseObject({}), { min: 1, max: MAX_BATCH_ORDERS }).meta({
      description: "Orders as in POST /orders, each judged by itself.",
      russian: "Заказы, как в POST /orders; каждый проверяется отдельно.",
    }),
  })
  .meta({ id: "BatchRequest" });
