import * as z from "zod";
import { dateTime, latitude, list, longitude, rubles, text, wholeNumber } from "@/lib/field";
import { LOCALES } from "@/lib/locale/locale";
import {
  CANCEL_CHOICES,
  MAX_CANCEL_COMMENT_LENGTH,
  MAX_CANCEL_REASON_LENGTH,
  OTHER_REASON,
} from "@/lib/orders/cancellation";
import { MAX_WHY_LENGTH } from "@/lib/orders/charge";
import type { Cancellation } from "@/lib/orders/event";
import {
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_VALUE_LENGTH,
  PROTOTYPE_KEY,
  sortMetadata,
} from "@/lib/orders/metadata";
import {
  DEFAULT_PAYMENT_TYPE,
  DEFAULT_UNDELIVERABLE,
  type OrderRequest,
  type Pickup,
  TEXT_LIMITS,
  UNDELIVERABLE_ACTIONS,
  UNDELIVERABLE_RESOLUTIONS,
} from "@/lib/orders/order";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  DROPOFF_FIELDS,
  type FieldValues,
  type Kinds,
  PAYMENT_TYPES,
  PROOF_FIELDS,
  readValues,
  type StopField,
  type StopFields,
} from "@/lib/orders/stop-fields";
import { CARGO_SIZES, DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";
import { DEFAULT_ROUTING_MODE, MAX_DROPOFFS, ROUTING_MODES } from "@/lib/routing/trip";

export const externalOrderId = text({ min: 1, max: TEXT_LIMITS.external_order_id })
  .refine((value) => value !== "." && value !== "..", {
    error: 'must not be "." or ".."',
  })
  .meta({
    description: "The client's own identifier; not `.` or `..`. Using one again returns the original order.",
    pattern: "^(?!\\.\\.?$)[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
    examples: ["shop-1042"],
  });

const cargoSize = z.enum(CARGO_SIZES);
const routingMode = z.enum(ROUTING_MODES);
const paymentType = z.enum(PAYMENT_TYPES);
const comment = text({ max: TEXT_LIMITS.comment }).meta({ description: "Shown to the courier." });

const metadataKey = text({ min: 1, max: MAX_METADATA_KEY_LENGTH }).meta({
  pattern: `^(?!${PROTOTYPE_KEY}$)[^\\u0000]*[^\\s\\u0000][^\\u0000]*$`,
});
const metadataValue = text({ max: MAX_METADATA_VALUE_LENGTH });

export const TOO_MANY_KEYS_MESSAGE = `must have at most ${MAX_METADATA_KEYS} keys`;

/** Counts the keys that stay or are set; null removes a key. */
const hasFewKeys = (metadata: Readonly<Record<string, string | null>>): boolean =>
  Object.values(metadata).filter((value) => value !== null).length <= MAX_METADATA_KEYS;

/** @param meta what a preprocessed schema would lose in the published document */
function metadataRecord<Value extends z.ZodType<string | null>>(value: Value, meta: z.GlobalMeta = {}) {
  const record = z.record(metadataKey, value).refine(hasFewKeys, { error: TOO_MANY_KEYS_MESSAGE }).meta(meta);
  return z.preprocess(refusePrototypeKey, record);
}

/** Refused, because a record ignores this key. */
function refusePrototypeKey(value: unknown, { addIssue }: z.RefinementCtx): unknown {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, PROTOTYPE_KEY))
    addIssue({ code: "custom", path: [PROTOTYPE_KEY], message: `must not be ${PROTOTYPE_KEY}` });
  return value;
}

export const metadata = metadataRecord(metadataValue, {
  maxProperties: MAX_METADATA_KEYS,
  examples: [{ crm_id: "8842" }],
});
const bodyMetadata = metadata.optional().meta({
  description:
    "Your own keys and texts, such as an ID in another system. Never shown to couriers or recipients.",
});
const patchMetadata = metadataRecord(metadataValue.nullable())
  .optional()
  .meta({ description: "Merged by key; null removes a key." });

interface SentKinds extends Omit<Kinds, "rubles"> {
  rubles: number;
}

type SubmittedBody<Field extends StopField> = Field extends { readonly options: readonly (infer Option)[] }
  ? Option
  : SentKinds[Exclude<Field["kind"], "choice">] | (Field extends { readonly default: null } ? null : never);

/** Fields with a default are optional. */
type BodyShape<Fields extends StopFields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly default: unknown }
    ? z.ZodOptional<z.ZodType<SubmittedBody<Fields[Name]>>>
    : z.ZodType<SubmittedBody<Fields[Name]>>;
};

/** Every field is optional. */
type PatchShape<Fields extends StopFields> = {
  [Name in keyof Fields]: z.ZodOptional<z.ZodType<SubmittedBody<Fields[Name]>>>;
};

function kindSchema(field: StopField): z.ZodType {
  switch (field.kind) {
    case "latitude":
      return latitude;
    case "longitude":
      return longitude;
    case "text": {
      const limits = field.max === undefined ? {} : { max: field.max };
      return field.default === null ? text(limits).nullable() : text({ ...limits, min: 1 });
    }
    case "whole_number":
      return wholeNumber.nullable();
    case "rubles":
      return rubles.nullable();
    case "yes_no":
      return z.boolean();
    case "choice":
      return z.enum(field.options);
  }
}

function described(schema: z.ZodType, { meta }: StopField): z.ZodType {
  if (meta === undefined) return schema;
  const { examples, ...rest } = meta;
  return schema.meta(examples === undefined ? rest : { ...rest, examples: [...examples] });
}

/** Texts and whole numbers have their descriptions in the inner schema, which the published document keeps. */
function isSelfDescribed({ kind }: StopField): boolean {
  return kind === "text" || kind === "whole_number";
}

function patchFieldSchema(field: StopField) {
  const schema = kindSchema(field);
  return isSelfDescribed(field) ? described(schema, field).optional() : described(schema.optional(), field);
}

function bodyFieldSchema(field: StopField): z.ZodType {
  if (field.default === undefined) return described(kindSchema(field), field);
  const schema = patchFieldSchema(field);
  const meta = field.default === null ? field.bodyMeta : { ...field.bodyMeta, default: field.default };
  return meta === undefined ? schema : schema.meta(meta);
}

function buildShape(fields: StopFields, schemaOf: (field: StopField) => z.ZodType) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
}

// A cast, because TypeScript cannot type an object built field by field; `kindSchema` guarantees it.
const bodyShape = <Fields extends StopFields>(fields: Fields) =>
  buildShape(fields, bodyFieldSchema) as BodyShape<Fields>;
const patchShape = <Fields extends StopFields>(fields: Fields) =>
  buildShape(fields, patchFieldSchema) as PatchShape<Fields>;

const address = z.object(bodyShape(ADDRESS_FIELDS)).meta({ id: "Address" });
const contact = z.object(bodyShape(CONTACT_FIELDS)).meta({ id: "Contact" });
const proof = z.object(bodyShape(PROOF_FIELDS)).meta({
  id: "ProofRequest",
  description: "What the courier brings from this stop. What is left out is as the account's settings say.",
});
const dropoff = z
  .object({
    address,
    contact,
    proof: proof.optional(),
    ...bodyShape(DROPOFF_FIELDS),
    metadata: bodyMetadata,
  })
  .meta({ id: "Dropoff" });

const orderOptions = {
  cargo_size: cargoSize.optional(),
  routing_mode: routingMode.optional(),
  payment_type: paymentType
    .optional()
    .meta({ description: "Applied to the first dropoff when not set there." }),
  payment_amount: rubles.nullable().optional().meta({
    description: "Item buyout amount in RUB. Applied to the first dropoff when left out there.",
  }),
  delivery_time: dateTime.nullable().optional().meta({
    description: "For a scheduled delivery; null for as soon as possible. In the future.",
  }),
  comment: comment.nullable().optional(),
  if_undeliverable: z.enum(UNDELIVERABLE_ACTIONS).optional().meta({
    description:
      "What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens.",
  }),
  notify: z.boolean().optional().meta({
    description: "Whether recipients get the text messages that the account has switched on. Default: true.",
  }),
  locale: z
    .enum(LOCALES)
    .optional()
    .meta({ description: "Language of messages to recipients. Default: the account's." }),
};

/** Body of create and of PUT (spec, Order). */
export const orderBody = z
  .object({
    external_order_id: externalOrderId,
    quote_id: z.guid({ error: "must be a UUID" }).optional().meta({
      description:
        "From the quote operation. Honored only while the whole quote is valid; otherwise the trip is priced again.",
    }),
    pickup: z.object({ address, contact, proof: proof.optional() }),
    dropoffs: list(dropoff, { min: 1, max: MAX_DROPOFFS }),
    ...orderOptions,
    cargo_size: orderOptions.cargo_size.meta({ default: DEFAULT_CARGO_SIZE }),
    routing_mode: orderOptions.routing_mode.meta({ default: DEFAULT_ROUTING_MODE }),
    payment_type: orderOptions.payment_type.meta({ default: DEFAULT_PAYMENT_TYPE }),
    if_undeliverable: orderOptions.if_undeliverable.meta({ default: DEFAULT_UNDELIVERABLE }),
    metadata: bodyMetadata,
  })
  .meta({ id: "OrderRequest" });

export type CreateOrderBody = z.infer<typeof orderBody>;

const stopPatch = {
  address: z.object(patchShape(ADDRESS_FIELDS)).meta({ id: "AddressPatch" }).optional(),
  contact: z.object(patchShape(CONTACT_FIELDS)).meta({ id: "ContactPatch" }).optional(),
  proof: z.object(patchShape(PROOF_FIELDS)).meta({ id: "ProofPatch" }).optional(),
};

const dropoffPatch = z
  .object({
    index: z
      .int({ error: `must be a whole number from 0 to ${MAX_DROPOFFS - 1}` })
      .min(0)
      .max(MAX_DROPOFFS - 1)
      .optional()
      .meta({
        description: "Zero-based position of the dropoff. Default: the element's own position in this array.",
      }),
    ...stopPatch,
    ...patchShape(DROPOFF_FIELDS),
    metadata: patchMetadata,
  })
  .meta({ id: "DropoffPatch" });

/** Body of PATCH (spec, PATCH-1): optional fields, merged with the stored ones. */
export const orderPatchBody = z
  .object({
    pickup: z.object(stopPatch).optional(),
    dropoffs: list(dropoffPatch, { min: 0, max: MAX_DROPOFFS })
      .optional()
      .meta({ description: "Only the dropoffs that change." }),
    quote_id: text().optional().meta({ description: "Verified when coordinates, sizes or mode change." }),
    ...orderOptions,
    metadata: patchMetadata,
  })
  .meta({ id: "OrderPatch", description: "What is left out stays as it is." });

export type PatchOrderBody = z.infer<typeof orderPatchBody>;

/** Body of cancel (spec, CAN-1). */
export const cancelBody = z
  .object({
    reason: text({ max: MAX_CANCEL_REASON_LENGTH })
      .optional()
      .meta({ examples: ["customer_changed_mind"] }),
    comment: text({ max: MAX_CANCEL_COMMENT_LENGTH }).nullable().optional(),
    max_fee: rubles.optional().meta({
      description:
        "The most that the cancellation may cost, in RUB. If it costs more by now, nothing is cancelled (409). Default: whatever it costs.",
    }),
  })
  .meta({ id: "CancelRequest" });

/** Body of undeliverable (spec, Stops). */
export const answerBody = z
  .object({
    action: z.enum(UNDELIVERABLE_RESOLUTIONS),
    index: z.int().min(1).max(MAX_DROPOFFS).optional().meta({
      description: "The dropoff as in `stops`: n is dropoff n. May be left out while one question is open.",
    }),
  })
  .meta({ id: "UndeliverableRequest" });

/** Text with line ends as the form counted them. */
const typed = z
  .string()
  .default("")
  .transform((value) => value.replaceAll("\r\n", "\n").replaceAll("\u0000", "").trim());

const isWithin = (value: string, max: number): boolean => [...value].length <= max;

/** Messages are codes that the page translates. */
export const cancelForm = z
  .object({
    choice: z.enum(CANCEL_CHOICES, { error: "required" }),
    reason: typed,
    comment: typed,
  })
  .refine(({ choice, reason }) => choice !== OTHER_REASON || reason !== "", {
    path: ["reason"],
    error: "required",
  })
  .refine(({ choice, reason }) => choice !== OTHER_REASON || isWithin(reason, MAX_CANCEL_REASON_LENGTH), {
    path: ["reason"],
    error: "too_long",
  })
  .refine(({ comment }) => isWithin(comment, MAX_CANCEL_COMMENT_LENGTH), {
    path: ["comment"],
    error: "too_long",
    // Runs even without a choice, so that the form lists all issues.
    when: () => true,
  })
  .transform(
    ({ choice, reason, comment }): Cancellation => ({
      reason: choice === OTHER_REASON ? reason : choice,
      comment: comment === "" ? null : comment,
    }),
  );

/** An operator types a reason of their own. Messages are codes that the page translates. */
export const operatorCancelForm = z.object({
  reason: z.string().trim().min(1, { error: "required" }).max(255, { error: "too_long" }),
  comment: z
    .string()
    .trim()
    .max(2000, { error: "too_long" })
    .transform((comment) => comment || undefined),
});

export function detailsFromBody(body: CreateOrderBody): OrderRequest {
  return {
    pickup: stopFromBody(body.pickup),
    dropoffs: body.dropoffs.map((dropoff) => ({
      ...stopFromBody(dropoff),
      ...valuesFromBody(DROPOFF_FIELDS, dropoff),
      metadata: sortMetadata(dropoff.metadata ?? {}),
    })),
    cargoSize: body.cargo_size ?? DEFAULT_CARGO_SIZE,
    routingMode: body.routing_mode ?? DEFAULT_ROUTING_MODE,
    paymentType: body.payment_type ?? DEFAULT_PAYMENT_TYPE,
    paymentAmount: amountFromBody(body.payment_amount),
    deliveryTime: body.delivery_time == null ? null : new Date(body.delivery_time),
    comment: body.comment ?? null,
    ifUndeliverable: body.if_undeliverable ?? DEFAULT_UNDELIVERABLE,
    metadata: sortMetadata(body.metadata ?? {}),
    notify: body.notify ?? null,
    locale: body.locale ?? null,
  };
}

export function stopFromBody({ address, contact, proof = {} }: CreateOrderBody["pickup"]): Pickup {
  return {
    address: valuesFromBody(ADDRESS_FIELDS, address),
    contact: valuesFromBody(CONTACT_FIELDS, contact),
    proof: valuesFromBody(PROOF_FIELDS, proof),
  };
}

function valuesFromBody<Fields extends StopFields>(
  fields: Fields,
  body: z.infer<z.ZodObject<BodyShape<Fields>>>,
): FieldValues<Fields> {
  const sent: Readonly<Record<string, unknown>> = body;
  return readValues(fields, (field, name) =>
    sent[name] === undefined ? field.default : valueFromBody(field, sent[name]),
  );
}

/** A null amount becomes 0, since an absent one would take the order's. */
export function valueFromBody(field: StopField, sent: unknown): unknown {
  // The schema guarantees an amount.
  return field.kind === "rubles" ? (amountFromBody(sent as number | null) ?? kopecks(0)) : sent;
}

export function amountFromBody(amount: number | null | undefined): Kopecks | null {
  return amount == null ? null : fromRubles(amount);
}

const MAX_RUBLES = 100_000;

/** A nonzero RUB amount with a decimal point or comma. Messages are codes. */
export const adjustmentAmount = z
  .string()
  .transform((value) =>
    value.replaceAll(/\s/g, "").replace(",", ".").replace(/^[−–]/, "-").replace(/^\+/, ""),
  )
  .pipe(z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/, { error: "adjustment" }))
  .transform((value) => fromRubles(value))
  .refine((amount) => amount !== 0 && Math.abs(amount) <= fromRubles(MAX_RUBLES), { error: "adjustment" });

export const adjustmentWhy = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .refine((why) => [...why].length <= MAX_WHY_LENGTH, { error: "too_long" });
