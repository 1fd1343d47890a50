import * as z from "zod";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { CONTACT_TYPES, PAYMENT_TYPES } from "@/lib/orders/order";
import { addressFields } from "@/lib/orders/schema";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { MAX_DROPOFFS, ROUTING_MODES } from "@/lib/routing/trip";

const draftText = z.string();

const stopDraft = z.object({
  key: draftText,
  address: z.record(z.enum(Object.keys(addressFields) as (keyof typeof addressFields)[]), draftText),
  contact: z.object({ value: draftText, name: draftText, type: z.enum(CONTACT_TYPES) }),
  settled: z.object({ text: draftText, latitude: z.number(), longitude: z.number() }).nullable(),
});

/** A draft as a page sends it; what was typed is held against `orderBody`. */
export const orderDraft = z.object({
  external_order_id: draftText,
  pickup: stopDraft,
  dropoffs: z
    .array(
      stopDraft.extend({
        cargo_size: z.enum([...CARGO_SIZES, ""]),
        payment_type: z.enum([...PAYMENT_TYPES, ""]),
        payment_amount: draftText,
        doorstep: z.boolean(),
      }),
    )
    .min(1)
    .max(MAX_DROPOFFS),
  cargo_size: z.enum(CARGO_SIZES),
  routing_mode: z.enum(ROUTING_MODES),
  payment_type: z.enum(PAYMENT_TYPES),
  payment_amount: draftText,
  delivery_time: draftText,
  comment: draftText,
}) satisfies z.ZodType<OrderDraft>;
