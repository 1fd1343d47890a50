import * as z from "zod";
import { list, text } from "@/lib/field";
import { ORDER_EVENTS } from "@/lib/orders/event";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";
import { type CustomHeader, readOwnHeaders } from "@/lib/webhooks/own-header";
import { TEST_EVENTS, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** The messages of these schemas are codes that the page translates. */
export const endpointInput = z.object({
  url: z.string().trim().min(1, { error: "required" }),
  description: z.string().trim().max(200, { error: "too_long" }).default(""),
  eventTypes: z.array(z.enum(WEBHOOK_EVENTS)).min(1, { error: "event_types" }).overwrite(distinct),
  headers: z
    .string()
    .max(16_384, { error: "too_long" })
    .default("")
    .transform((text, context): CustomHeader[] => {
      const read = readOwnHeaders(text);
      if ("headers" in read) return read.headers;
      context.addIssue({ code: "custom", message: read.problem });
      return z.NEVER;
    }),
});

export type EndpointInput = z.infer<typeof endpointInput>;

export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;

const endpointUrl = text({ min: 1, max: 2048 }).meta({
  description: "A public URL, https with a live key.",
  russian: "Публичный URL; с боевым ключом только https.",
  format: "uri",
  pattern: "^[Hh][Tt][Tt][Pp][Ss]?://",
  examples: ["https://shop.example/dropline"],
});
const endpointEvents = list(z.enum(WEBHOOK_EVENTS), { min: 1, max: WEBHOOK_EVENTS.length }).overwrite(
  distinct,
);
const endpointDescription = text({ max: 200 }).meta({
  description: "Your own note about the endpoint.",
  russian: "Ваша пометка об адресе.",
});

export const endpointBody = z
  .object({
    url: endpointUrl,
    events: endpointEvents.default([...ORDER_EVENTS]).meta({
      description: "Default: every event of orders, without positions.",
      russian: "По умолчанию все события заказов, без положения курьера.",
    }),
    description: endpointDescription.default(""),
  })
  .meta({ id: "WebhookEndpointBody" });

export const endpointPatch = z
  .object({
    url: endpointUrl,
    events: endpointEvents,
    description: endpointDescription,
    status: z.enum(ENDPOINT_STATUSES),
  })
  .partial()
  .meta({ id: "WebhookEndpointPatch" });

export type EndpointPatch = z.infer<typeof endpointPatch>;

export const endpointId = z.guid();

export const deliveryId = z
  .string({ error: "DELIVERY_NOT_FOUND" })
  .regex(/^\d{1,18}$/, { error: "DELIVERY_NOT_FOUND" })
  .transform((text) => BigInt(text));

export const testEventType = z.enum(TEST_EVENTS, { error: "required" });

export const deliveryIds = z
  .string({ error: "DELIVERY_NOT_FOUND" })
  .regex(/^\d{1,18}(,\d{1,18}){0,49}$/, { error: "DELIVERY_NOT_FOUND" })
  .transform((text) => [...new Set(text.split(","))].map(BigInt));

export const eventId = z.guid();

const isWithin = (kibibytes: number) => (text: string) => Buffer.byteLength(text) <= kibibytes * 1024;

/** Forms send each line end as CRLF. */
const pastedText = z
  .string()
  .transform((text) => text.replaceAll("\r\n", "\n"))
  .refine((text) => text.trim() !== "", { error: "required" });

export const pastedMessage = z.object({
  headers: pastedText.refine(isWithin(8), { error: "size_8" }),
  body: pastedText.refine(isWithin(256), { error: "size_256" }),
});

export type PastedMessage = z.infer<typeof pastedMessage>;

export const replayHours = z.enum(["1", "24", "168", "720"], { error: "required" }).transform(Number);

export const deliveryFilter = z.object({
  state: z.enum(DELIVERY_STATES).optional().catch(undefined),
  eventType: testEventType.optional().catch(undefined),
  externalOrderId: z.string().trim().min(1).max(128).optional().catch(undefined),
  before: deliveryId.optional().catch(undefined),
});

export const journalFilter = z.object({
  type: z.enum(ORDER_EVENTS).nullable().catch(null),
  externalOrderId: z.string().trim().min(1).max(128).nullable().catch(null),
});
