const text = (maxLength?: number, minLength = 0) => ({
  type: "string",
  minLength,
  pattern: "^[^\\u0000]*$",
  ...(maxLength === undefined ? {} : { maxLength }),
});
const orNull = (schema: { type: string } & Record<string, unknown>) => ({
  ...schema,
  type: [schema.type, "null"],
});
const latitude = { type: "number", minimum: -90, maximum: 90 };
const longitude = { type: "number", minimum: -180, maximum: 180 };
const whole = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const rubles = { type: "number", minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01 };
const size = { type: "string", enum: ["S", "M", "L", "XL"] };
const routingMode = { type: "string", enum: ["sequential", "parallel"] };
const paymentType = { type: "string", enum: ["cash", "card"] };

const address = {
  type: "object",
  required: ["latitude", "longitude", "area", "street", "building"],
  properties: {
    latitude,
    longitude,
    area: text(undefined, 1),
    street: text(undefined, 1),
    building: text(undefined, 1),
    apartment: orNull(whole),
    entrance: orNull(whole),
    floor: orNull(whole),
    intercom: orNull(text(64)),
    instructions: orNull(text(1000)),
  },
};

const contact = {
  type: "object",
  required: ["value"],
  properties: {
    value: text(undefined, 1),
    name: orNull(text()),
    type: { type: "string", enum: ["phone", "whatsapp", "telegram"] },
  },
};

export const orderBody = {
  type: "object",
  required: ["external_order_id", "pickup", "dropoffs"],
  properties: {
    external_order_id: { ...text(128, 1), not: { enum: [".", ".."] } },
    quote_id: { type: "string", format: "uuid" },
    pickup: { type: "object", required: ["address", "contact"], properties: { address, contact } },
    dropoffs: {
      type: "array",
      minItems: 1,
      maxItems: 10,
      items: {
        type: "object",
        required: ["address", "contact"],
        properties: {
          address,
          contact,
          cargo_size: size,
          payment_type: paymentType,
          payment_amount: orNull(rubles),
          doorstep: { type: "boolean" },
        },
      },
    },
    cargo_size: size,
    routing_mode: routingMode,
    payment_type: paymentType,
    payment_amount: orNull(rubles),
    delivery_time: { type: ["string", "null"], format: "date-time" },
    comment: orNull(text(2000)),
  },
};

export const quoteBody = {
  type: "object",
  required: ["pickup", "dropoffs"],
  properties: {
    pickup: { type: "object", required: ["latitude", "longitude"], properties: { latitude, longitude } },
    dropoffs: {
      type: "array",
      minItems: 1,
      maxItems: 10,
      items: {
        type: "object",
        required: ["latitude", "longitude"],
        properties: { latitude, longitude, cargo_size: size },
      },
    },
    cargo_size: size,
    routing_mode: routingMode,
  },
};

export const patchBody = {
  type: "object",
  required: ["comment"],
  properties: { comment: orNull(text(2000)) },
};

export const cancelBody = {
  type: ["object", "null"],
  properties: { reason: text(255), comment: text(2000) },
};

export const listQuery = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    offset: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
};

const textOrNull = { type: ["string", "null"] };
const order = {
  external_order_id: { type: "string" },
  order_code: { type: "string" },
  status: { type: "string" },
  price: { type: ["number", "null"] },
  total: { type: ["number", "null"] },
  routing: textOrNull,
  tracking_url: textOrNull,
  tracking_urls: { type: ["array", "null"], items: { type: "string" } },
  delivered_at: textOrNull,
  driver: { type: ["object", "null"], additionalProperties: true },
  driver_location: { type: ["object", "null"], additionalProperties: true },
  return: { type: ["object", "null"], additionalProperties: true },
};
const history = {
  type: "array",
  items: { type: "object", properties: { status: { type: "string" }, changed_at: { type: "string" } } },
};

const stops = {
  type: "array",
  items: {
    type: "object",
    properties: {
      index: { type: "integer" },
      kind: { type: "string" },
      outcome: { type: "string" },
      arrived_at: textOrNull,
      completed_at: textOrNull,
      failure: textOrNull,
      recipient_decision: { type: "null" },
      proof: { type: "null" },
    },
  },
};
const charges = {
  type: "array",
  items: {
    type: "object",
    properties: { type: { type: "string" }, amount: { type: "number" }, at: { type: "string" } },
  },
};

const success = (data: object) => ({
  type: "object",
  properties: { success: { type: "boolean" }, data },
});
const orderData = success({ type: "object", properties: order });
export const orderAnswer = { 200: orderData, 201: orderData };
export const readAnswer = {
  200: success({
    type: "object",
    properties: { ...order, stops, charges, status_changes: history, estimated_arrivals: { type: "null" } },
  }),
};
export const listAnswer = {
  200: success({
    type: "object",
    properties: {
      orders: { type: "array", items: { type: "object", properties: order } },
      limit: { type: "integer" },
      offset: { type: "integer" },
    },
  }),
};
export const quoteAnswer = {
  200: success({
    type: "object",
    properties: {
      quote_id: { type: "string" },
      price: { type: "number" },
      return_price: { type: "number" },
      distance: { type: "number" },
      duration: { type: "number" },
      routing: { type: "string" },
      expires_at: { type: "string" },
      dropoffs: {
        type: "array",
        items: {
          type: "object",
          properties: {
            route_id: { type: "string" },
            distance: { type: "number" },
            duration: { type: "number" },
            cargo_size: { type: "string" },
            price: { type: "number" },
          },
        },
      },
    },
  }),
};
export const pingAnswer = {
  200: success({
    type: "object",
    properties: {
      ok: { type: "boolean" },
      account: { type: "object", properties: { id: { type: "string" }, email: textOrNull } },
      scopes: { type: "array", items: { type: "string" } },
      rate_limit_per_minute: { type: ["integer", "null"] },
    },
  }),
};
