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
import type { DeliveryWindow } from "@/lib/orders/delivery-window";
import type { Cancellation } from "@/lib/orders/event";
import {
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_VALUE_LENGTH,
  PROTOTYPE_KEY,
  sortMetadata,
} from "@/lib/orders/metadata";
import {
  DEFAULT_DELIVERY_MODE,
  DEFAULT_PAYMENT_TYPE,
  DEFAULT_UNDELIVERABLE,
  DELIVERY_MODES,
  type OrderRequest,
  type Pickup,
  TEXT_LIMITS,
  UNDELIVERABLE_ACTIONS,
  UNDELIVERABLE_RESOLUTIONS,
} from "@/lib/orders/order";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  CONTACT_TYPES,
  camelCase,
  DROPOFF_FIELDS,
  type FieldValues,
  PAYMENT_TYPES,
  PROOF_FIELDS,
  readValues,
  type StopFields,
  type Value,
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
    russian: "Ваш номер заказа; не `.` и не `..`. С тем же номером вернётся уже созданный заказ.",
    pattern: "^(?!\\.\\.?$)[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
    examples: ["shop-1042"],
  });

const cargoSize = z.enum(CARGO_SIZES);
const routingMode = z.enum(ROUTING_MODES);
const paymentType = z.enum(PAYMENT_TYPES);
const comment = text({ max: TEXT_LIMITS.comment }).meta({
  description: "Shown to the courier.",
  russian: "Увидит курьер.",
});

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
  russian: "Ваши ключи и тексты, например номер в другой системе. Курьеры и получатели их не видят.",
});
const patchMetadata = metadataRecord(metadataValue.nullable()).optional().meta({
  description: "Merged by key; null removes a key.",
  russian: "Ключи добавляются к прежним; null удаляет ключ.",
});

type Schemas<Fields extends StopFields> = Record<keyof Fields, z.ZodType>;

const addressFields = {
  latitude,
  longitude,
  area: text({ min: 1 }).meta({
    description: "City or locality.",
    russian: "Город или посёлок.",
    examples: ["Chișinău"],
  }),
  street: text({ min: 1 }).meta({ examples: ["Strada Pușkin"] }),
  building: text({ min: 1 }).meta({
    description: "House or building number.",
    russian: "Номер дома.",
    examples: ["24"],
  }),
  apartment: wholeNumber
    .nullable()
    .meta({
      description: "A whole number; anything else goes into instructions.",
      russian: "Только целое число; всё остальное — в `instructions`.",
      examples: [12],
    })
    .optional(),
  entrance: wholeNumber.nullable().optional(),
  floor: wholeNumber.nullable().optional(),
  intercom: text({ max: ADDRESS_FIELDS.intercom.max }).nullable().optional(),
  instructions: text({ max: ADDRESS_FIELDS.instructions.max })
    .nullable()
    .meta({ description: "Free text shown to the courier.", russian: "Любой текст, его увидит курьер." })
    .optional(),
} satisfies Schemas<typeof ADDRESS_FIELDS>;

const contactFields = {
  value: text({ min: 1 }).meta({
    description: "Phone number, E.164 preferred, or messaging handle.",
    russian: "Телефон, лучше в формате E.164, или имя в мессенджере.",
    examples: ["+37369123456"],
  }),
  name: text().nullable().optional(),
  type: z.enum(CONTACT_TYPES).optional(),
} satisfies Schemas<typeof CONTACT_FIELDS>;

const proofFields = {
  photo: z.boolean().optional(),
  code: z.boolean().optional().meta({
    description:
      "Six digits that the recipient's own tracking page shows and the recipient gives to the courier.",
    russian: "Шесть цифр со страницы отслеживания получателя; их называют курьеру.",
  }),
  signature: z.boolean().optional(),
} satisfies Schemas<typeof PROOF_FIELDS>;

export const deliveryWindow = z
  .object({
    from: dateTime.meta({ description: "The earliest delivery.", russian: "Доставить не раньше." }),
    to: dateTime.meta({
      description: "The latest delivery: at least 20 minutes and at most 24 hours later, within 30 days.",
      russian: "Доставить не позже: через 20 минут — 24 часа после `from`, в ближайшие 30 дней.",
    }),
  })
  .meta({ id: "DeliveryWindow" });

const dropoffWindow = deliveryWindow.nullable().optional().meta({
  description: "When this recipient expects the delivery. Default: the order's delivery_window.",
  russian: "Когда доставку ждёт этот получатель. По умолчанию как `delivery_window` заказа.",
});

const dropoffFields = {
  cargo_size: cargoSize.optional(),
  payment_type: paymentType.optional().meta({
    description: "How the courier pays for the goods at this dropoff.",
    russian: "Как курьер платит за товар, который выкупает у этой двери.",
  }),
  payment_amount: rubles.nullable().optional().meta({
    description:
      "Buyout amount in RUB for this dropoff; null if there is no buyout. If left out, the first dropoff takes the order's.",
    russian:
      "Сумма выкупа на этой точке в рублях; null, если выкупа нет. Если не указать, первая точка возьмёт сумму заказа.",
  }),
  doorstep: z.boolean().optional().meta({
    description: "True: the courier carries to the door. False: meets at the entrance.",
    russian: "true: курьер поднимается до двери. false: встреча у подъезда.",
  }),
  notify: z.boolean().optional().meta({
    description: "Whether the recipient gets text messages. Default: the order's notify.",
    russian: "Получает ли получатель SMS. По умолчанию как `notify` заказа.",
  }),
  locale: z.enum(LOCALES).optional().meta({
    description: "Language of messages to the recipient. Default: the order's locale.",
    russian: "Язык сообщений получателю. По умолчанию как `locale` заказа.",
  }),
} satisfies Schemas<typeof DROPOFF_FIELDS>;

const address = z.object(addressFields).meta({ id: "Address" });
const contact = z
  .object({ ...contactFields, type: contactFields.type.meta({ default: CONTACT_FIELDS.type.default }) })
  .meta({ id: "Contact" });
const proof = z.object(proofFields).meta({
  id: "ProofRequest",
  description: "What the courier brings from this stop. What is left out is as the account's settings say.",
  russian: "Что курьер приносит с этой точки. Чего здесь нет, то как в настройках аккаунта.",
});
const dropoff = z
  .object({
    address,
    contact,
    proof: proof.optional(),
    ...dropoffFields,
    cargo_size: dropoffFields.cargo_size.meta({
      description: "Default: the order's cargo_size.",
      russian: "По умолчанию как у заказа.",
    }),
    doorstep: dropoffFields.doorstep.meta({ default: DROPOFF_FIELDS.doorstep.default }),
    delivery_window: dropoffWindow,
    metadata: bodyMetadata,
  })
  .meta({ id: "Dropoff" });

const orderOptions = {
  cargo_size: cargoSize.optional(),
  routing_mode: routingMode.optional(),
  payment_type: paymentType.optional().meta({
    description: "Applied to the first dropoff when not set there.",
    russian: "Для первой точки, если там не указано.",
  }),
  payment_amount: rubles.nullable().optional().meta({
    description: "Item buyout amount in RUB. Applied to the first dropoff when left out there.",
    russian: "Сумма выкупа в рублях. Для первой точки, если там не указано.",
  }),
  delivery_time: dateTime.nullable().optional().meta({
    description: "For a scheduled delivery; null for as soon as possible. In the future.",
    russian: "Если доставка к определённому времени в будущем; null — как можно скорее.",
  }),
  delivery_window: deliveryWindow.nullable().optional().meta({
    description:
      "When recipients expect the delivery: for every dropoff without its own. Not together with `delivery_time`.",
    russian:
      "Когда доставку ждут получатели: для каждой точки, где не указано своё. Не вместе с `delivery_time`.",
  }),
  ready_at: dateTime.nullable().optional().meta({
    description:
      "From when the goods can be collected; null or a time in the past for at once. Earlier than `delivery_time` or the end of `delivery_window`.",
    russian:
      "С какого времени заказ можно забрать; null или прошедшее время — сразу. Раньше, чем `delivery_time` или конец `delivery_window`.",
  }),
  delivery_mode: z.enum(DELIVERY_MODES).optional().meta({
    description:
      "`direct`: the courier delivers no other order at the same time. `shared`: where operators allow it, other orders may be delivered on the way. The price is the same.",
    russian:
      "`direct`: курьер не везёт в это время других заказов. `shared`: если операторы это разрешают, по пути могут быть и другие заказы. Цена та же.",
  }),
  comment: comment.nullable().optional(),
  if_undeliverable: z.enum(UNDELIVERABLE_ACTIONS).optional().meta({
    description:
      "What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens.",
    russian:
      "Что делать, если вручить не удалось: вернуть отправителю, оставить у двери или спросить в ту минуту.",
  }),
  notify: z.boolean().optional().meta({
    description: "Whether recipients get the text messages that the account has switched on. Default: true.",
    russian: "Получают ли получатели SMS, включённые в аккаунте. По умолчанию true.",
  }),
  locale: z.enum(LOCALES).optional().meta({
    description: "Language of messages to recipients. Default: the account's.",
    russian: "Язык сообщений получателям. По умолчанию как в аккаунте.",
  }),
};

/** Body of create and of PUT (spec, Order). */
export const orderBody = z
  .object({
    external_order_id: externalOrderId,
    quote_id: z.guid({ error: "must be a UUID" }).optional().meta({
      description:
        "From the quote operation. Honored only while the whole quote is valid; otherwise the trip is priced again.",
      russian:
        "Номер расчёта. Цена расчёта сохраняется, пока он действует целиком; иначе поездка считается заново.",
    }),
    pickup: z.object({ address, contact, proof: proof.optional() }),
    dropoffs: list(dropoff, { min: 1, max: MAX_DROPOFFS }),
    ...orderOptions,
    cargo_size: orderOptions.cargo_size.meta({ default: DEFAULT_CARGO_SIZE }),
    routing_mode: orderOptions.routing_mode.meta({ default: DEFAULT_ROUTING_MODE }),
    payment_type: orderOptions.payment_type.meta({ default: DEFAULT_PAYMENT_TYPE }),
    delivery_mode: orderOptions.delivery_mode.meta({ default: DEFAULT_DELIVERY_MODE }),
    if_undeliverable: orderOptions.if_undeliverable.meta({ default: DEFAULT_UNDELIVERABLE }),
    metadata: bodyMetadata,
  })
  .meta({ id: "OrderRequest" });

export type CreateOrderBody = z.infer<typeof orderBody>;

const stopPatch = {
  address: z.object(addressFields).partial().meta({ id: "AddressPatch" }).optional(),
  contact: z.object(contactFields).partial().meta({ id: "ContactPatch" }).optional(),
  proof: z.object(proofFields).meta({ id: "ProofPatch" }).optional(),
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
        russian: "Место точки, с нуля. По умолчанию место элемента в этом массиве.",
      }),
    ...stopPatch,
    ...dropoffFields,
    delivery_window: dropoffWindow,
    metadata: patchMetadata,
  })
  .meta({ id: "DropoffPatch" });

/** Body of PATCH (spec, PATCH-1): optional fields, merged with the stored ones. */
export const orderPatchBody = z
  .object({
    pickup: z.object(stopPatch).optional(),
    dropoffs: list(dropoffPatch, { min: 0, max: MAX_DROPOFFS })
      .optional()
      .meta({ description: "Only the dropoffs that change.", russian: "Только точки, которые меняются." }),
    quote_id: text().optional().meta({
      description: "Verified when coordinates, sizes or mode change.",
      russian: "Проверяется, если меняются координаты, размеры или порядок точек.",
    }),
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
      russian:
        "Сколько самое большее может стоить отмена, в рублях. Если уже дороже, заказ не отменится (409). По умолчанию любая цена.",
    }),
  })
  .meta({ id: "CancelRequest" });

/** Body of undeliverable (spec, Stops). */
export const answerBody = z
  .object({
    action: z.enum(UNDELIVERABLE_RESOLUTIONS),
    index: z.int().min(1).max(MAX_DROPOFFS).optional().meta({
      description: "The dropoff as in `stops`: n is dropoff n. May be left out while one question is open.",
      russian:
        "Точка, как в `stops`: n — точка вручения номер n. Можно не указывать, пока открыт один вопрос.",
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

/** An operator types a free reason. Messages are codes that the page translates. */
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
      deliveryWindow: windowFromBody(
        dropoff.delivery_window === undefined ? body.delivery_window : dropoff.delivery_window,
      ),
      metadata: sortMetadata(dropoff.metadata ?? {}),
    })),
    cargoSize: body.cargo_size ?? DEFAULT_CARGO_SIZE,
    routingMode: body.routing_mode ?? DEFAULT_ROUTING_MODE,
    paymentType: body.payment_type ?? DEFAULT_PAYMENT_TYPE,
    paymentAmount: amountFromBody(body.payment_amount),
    deliveryTime: body.delivery_time == null ? null : new Date(body.delivery_time),
    readyAt: body.ready_at == null ? null : new Date(body.ready_at),
    deliveryMode: body.delivery_mode ?? DEFAULT_DELIVERY_MODE,
    comment: body.comment ?? null,
    ifUndeliverable: body.if_undeliverable ?? DEFAULT_UNDELIVERABLE,
    metadata: sortMetadata(body.metadata ?? {}),
    notify: body.notify ?? null,
    locale: body.locale ?? null,
  };
}

export const windowFromBody = (
  sent: z.infer<typeof deliveryWindow> | null | undefined,
): DeliveryWindow | null => (sent == null ? null : { from: new Date(sent.from), to: new Date(sent.to) });

export function stopFromBody({ address, contact, proof = {} }: CreateOrderBody["pickup"]): Pickup {
  return {
    address: valuesFromBody(ADDRESS_FIELDS, address),
    contact: valuesFromBody(CONTACT_FIELDS, contact),
    proof: valuesFromBody(PROOF_FIELDS, proof),
  };
}

type SentValues<Fields extends StopFields> = {
  readonly [Name in keyof Fields]?:
    | (Fields[Name] extends { readonly kind: "rubles" } ? number | null : Value<Fields[Name]>)
    | undefined;
};

/** Fields that are not sent keep their stored value, or have the default without one. */
export function valuesFromBody<Fields extends StopFields>(
  fields: Fields,
  body: SentValues<Fields>,
  stored?: FieldValues<Fields>,
): FieldValues<Fields> {
  const before: Readonly<Record<string, unknown>> | undefined = stored;
  return readValues(fields, (field, name) => {
    const sent = body[name];
    if (sent === undefined) return before === undefined ? field.default : before[camelCase(name)];
    // A null amount becomes 0, since an absent one would take the order's.
    return field.kind === "rubles" ? (amountFromBody(sent as number | null) ?? kopecks(0)) : sent;
  });
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
