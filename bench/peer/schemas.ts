type Schema = { readonly type: string } & Record<string, unknown>;

const text = (maxLength?: number, minLength = 0) => ({
  type: "string",
  minLength,
  pattern: "^[^\\u0000]*$",
  ...(maxLength === undefined ? {} : { maxLength }),
});
const orNull = (schema: Schema) => ({ ...schema, type: [schema.type, "null"] });
const object = (properties: Record<string, object>, required?: readonly string[]) => ({
  type: "object",
  ...(required === undefined ? {} : { required }),
  properties,
});
const list = (items: object, limits: object = {}) => ({ type: "array", ...limits, items });
const oneOf = (...values: string[]) => ({ type: "string", enum: values });

const [string, number, integer, boolean] = ["string", "number", "integer", "boolean"].map((type) => ({
  type,
})) as [Schema, Schema, Schema, Schema];
const nothing = { type: "null" };
const anything = { type: ["object", "null"], additionalProperties: true };
const latitude = { type: "number", minimum: -90, maximum: 90 };
const longitude = { type: "number", minimum: -180, maximum: 180 };
const whole = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const rubles = { type: "number", minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01 };
const cargo_size = oneOf("S", "M", "L", "XL");
const routing_mode = oneOf("sequential", "parallel");
const payment = { payment_type: oneOf("cash", "card"), payment_amount: orNull(rubles) };
const DROPOFFS = { minItems: 1, maxItems: 10 };

const address = object(
  {
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
  ["latitude", "longitude", "area", "street", "building"],
);
const contact = object(
  { value: text(undefined, 1), name: orNull(text()), type: oneOf("phone", "whatsapp", "telegram") },
  ["value"],
);
const proof = object({ photo: orNull(boolean), code: orNull(boolean), signature: orNull(boolean) });
const locale = oneOf("ru", "en");
const metadata = {
  type: "object",
  maxProperties: 20,
  propertyNames: text(40, 1),
  additionalProperties: text(500),
};
const dropoff = {
  address,
  contact,
  proof,
  cargo_size,
  ...payment,
  doorstep: boolean,
  notify: boolean,
  locale: orNull(locale),
  metadata,
  delivery_window: nothing,
};

export const orderBody = object(
  {
    external_order_id: { ...text(128, 1), not: { enum: [".", ".."] } },
    quote_id: { type: "string", format: "uuid" },
    pickup: object({ address, contact, proof }, ["address", "contact"]),
    dropoffs: list(object(dropoff, ["address", "contact"]), DROPOFFS),
    cargo_size,
    routing_mode,
    ...payment,
    delivery_time: { type: ["string", "null"], format: "date-time" },
    // No benchmark sends one.
    delivery_window: nothing,
    ready_at: { type: ["string", "null"], format: "date-time" },
    delivery_mode: oneOf("shared", "direct"),
    comment: orNull(text(2000)),
    if_undeliverable: oneOf("return", "leave", "ask"),
    notify: boolean,
    locale,
    metadata,
  },
  ["external_order_id", "pickup", "dropoffs"],
);

const PLACE = ["latitude", "longitude"];
export const quoteBody = object(
  {
    pickup: object({ latitude, longitude }, PLACE),
    dropoffs: list(object({ latitude, longitude, cargo_size }, PLACE), DROPOFFS),
    cargo_size,
    routing_mode,
  },
  ["pickup", "dropoffs"],
);

export const patchBody = object({ comment: orNull(text(2000)) }, ["comment"]);

export const cancelBody = {
  type: ["object", "null"],
  properties: { reason: text(255), comment: text(2000) },
};

export const listQuery = object({
  limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  offset: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
});

const order = {
  external_order_id: string,
  order_code: string,
  status: string,
  price: orNull(number),
  total: orNull(number),
  routing: orNull(string),
  tracking_url: orNull(string),
  tracking_urls: orNull(list(string)),
  delivered_at: orNull(string),
  driver: anything,
  driver_location: anything,
  return: anything,
  metadata: anything,
  held_reason: orNull(string),
  ready_at: orNull(string),
  delivery_mode: string,
  delivery_window: nothing,
  stops_before: nothing,
};
const stop = {
  index: integer,
  kind: string,
  outcome: string,
  arrived_at: orNull(string),
  completed_at: orNull(string),
  failure: orNull(string),
  recipient_decision: nothing,
  proof: nothing,
  metadata: anything,
  delivery_window: nothing,
};

const success = (data: object) => object({ success: boolean, data });
const orderData = success(object(order));
export const orderAnswer = { 200: orderData, 201: orderData };
export const readAnswer = {
  200: success(
    object({
      ...order,
      stops: list(object(stop)),
      charges: list(object({ type: string, amount: number, at: string, why: string })),
      status_changes: list(object({ status: string, changed_at: string })),
      estimated_arrivals: nothing,
      planned_pickup: nothing,
    }),
  ),
};
export const listAnswer = {
  200: success(
    object({ orders: list(object(order)), limit: integer, offset: integer, next_cursor: orNull(string) }),
  ),
};
export const quoteAnswer = {
  200: success(
    object({
      quote_id: string,
      price: number,
      return_price: number,
      distance: number,
      duration: number,
      routing: string,
      expires_at: string,
      dropoffs: list(
        object({ route_id: string, distance: number, duration: number, cargo_size: string, price: number }),
      ),
    }),
  ),
};
export const pingAnswer = {
  200: success(
    object({
      ok: boolean,
      account: object({ id: string, email: orNull(string) }),
      scopes: list(string),
      rate_limit_per_minute: orNull(integer),
      data_epoch: string,
      data_until: orNull(string),
    }),
  ),
};
