import * as z from "zod";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";
import type { AttemptListItem, DeliveryListItem } from "@/lib/webhooks/list-deliveries";
import { ENDPOINT_STATUSES } from "@/lib/webhooks/schema";
import { WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

const endpointFields = {
  endpoint_id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  description: z.string(),
  status: z.enum(ENDPOINT_STATUSES).meta({
    description: "`disabled` by you, or after failures.",
    russian: "`disabled`, если отключили вы или после сбоев.",
  }),
};

export const endpointResource = z
  .object({ ...endpointFields, created_at: z.iso.datetime() })
  .meta({ id: "WebhookEndpoint" });

export const createdEndpointResource = z
  .object({
    ...endpointFields,
    secret: z.string().meta({
      description: "Signs webhooks. Returned only here and by a rotation.",
      russian: "Им подписываются вебхуки. Возвращается только здесь и при смене.",
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "CreatedWebhookEndpoint" });

export function toEndpointResource(endpoint: WebhookEndpoint, secret: string | null = null) {
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    events: endpoint.eventTypes,
    description: endpoint.description,
    status: endpoint.disabledAt === null ? "enabled" : "disabled",
    ...(secret === null ? {} : { secret }),
    created_at: endpoint.createdAt.toISOString(),
  };
}

export const deliveryResource = z
  .object({
    delivery_id: z.string(),
    event_id: z.string(),
    event: z.string(),
    external_order_id: z
      .string()
      .nullable()
      .meta({ description: "Null for a test.", russian: "Пусто у тестового события." }),
    status: z.enum(DELIVERY_STATES),
    created_at: z.iso.datetime(),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Null unless `pending`.", russian: "Пусто, если статус не `pending`." }),
    attempts: z
      .array(
        z.object({
          attempted_at: z.iso.datetime(),
          status_code: z
            .int()
            .nullable()
            .meta({ description: "Null without a response.", russian: "Пусто, если ответа не было." }),
          failure: z
            .string()
            .nullable()
            .meta({ description: "Null after a success.", russian: "Пусто после успеха." }),
          duration_ms: z.int(),
        }),
      )
      .meta({ description: "Newest first, at most 20.", russian: "Сначала новые, не больше 20." }),
  })
  .meta({ id: "WebhookDelivery" });

export function toDeliveryResource(delivery: DeliveryListItem, attempts: readonly AttemptListItem[] = []) {
  return {
    delivery_id: String(delivery.id),
    event_id: delivery.eventId,
    event: delivery.eventType,
    external_order_id: delivery.externalOrderId,
    status: delivery.state,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.state === "pending" ? delivery.runAt.toISOString() : null,
    attempts: attempts.map(({ attemptedAt, status, failure, durationMs }) => ({
      attempted_at: attemptedAt.toISOString(),
      status_code: status,
      failure,
      duration_ms: durationMs,
    })),
  };
}
