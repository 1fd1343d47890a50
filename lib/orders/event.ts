import * as z from "zod";
import type { Mode } from "@/lib/account-scope";
import type { NewEvent } from "@/lib/events/new-event";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { type OrderResponse, orderResource, type StopResource, stopResource } from "@/lib/orders/resource";

export const ORDER_EVENTS = [
  "order.created",
  "order.updated",
  "order.courier_not_found",
  "order.assigned",
  "order.driver_changed",
  "order.in_progress",
  "order.stop_completed",
  "order.stop_failed",
  "order.return_started",
  "order.returned",
  "order.proof_added",
  "order.delivered",
  "order.cancelled",
] as const;

export type OrderEventType = (typeof ORDER_EVENTS)[number];

export interface Cancellation {
  readonly reason: string;
  readonly comment: string | null;
}

/** The payload of an event: identical bytes in the journal and in every webhook. */
export const eventResource = z
  .object({
    id: z.string().meta({
      description: "The same in the journal and in every delivery of a webhook.",
      russian: "Один и тот же в журнале и в каждой отправке вебхука.",
    }),
    event: z.enum(ORDER_EVENTS),
    created_at: z.iso.datetime(),
    status: z.enum(ORDER_STATUSES),
    cancellation: z.object({ reason: z.string(), comment: z.string().nullable() }).nullable().meta({
      description: "Only on order.cancelled; null on every other event.",
      russian: "Только у `order.cancelled`; у остальных событий null.",
    }),
    external_order_id: z.string(),
    order_code: z.string(),
    sequence: z.int().meta({
      description: "Counts the events of one order, from 1, without gaps.",
      russian: "Номер события заказа: с 1 и без пропусков.",
    }),
    test: z.boolean().meta({
      description: "True for orders made with a test key.",
      russian: "true, если заказ создан тестовым ключом.",
    }),
    order: orderResource,
    stop: stopResource.nullable().meta({
      description:
        "The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones.",
      russian:
        "Точка, о которой событие: у `order.stop_completed`, `order.stop_failed`, `order.proof_added`, а у `order.updated` — если ответили на вопрос о точке или оператор разрешил вручить без кода; у остальных null. Адресов файлов здесь нет: свежие читайте в заказе.",
    }),
  })
  .meta({ id: "Event" });

export type EventResource = z.infer<typeof eventResource>;

export function composeEvent<Type extends string>(parts: {
  id: string;
  type: Type;
  mode: Mode;
  sequence: number;
  createdAt: Date;
  order: OrderResponse;
  cancellation: Cancellation | null;
  stop?: StopResource | null;
}): NewEvent<Type> {
  const { id, type, sequence, createdAt, order, cancellation } = parts;
  const resource: Omit<EventResource, "event"> & { event: Type } = {
    id,
    event: type,
    created_at: createdAt.toISOString(),
    status: order.status,
    cancellation: cancellation && { reason: cancellation.reason, comment: cancellation.comment },
    external_order_id: order.external_order_id,
    order_code: order.order_code,
    sequence,
    test: parts.mode === "test",
    order,
    stop: parts.stop ?? null,
  };
  return { id, type, sequence, createdAt, body: JSON.stringify(resource) };
}
