import * as z from "zod";
import { dateTime, latitude, list, longitude, rubles, text, wholeNumber } from "@/lib/field";
import type { Cancellation } from "@/lib/orders/event";
import {
  CANCEL_CHOICES,
  MAX_CANCEL_COMMENT_LENGTH,
  MAX_CANCEL_REASON_LENGTH,
  OTHER_REASON,
} from "@/lib/orders/file/cancellation";
import type { OrderDraft } from "@/lib/orders/form/draft";
import {
  CONTACT_TYPES,
  type Contact,
  DEFAULT_CONTACT_TYPE,
  DEFAULT_PAYMENT_TYPE,
  MAX_DROPOFFS,
  type OrderDetails,
  PAYMENT_TYPES,
  type Pickup,
  TEXT_LIMITS,
} from "@/lib/orders/order";
import { CARGO_SIZES, DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";
import { DEFAULT_ROUTING_MODE, ROUTING_MODES } from "@/lib/routing/trip";

export const externalOrderId = text({ min: 1, max: TEXT_LIMITS.external_order_id })
  .refine((value) => value !== "." && value !== "..", {
    error: "must not be . or .., which no URL can carry",
  })
  .meta({
    description: "The client's own identifier; not `.` or `..`. Using one again returns the original order.",
    pattern: "^(?!\\.\\.?$)[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
    examples: ["shop-1042"],
  });

const DEFAULT_DOORSTEP = true;

const cargoSize = z.enum(CARGO_SIZES);
const routingMode = z.enum(ROUTING_MODES);
const paymentType = z.enum(PAYMENT_TYPES);
const comment = text({ max: TEXT_LIMITS.comment }).meta({ description: "Shown to the courier." });

const addressFields = {
  latitude,
  longitude,
  area: text({ min: 1 }).meta({ description: "City or locality.", examples: ["Санкт-Петербург"] }),
  street: text({ min: 1 }).meta({ examples: ["Невский проспект"] }),
  building: text({ min: 1 }).meta({ description: "House or building number.", examples: ["28"] }),
  apartment: wholeNumber.nullable().meta({
    description: "A whole number; anything else goes into instructions.",
    examples: [12],
  }),
  entrance: wholeNumber.nullable(),
  floor: wholeNumber.nullable(),
  intercom: text({ max: TEXT_LIMITS.intercom }).nullable(),
  instructions: text({ max: TEXT_LIMITS.instructions })
    .nullable()
    .meta({ description: "Free text shown to the courier." }),
};

const address = z
  .object({
    ...addressFields,
    apartment: addressFields.apartment.optional(),
    entrance: addressFields.entrance.optional(),
    floor: addressFields.floor.optional(),
    intercom: addressFields.intercom.optional(),
    instructions: addressFields.instructions.optional(),
  })
  .meta({ id: "Address" });

const contactFields = {
  value: text({ min: 1 }).meta({
    description: "Phone number, E.164 preferred, or messaging handle.",
    examples: ["+79161234567"],
  }),
  name: text().nullable(),
  type: z.enum(CONTACT_TYPES),
};

const contact = z
  .object({
    value: contactFields.value,
    name: contactFields.name.optional(),
    type: contactFields.type.optional().meta({ default: DEFAULT_CONTACT_TYPE }),
  })
  .meta({ id: "Contact" });

// What PATCH takes as it is: there, a field that is left out stays as it was. Create and PUT give it a default.
const dropoffOptions = {
  cargo_size: cargoSize.optional(),
  payment_type: paymentType
    .optional()
    .meta({ description: "How the courier pays for goods bought out at this door." }),
  payment_amount: rubles
    .nullable()
    .optional()
    .meta({ description: "Buyout amount in RUB for this dropoff; null when there is no buyout." }),
  doorstep: z.boolean().optional().meta({
    description: "True: the courier carries to the door. False: meets at the entrance.",
  }),
};

const dropoff = z
  .object({
    address,
    contact,
    ...dropoffOptions,
    cargo_size: dropoffOptions.cargo_size.meta({ description: "Default: the order's cargo_size." }),
    doorstep: dropoffOptions.doorstep.meta({ default: DEFAULT_DOORSTEP }),
  })
  .meta({ id: "Dropoff" });

const orderOptions = {
  cargo_size: cargoSize.optional(),
  routing_mode: routingMode.optional(),
  payment_type: paymentType
    .optional()
    .meta({ description: "Applied to the first dropoff when not set there." }),
  payment_amount: rubles.nullable().optional().meta({
    description: "Item buyout amount in RUB. Applied to the first dropoff when not set there.",
  }),
  delivery_time: dateTime.nullable().optional().meta({
    description: "For a scheduled delivery; null for as soon as possible. At least ten minutes ahead.",
  }),
  comment: comment.nullable().optional(),
};

/** Body of create and of PUT (spec, Order). */
export const orderBody = z
  .object({
    external_order_id: externalOrderId,
    quote_id: z.guid({ error: "must be a UUID" }).optional().meta({
      description:
        "From the quote operation. Honoured only while the whole quote is valid; otherwise the trip is priced again.",
    }),
    pickup: z.object({ address, contact }),
    dropoffs: list(dropoff, { min: 1, max: MAX_DROPOFFS }),
    ...orderOptions,
    cargo_size: orderOptions.cargo_size.meta({ default: DEFAULT_CARGO_SIZE }),
    routing_mode: orderOptions.routing_mode.meta({ default: DEFAULT_ROUTING_MODE }),
    payment_type: orderOptions.payment_type.meta({ default: DEFAULT_PAYMENT_TYPE }),
  })
  .meta({ id: "OrderRequest" });

export type OrderBody = z.infer<typeof orderBody>;

const addressPatch = z.object(addressFields).partial().meta({ id: "AddressPatch" });
const contactPatch = z.object(contactFields).partial().meta({ id: "ContactPatch" });

const dropoffPatch = z
  .object({
    index: z
      .int({ error: "must be a whole number" })
      .min(0)
      .max(MAX_DROPOFFS - 1)
      .optional()
      .meta({
        description: "Zero-based position of the dropoff. Default: the element's own position in this array.",
      }),
    address: addressPatch.optional(),
    contact: contactPatch.optional(),
    ...dropoffOptions,
  })
  .meta({ id: "DropoffPatch" });

/** Body of PATCH (spec, PATCH-1): every field optional, nested values merged with the stored ones. */
export const orderPatchBody = z
  .object({
    pickup: z.object({ address: addressPatch.optional(), contact: contactPatch.optional() }).optional(),
    dropoffs: list(dropoffPatch, { min: 0, max: MAX_DROPOFFS })
      .optional()
      .meta({ description: "Only the dropoffs that change." }),
    quote_id: text().optional().meta({ description: "Verified when coordinates, sizes or mode change." }),
    ...orderOptions,
  })
  .meta({ id: "OrderPatch", description: "What is left out stays as it is." });

export type OrderPatchBody = z.infer<typeof orderPatchBody>;

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
        cargo_size: cargoSize.or(z.literal("")),
        payment_type: paymentType.or(z.literal("")),
        payment_amount: draftText,
        doorstep: z.boolean(),
      }),
    )
    .min(1)
    .max(MAX_DROPOFFS),
  cargo_size: cargoSize,
  routing_mode: routingMode,
  payment_type: paymentType,
  payment_amount: draftText,
  delivery_time: draftText,
  comment: draftText,
}) satisfies z.ZodType<OrderDraft>;

/** Body of cancel (spec, CAN-1). */
export const cancelBody = z
  .object({
    reason: text({ max: MAX_CANCEL_REASON_LENGTH })
      .optional()
      .meta({ examples: ["customer_changed_mind"] }),
    comment: text({ max: MAX_CANCEL_COMMENT_LENGTH }).optional(),
  })
  .meta({ id: "CancelRequest" });

/** What somebody has typed, with the line ends that were counted as they typed. */
const typed = z
  .string()
  .default("")
  .transform((value) => value.replaceAll("\r\n", "\n").replaceAll("\u0000", "").trim());

const isWithin = (value: string, max: number): boolean => [...value].length <= max;

/**
 * A cancellation as a form sends it: one of the suggested reasons or a text of one's own, and a comment. The
 * messages are codes, for whoever shows them to put into words.
 */
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
    // A choice that was not made would otherwise keep this check from running; a form lists everything at once.
    when: () => true,
  })
  .transform(
    ({ choice, reason, comment }): Cancellation => ({
      reason: choice === OTHER_REASON ? reason : choice,
      comment: comment === "" ? null : comment,
    }),
  );

/** The details that a create or PUT body describes, defaults filled in. */
export function detailsFromBody(body: OrderBody): OrderDetails {
  return {
    pickup: stopFromBody(body.pickup),
    dropoffs: body.dropoffs.map((dropoff) => ({
      ...stopFromBody(dropoff),
      cargoSize: dropoff.cargo_size ?? null,
      paymentType: dropoff.payment_type ?? null,
      paymentAmount: amountFromBody(dropoff.payment_amount),
      doorstep: dropoff.doorstep ?? DEFAULT_DOORSTEP,
    })),
    cargoSize: body.cargo_size ?? DEFAULT_CARGO_SIZE,
    routingMode: body.routing_mode ?? DEFAULT_ROUTING_MODE,
    paymentType: body.payment_type ?? DEFAULT_PAYMENT_TYPE,
    paymentAmount: amountFromBody(body.payment_amount),
    deliveryTime: body.delivery_time == null ? null : new Date(body.delivery_time),
    comment: body.comment ?? null,
  };
}

/** The address and the contact of a stop. */
export function stopFromBody({ address, contact }: OrderBody["pickup"]): Pickup {
  return { address: addressFromBody(address), contact: contactFromBody(contact) };
}

/** An amount in RUB as kopecks; absent and null both mean that there is none. */
export function amountFromBody(amount: number | null | undefined): Kopecks | null {
  return amount == null ? null : fromRubles(amount);
}

function addressFromBody(body: OrderBody["pickup"]["address"]): OrderDetails["pickup"]["address"] {
  return {
    latitude: body.latitude,
    longitude: body.longitude,
    area: body.area,
    street: body.street,
    building: body.building,
    apartment: body.apartment ?? null,
    entrance: body.entrance ?? null,
    floor: body.floor ?? null,
    intercom: body.intercom ?? null,
    instructions: body.instructions ?? null,
  };
}

function contactFromBody(body: OrderBody["pickup"]["contact"]): Contact {
  return { value: body.value, name: body.name ?? null, type: body.type ?? DEFAULT_CONTACT_TYPE };
}
