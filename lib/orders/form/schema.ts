import * as z from "zod";
import { LOCALES } from "@/lib/locale/locale";
import { EMPTY_WINDOW, type FormValues, type OrderDraft, YES_NO_CHOICES } from "@/lib/orders/form/draft";
import { DELIVERY_MODES, UNDELIVERABLE_ACTIONS, UNDELIVERABLE_RESOLUTIONS } from "@/lib/orders/order";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  DROPOFF_FIELDS,
  PAYMENT_TYPES,
  PROOF_FIELDS,
  type StopField,
  type StopFields,
} from "@/lib/orders/stop-fields";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { fromRubles } from "@/lib/pricing/money";
import { MAX_DROPOFFS, ROUTING_MODES } from "@/lib/routing/trip";

const draftText = z.string();

function typedSchema(field: StopField): z.ZodType {
  if (field.kind === "yes_no") return field.default === null ? z.enum(YES_NO_CHOICES) : z.boolean();
  if (field.kind !== "choice") return draftText;
  return z.enum(field.default === null ? [...field.options, ""] : field.options);
}

/** Stored templates lack later fields. */
const storedSchema = (field: StopField): z.ZodType =>
  field.isLater ? typedSchema(field).default("") : typedSchema(field);

/** A cast, because TypeScript cannot type an object built field by field. */
function draftShape<Fields extends StopFields>(fields: Fields) {
  const shape = Object.entries(fields).map(([name, field]) => [name, storedSchema(field)]);
  return Object.fromEntries(shape) as { [Name in keyof Fields]: z.ZodType<FormValues<Fields>[Name]> };
}

/** Older templates have none. */
const windowDraft = z.object({ from: draftText, to: draftText }).default(EMPTY_WINDOW);

const stopDraft = z.object({
  key: draftText,
  address: z.object(draftShape(ADDRESS_FIELDS)),
  contact: z.object(draftShape(CONTACT_FIELDS)),
  proof: z.object(draftShape(PROOF_FIELDS)),
  settled: z.object({ text: draftText, latitude: z.number(), longitude: z.number() }).nullable(),
});

/** A submitted draft; `orderBody` validates its values. */
export const orderDraft = z.object({
  external_order_id: draftText,
  pickup: stopDraft,
  dropoffs: z
    .array(stopDraft.extend({ ...draftShape(DROPOFF_FIELDS), delivery_window: windowDraft }))
    .min(1)
    .max(MAX_DROPOFFS),
  cargo_size: z.enum(CARGO_SIZES),
  routing_mode: z.enum(ROUTING_MODES),
  payment_type: z.enum(PAYMENT_TYPES),
  payment_amount: draftText,
  delivery_time: draftText,
  delivery_window: windowDraft,
  // Older templates lack the next two.
  ready_at: draftText.default(""),
  delivery_mode: z.enum(DELIVERY_MODES).default("shared"),
  comment: draftText,
  if_undeliverable: z.enum(UNDELIVERABLE_ACTIONS),
  notify: z.enum(YES_NO_CHOICES).default(""),
  locale: z.enum([...LOCALES, ""]).default(""),
}) satisfies z.ZodType<OrderDraft>;

/** Users do not type the fields below, so one that is invalid refuses the whole form. */
const refused = { error: "INVALID_PAYLOAD" } as const;

/** The pickup is stop 0, so dropoffs begin at 1. */
export const dropoffForm = z.object({
  index: z.coerce.number(refused).int(refused).min(1, refused).max(MAX_DROPOFFS, refused),
});

export const answerForm = dropoffForm.extend({ answer: z.enum(UNDELIVERABLE_RESOLUTIONS, refused) });

/** The fee that a form has shown, in RUB. */
export const shownFee = z.object({
  max_fee: z.coerce.number(refused).min(0, refused).transform(fromRubles),
});
