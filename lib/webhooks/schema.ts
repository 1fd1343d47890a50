import * as z from "zod";
import { type OwnHeader, readHeaders } from "@/lib/webhooks/own-header";
import { TEST_EVENTS, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

/** An endpoint as people describe it. The messages are codes, for whoever shows them to put into words. */
export const endpointInput = z.object({
  url: z.string().trim().min(1, { error: "required" }),
  description: z.string().trim().max(200, { error: "too_long" }).default(""),
  eventTypes: z.array(z.enum(WEBHOOK_EVENTS)).min(1, { error: "event_types" }),
  headers: z
    .string()
    .max(16_384, { error: "too_long" })
    .default("")
    .transform((text, context): OwnHeader[] => {
      const read = readHeaders(text);
      if ("headers" in read) return read.headers;
      context.addIssue({ code: "custom", message: read.problem });
      return z.NEVER;
    }),
});

export type EndpointInput = z.infer<typeof endpointInput>;

export const endpointId = z.guid();

/** A delivery as addresses name it. */
export const deliveryId = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform((text) => BigInt(text));

export const testEventType = z.enum(TEST_EVENTS);

/** How far back missed events are sent again. */
export const replayHours = z.enum(["1", "24", "168", "720"]).transform(Number);

/** Which deliveries a list shows, as its address says it; what makes no sense counts as absent. */
export const deliveryFilter = z.object({
  state: z.enum(["pending", "succeeded", "failed"]).optional().catch(undefined),
  eventType: testEventType.optional().catch(undefined),
  externalOrderId: z.string().trim().min(1).max(128).optional().catch(undefined),
  before: deliveryId.optional().catch(undefined),
});
