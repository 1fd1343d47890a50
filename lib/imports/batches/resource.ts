import * as z from "zod";
import * as enums from "@/lib/db/generated/enums";
import { type Prefix, toApiError } from "@/lib/http/errors";
import { BATCH_STATUSES, type Batch } from "@/lib/imports/batches/batch";
import type { BatchItem } from "@/lib/imports/batches/get-batch";

const timestamp = z.iso.datetime();

const batch = z.object({
  batch_id: z.string().meta({ description: "Identifies the batch.", russian: "Номер пакета." }),
  external_batch_id: z
    .string()
    .nullable()
    .meta({ description: "The client's own identifier.", russian: "Ваш номер пакета." }),
  status: z.enum(BATCH_STATUSES).meta({
    description:
      "`stopped` means that orders were skipped: the batch was stopped or its key no longer works.",
    russian: "`stopped`: часть заказов пропущена, потому что пакет остановили или ключ больше не действует.",
  }),
  total: z
    .int()
    .meta({ description: "How many orders the batch has.", russian: "Сколько заказов в пакете." }),
  created: z.int().meta({ description: "How many were created.", russian: "Сколько создано." }),
  existing: z.int().meta({
    description: "How many identifiers were used before.",
    russian: "Сколько номеров уже использовано раньше.",
  }),
  rejected: z.int().meta({ description: "How many are invalid.", russian: "Сколько отклонено." }),
  pending: z
    .int()
    .meta({ description: "How many have not been started.", russian: "Сколько ещё ждёт создания." }),
  created_at: timestamp.meta({
    description: "When the batch was submitted.",
    russian: "Когда пакет отправлен.",
  }),
  finished_at: timestamp.nullable().meta({
    description: "When its last order got its outcome.",
    russian: "Когда получен итог последнего заказа.",
  }),
});

export const batchResource = batch.meta({ id: "Batch" });

const result = z
  .object({
    index: z.int().meta({ description: "Position in `orders`, from 0.", russian: "Место в `orders`, с 0." }),
    external_order_id: z.string().nullable().meta({
      description: "The order's identifier; null if it is invalid.",
      russian: "Номер заказа; null, если он неверный.",
    }),
    outcome: z.enum(Object.values(enums.BatchOutcome)).meta({
      description: "`existing`: the identifier was used before. `skipped`: the batch was stopped first.",
      russian: "`existing`: номер уже использован раньше. `skipped`: пакет остановили раньше.",
    }),
    order_code: z.string().nullable().meta({
      description: "Code of the created or existing order, such as `7KQ2-M4XR`.",
      russian: "Код созданного или уже существующего заказа, например `7KQ2-M4XR`.",
    }),
    error: z
      .object({
        id: z.string().meta({ description: "The kind of error.", russian: "Вид ошибки." }),
        code: z.string().meta({
          description: "The same in upper snake case.",
          russian: "То же заглавными буквами через подчёркивание.",
        }),
        message: z.string().meta({
          description: "The first invalid field and its message.",
          russian: "Первое неверное поле и сообщение о нём.",
        }),
        details: z.string().meta({
          description: "A JSON array of `{field, message}`, encoded as a string.",
          russian: "JSON-массив из `{field, message}`, записанный строкой.",
        }),
      })
      .nullable()
      .meta({
        description: "Why the order was rejected, as POST /orders would say it.",
        russian: "Почему заказ отклонён, как об этом сообщил бы POST /orders.",
      }),
  })
  .meta({ id: "BatchResult" });

export const batchWithResultsResource = batch
  .extend({
    results: z.array(result).meta({
      description: "A page of outcomes, in the order of `orders`.",
      russian: "Страница итогов в порядке `orders`.",
    }),
  })
  .meta({ id: "BatchWithResults" });

export function toBatchResource({ id, externalBatchId, createdAt, finishedAt, ...rest }: Batch) {
  return {
    batch_id: id,
    external_batch_id: externalBatchId,
    status: rest.status,
    total: rest.total,
    created: rest.created,
    existing: rest.existing,
    rejected: rest.rejected,
    pending: rest.pending,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

export function toResultResource(
  { index, externalOrderId, outcome, orderCode, error }: BatchItem,
  prefix: Prefix,
) {
  return {
    index,
    external_order_id: externalOrderId,
    outcome,
    order_code: orderCode,
    error: error && {
      id: toApiError(error.code, prefix).id,
      code: error.code,
      message: error.message,
      details: error.details,
    },
  };
}
