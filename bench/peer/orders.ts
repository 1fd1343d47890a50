import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { Key } from "@/bench/peer/keys";
import { type PriceResult, priceTrip, type Trip, tripKey } from "@/bench/peer/price";
import { packBody } from "@/lib/events/event-body";
import type { CreateOrderBody } from "@/lib/orders/schema";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

type Dropoff = CreateOrderBody["dropoffs"][number];
type Stop = Pick<Dropoff, "address" | "contact"> & Partial<Dropoff>;
export type OrderBody = CreateOrderBody;

export type OrderAnswer = Record<string, unknown> & {
  external_order_id: string;
  order_code: string;
  status: string;
};

const { PORT, PUBLIC_URL: publicUrl = `http://localhost:${PORT}` } = process.env;
const DISPATCH_MARGIN_MS = 15 * 60_000;
const FRESH_MS = 30 * 60_000;
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

const token = () => randomBytes(16).toString("base64url");
const letters = () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");

interface NewOrder {
  row: unknown[];
  stops: string;
  actorId: string;
  event: { id: string; body: string };
}

export async function createOrder(pool: Pool, key: Key, body: OrderBody) {
  const size = body.cargo_size ?? "M";
  const mode = body.routing_mode ?? "sequential";
  const trip: Trip = {
    pickup: body.pickup.address,
    dropoffs: body.dropoffs.map(({ address, cargo_size }) => ({
      latitude: address.latitude,
      longitude: address.longitude,
      size: cargo_size ?? size,
    })),
    mode,
  };
  const createdAt = new Date();
  const deliveryTime = body.delivery_time == null ? null : new Date(body.delivery_time);
  const readyAt = body.ready_at == null ? null : new Date(body.ready_at);
  const fingerprint = createHash("sha256").update(JSON.stringify(body)).digest();
  const quoted = body.quote_id === undefined ? null : await findQuote(pool, key, body.quote_id, trip);
  const priced = quoted ?? (await priceTrip(pool, trip));
  const tokens = body.dropoffs.length > 1 ? body.dropoffs.map(token) : [];
  const orderToken = token();
  const data: OrderAnswer = {
    external_order_id: body.external_order_id,
    order_code: `${letters()}-${letters()}`,
    status: "new",
    price: priced.price / 100,
    total: priced.price / 100,
    routing: "roads",
    tracking_url: `${publicUrl}/t/${orderToken}`,
    tracking_urls: tokens.length > 0 ? tokens.map((one) => `${publicUrl}/t/${one}`) : null,
    delivered_at: null,
    driver: null,
    driver_location: null,
    return: null,
    metadata: sortMetadata(body.metadata ?? {}),
    held_reason: null,
    ready_at: readyAt?.toISOString() ?? null,
    delivery_mode: body.delivery_mode ?? "shared",
    delivery_window: null,
    stops_before: null,
  };
  const pickup = Math.max(
    (deliveryTime?.getTime() ?? 0) - priced.durationSeconds * 1000,
    readyAt?.getTime() ?? 0,
  );
  const dispatchAt = new Date(Math.max(createdAt.getTime(), pickup - DISPATCH_MARGIN_MS));
  const event = composeEvent("order.created", data, 1, key.mode, createdAt, null);
  const isNew = await insertOrder(pool, {
    row: [
      key.accountId,
      key.mode,
      body.external_order_id,
      data.order_code,
      size,
      mode,
      body.payment_type ?? "cash",
      body.payment_amount ?? null,
      deliveryTime,
      body.comment ?? null,
      data.price,
      priced.distanceMeters,
      priced.durationSeconds,
      priced.tariffId,
      quoted === null ? null : body.quote_id,
      orderToken,
      fingerprint,
      createdAt,
      dispatchAt,
      data.routing,
      body.if_undeliverable ?? "ask",
      body.notify ?? null,
      body.locale ?? null,
      JSON.stringify(data.metadata),
      priced.wayBack.distanceMeters,
      priced.wayBack.durationSeconds,
      readyAt,
      data.delivery_mode,
    ],
    stops: stopsJson(body, priced, tokens, splitWords(key, data.order_code, body)),
    actorId: key.id,
    event,
  });
  if (isNew) return { status: 201, data, isMismatch: false };
  const original = await findOrder(pool, key, body.external_order_id);
  if (original === null) throw new Refusal(409, "ORDER_CREATION_IN_PROGRESS");
  return {
    status: 200,
    data: present(original),
    isMismatch: !fingerprint.equals(original.fingerprint),
  };
}

/** Sorts keys as jsonb does, so that a repeat has the same text. */
function sortMetadata(metadata: Record<string, string>): Record<string, string> {
  const bytes = (key: string) => Buffer.from(key);
  const keys = Object.keys(metadata).sort(
    (a, b) => bytes(a).length - bytes(b).length || Buffer.compare(bytes(a), bytes(b)),
  );
  return Object.fromEntries(keys.map((key) => [key, metadata[key] ?? ""]));
}

function splitWords(key: Key, code: string, body: OrderBody): string {
  const pieces = (sign: string, text: string, length: number) =>
    Array.from(
      { length: Math.max(0, text.length - length + 1) },
      (_, at) => sign + text.slice(at, at + length),
    );
  const words = (text = "", sign = "") =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => sign + word);
  const values = (metadata = {}) => Object.values<string>(metadata).flatMap((value) => words(value));
  return [
    `@${key.accountId.slice(0, 8)}`,
    ...words(body.external_order_id, "="),
    ...pieces("#", code.replace("-", "").toLowerCase(), 3),
    ...words(body.pickup.contact.name ?? ""),
    ...values(body.metadata),
    ...body.dropoffs.flatMap(({ address, contact, metadata }) => [
      ...words(`${address.street} ${address.building} ${contact.name ?? ""}`),
      ...pieces("+", contact.value.replace(/\D/g, ""), 4),
      ...values(metadata),
    ]),
  ]
    .map((word, at) => `${word}:${at + 1}`)
    .join(" ");
}

function stopsJson(body: OrderBody, priced: PriceResult, tokens: string[], words: string): string {
  const stops = [body.pickup, ...body.dropoffs].map(({ address, contact, ...own }: Stop, position) => {
    const leg = priced.legs[position - 1];
    return {
      ...address,
      contact_value: contact.value,
      contact_name: contact.name ?? null,
      contact_type: contact.type ?? "phone",
      cargo_size: own.cargo_size ?? null,
      payment_type: own.payment_type ?? null,
      payment_amount: own.payment_amount ?? null,
      doorstep: own.doorstep ?? true,
      notify: own.notify ?? null,
      locale: own.locale ?? null,
      proof_photo: own.proof?.photo ?? null,
      proof_code: own.proof?.code ?? null,
      proof_signature: own.proof?.signature ?? null,
      metadata: own.metadata ?? {},
      position,
      search_words: position > 0 ? "" : words,
      tracking_token: tokens[position - 1] ?? null,
      distance_meters: leg?.distanceMeters ?? null,
      duration_seconds: leg?.durationSeconds ?? null,
      price: leg === undefined ? null : leg.price / 100,
      geometry: leg?.geometry ?? null,
    };
  });
  return JSON.stringify(stops);
}

const ORDER_COLUMNS = `account_id, mode, external_order_id, order_code, cargo_size, routing_mode, payment_type,
  payment_amount, delivery_time, comment, price, distance_meters, duration_seconds, tariff_id, quote_id, tracking_token,
  fingerprint, created_at, updated_at, dispatch_at, routing, if_undeliverable, notify, locale, metadata,
  return_distance_meters, return_duration_seconds, ready_at, delivery_mode`;
const ORDER_VALUES = `$1::uuid, $2::mode, $3, $4, $5::cargo_size, $6::routing_mode, $7::payment_type, $8::numeric,
  $9::timestamptz, $10, $11::numeric, $12::int, $13::int, $14::int, $15::uuid, $16, $17::bytea, $18::timestamptz,
  $18::timestamptz, $19::timestamptz, $20, $21::undeliverable_action, $22::boolean, $23::locale, $24::jsonb, $25::int, $26::int, $27::timestamptz,
  $28::delivery_mode`;
const STOP_COLUMNS = `position, latitude, longitude, area, street, building, apartment, entrance, floor, intercom,
  instructions, contact_value, contact_name, contact_type, cargo_size, payment_type, payment_amount, doorstep,
  notify, locale, proof_photo, proof_code, proof_signature, metadata, tracking_token, distance_meters, duration_seconds, price, geometry, search_words`;
const STOP_ROWS = `(position smallint, latitude float8, longitude float8, area text, street text, building text,
  apartment bigint, entrance bigint, floor bigint, intercom text, instructions text, contact_value text,
  contact_name text, contact_type contact_type, cargo_size cargo_size, payment_type payment_type,
  payment_amount numeric, doorstep boolean, notify boolean, locale locale, proof_photo boolean, proof_code boolean,
  proof_signature boolean, metadata jsonb, tracking_token text, distance_meters int, duration_seconds int,
  price numeric, geometry text, search_words tsvector)`;

async function insertOrder(pool: Pool, order: NewOrder): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "insert-all",
    text: `
      WITH placed AS (
        INSERT INTO orders (${ORDER_COLUMNS}) VALUES (${ORDER_VALUES})
        ON CONFLICT (account_id, mode, external_order_id) DO NOTHING RETURNING id, account_id, mode, created_at, metadata
      ), stops AS (
        INSERT INTO order_stops (order_id, account_id, ${STOP_COLUMNS})
        SELECT placed.id, placed.account_id, s.* FROM placed, jsonb_to_recordset($29::jsonb) AS s${STOP_ROWS}
      ), history AS (
        INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
        SELECT id, account_id, 'new', $18, 'key', $30 FROM placed
      ), metadata AS (
        INSERT INTO order_metadata (account_id, mode, key, value, created_at, order_id)
        SELECT account_id, mode, m.key, m.value, created_at, id FROM placed, jsonb_each_text(placed.metadata) AS m
      ), journal AS (
        INSERT INTO events (id, account_id, mode, order_id, sequence, type, packed, created_at, actor_type, actor_id)
        SELECT $31::uuid, account_id, mode, id, 1, 'order.created', $32::bytea, $18, 'key', $30 FROM placed
        RETURNING id, account_id, mode, order_id, type
      ), deliveries AS (
        INSERT INTO webhook_deliveries (endpoint_id, account_id, event_id, event_type, order_id, run_at, created_at)
        SELECT e.id, e.account_id, j.id, j.type, j.order_id, now(), $18
        FROM journal j JOIN webhook_endpoints e ON e.account_id = j.account_id AND e.mode = j.mode
        WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL AND j.type = ANY(e.event_types)
        RETURNING 1
      )
      SELECT pg_notify('dropline_jobs', 'dispatch'), pg_notify('dropline_live', concat_ws(' ', 'order', id, account_id, mode)),
             (SELECT pg_notify('dropline_webhooks', '')::text FROM deliveries LIMIT 1)
      FROM placed`,
    values: [...order.row, order.stops, order.actorId, order.event.id, packBody(order.event.body)],
  });
  return rowCount === 1;
}

const VIEW = `
  SELECT o.id, o.external_order_id, o.order_code, o.status, o.price, o.routing, o.tracking_token, o.delivered_at, o.fingerprint,
         o.courier_id, o.event_sequence, o.comment, o.metadata, o.held_reason, o.ready_at, o.delivery_mode, o.created_at,
         ARRAY(SELECT s.tracking_token FROM order_stops s WHERE s.order_id = o.id AND s.position > 0
               ORDER BY s.position) AS tokens,
         c.name, c.phone, c.transport_type, c.make, c.model, c.color, c.number,
         p.latitude, p.longitude, p.heading, p.received_at`;
const JOINS = `
  FROM orders o
  LEFT JOIN couriers c ON c.id = o.courier_id
  LEFT JOIN courier_positions p ON p.courier_id = o.courier_id`;

interface OrderRow {
  id: string;
  external_order_id: string;
  order_code: string;
  status: string;
  price: string | null;
  routing: string | null;
  tracking_token: string | null;
  delivered_at: Date | null;
  fingerprint: Buffer;
  courier_id: string | null;
  event_sequence: number;
  comment: string | null;
  metadata: Record<string, string>;
  held_reason: string | null;
  ready_at: Date | null;
  delivery_mode: string;
  created_at: Date;
  tokens: (string | null)[];
  name: string | null;
  phone: string;
  transport_type: string;
  make: string | null;
  model: string | null;
  color: string | null;
  number: string | null;
  latitude: number | null;
  longitude: number;
  heading: number;
  received_at: Date;
  history?: { status: string; changed_at: string }[];
  stops?: {
    position: number;
    arrived_at: string | null;
    completed_at: string | null;
    failure: string | null;
    metadata: Record<string, string>;
  }[];
  charges?: { type: string; amount: number; at: string; why: string }[] | null;
}

async function findOrder(
  db: Pool | PoolClient,
  key: Key,
  externalOrderId: string,
  lock: "" | "FOR UPDATE OF o" = "",
): Promise<OrderRow | null> {
  const { rows } = await db.query<OrderRow>({
    name: `order ${lock}`,
    text: `${VIEW}${JOINS} WHERE o.account_id = $1 AND o.mode = $2 AND o.external_order_id = $3 ${lock}`,
    values: [key.accountId, key.mode, externalOrderId],
  });
  return rows[0] ?? null;
}

export async function readOrder(pool: Pool, key: Key, externalOrderId: string) {
  const { rows } = await pool.query<OrderRow>({
    name: "order-with-history",
    text: `${VIEW},
             (SELECT json_agg(json_build_object('status', h.status, 'changed_at', h.changed_at) ORDER BY h.id)
              FROM order_status_changes h WHERE h.order_id = o.id) AS history,
             (SELECT json_agg(json_build_object('position', s.position, 'arrived_at', s.arrived_at,
                                                'completed_at', s.delivered_at, 'failure', s.failure_code,
                                                'metadata', s.metadata)
                              ORDER BY s.position)
              FROM order_stops s WHERE s.order_id = o.id) AS stops,
             (SELECT json_agg(json_build_object('type', g.type, 'amount', g.amount, 'at', g.at, 'why', g.why) ORDER BY g.id)
              FROM order_charges g WHERE g.order_id = o.id) AS charges
           ${JOINS} WHERE o.account_id = $1 AND o.mode = $2 AND o.external_order_id = $3`,
    values: [key.accountId, key.mode, externalOrderId],
  });
  const [order] = rows;
  if (order === undefined) throw new Refusal(404, "ORDER_NOT_FOUND");
  const changes = order.history ?? [];
  return {
    ...present(order),
    stops: (order.stops ?? []).map(({ position, arrived_at, completed_at, failure, metadata }) => ({
      index: position,
      kind: position === 0 ? "pickup" : "dropoff",
      outcome: failure !== null ? "failed" : completed_at !== null ? "done" : "pending",
      arrived_at: arrived_at && new Date(arrived_at).toISOString(),
      completed_at: completed_at && new Date(completed_at).toISOString(),
      failure,
      recipient_decision: null,
      proof: null,
      metadata,
      delivery_window: null,
    })),
    charges: (order.charges ?? []).map(({ type, amount, at, why }) => ({
      type,
      amount,
      at: new Date(at).toISOString(),
      why,
    })),
    status_changes: changes.map(({ status, changed_at: at }) => ({
      status,
      changed_at: new Date(at).toISOString(),
    })),
    estimated_arrivals: null,
    planned_pickup: null,
  };
}

export async function listOrders(pool: Pool, key: Key, limit: number, offset: number) {
  const { rows } = await pool.query<OrderRow>({
    name: "orders",
    text: `${VIEW}${JOINS} WHERE o.account_id = $1 AND o.mode = $2
           ORDER BY o.created_at DESC, o.id DESC LIMIT $3 OFFSET $4`,
    // The additional order shows whether another page follows.
    values: [key.accountId, key.mode, limit + 1, offset],
  });
  const last = rows[limit - 1];
  const hasMore = rows.length > limit && last !== undefined;
  return {
    orders: rows.slice(0, limit).map((row) => present(row)),
    limit,
    offset,
    next_cursor: hasMore ? `c${last.created_at.getTime()}-${last.id}` : null,
  };
}

export function patchComment(pool: Pool, key: Key, externalOrderId: string, comment: string | null) {
  return inTransaction(pool, async (tx) => {
    const order = await lockOrder(tx, key, externalOrderId);
    if (order.comment === comment) return present(order);
    if (order.status !== "new" && order.status !== "assigned") throw new Refusal(409, "ORDER_NOT_EDITABLE");
    const at = new Date();
    await tx.query({
      name: "comment",
      text: "UPDATE orders SET comment = $2, updated_at = $3, event_sequence = event_sequence + 1 WHERE id = $1",
      values: [order.id, comment, at],
    });
    if (order.courier_id === null) await tx.query("SELECT pg_notify('dropline_jobs', 'dispatch')");
    const data = present(order);
    await tell(tx, key, order, "order.updated", data, at, null);
    return data;
  });
}

export function cancelOrder(
  pool: Pool,
  key: Key,
  externalOrderId: string,
  { reason = "", comment = null }: { reason?: string; comment?: string | null },
) {
  return inTransaction(pool, async (tx) => {
    const order = await lockOrder(tx, key, externalOrderId);
    if (order.status === "cancelled") return present(order);
    if (order.status === "delivered") throw new Refusal(409, "ORDER_NOT_CANCELLABLE");
    const at = new Date();
    const cancellation = { reason: reason || "unspecified", comment };
    await tx.query({
      name: "cancel",
      text: `UPDATE orders SET status = 'cancelled', cancel_reason = $2, cancel_comment = $3, updated_at = $4,
               event_sequence = event_sequence + 1 WHERE id = $1`,
      values: [order.id, cancellation.reason, comment, at],
    });
    await tx.query({
      name: "insert-history",
      text: `INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
             VALUES ($1, $2, 'cancelled', $3, 'key', $4)`,
      values: [order.id, key.accountId, at, key.id],
    });
    const data = present({ ...order, status: "cancelled" });
    await tell(tx, key, order, "order.cancelled", data, at, cancellation);
    return data;
  });
}

async function lockOrder(tx: PoolClient, key: Key, externalOrderId: string): Promise<OrderRow> {
  const order = await findOrder(tx, key, externalOrderId, "FOR UPDATE OF o");
  if (order === null) throw new Refusal(404, "ORDER_NOT_FOUND");
  return order;
}

async function tell(
  tx: PoolClient,
  key: Key,
  order: OrderRow,
  type: string,
  data: OrderAnswer,
  at: Date,
  cancellation: object | null,
): Promise<void> {
  const sequence = order.event_sequence + 1;
  const event = composeEvent(type, data, sequence, key.mode, at, cancellation);
  await tx.query({
    name: "insert-event",
    text: `INSERT INTO events (id, account_id, mode, order_id, sequence, type, packed, created_at, actor_type, actor_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'key', $9)`,
    values: [event.id, key.accountId, key.mode, order.id, sequence, type, packBody(event.body), at, key.id],
  });
  await tx.query({
    name: "insert-deliveries",
    text: `WITH deliveries AS (
             INSERT INTO webhook_deliveries (endpoint_id, account_id, event_id, event_type, order_id, run_at, created_at)
             SELECT e.id, e.account_id, $3, $4, $5, now(), $6 FROM webhook_endpoints e
             WHERE e.account_id = $1 AND e.mode = $2 AND e.disabled_at IS NULL AND e.deleted_at IS NULL
               AND $4 = ANY(e.event_types)
             RETURNING 1)
           SELECT pg_notify('dropline_webhooks', '') FROM deliveries LIMIT 1`,
    values: [key.accountId, key.mode, event.id, type, order.id, at],
  });
  await tx.query({
    name: "notify-live",
    text: "SELECT pg_notify('dropline_live', $1)",
    values: [`order ${order.id} ${key.accountId} ${key.mode} ${order.courier_id ?? ""}`.trimEnd()],
  });
}

function composeEvent(
  type: string,
  order: OrderAnswer,
  sequence: number,
  mode: string,
  at: Date,
  cancellation: object | null,
): { id: string; body: string } {
  const id = randomUUID();
  const body = {
    id,
    event: type,
    created_at: at.toISOString(),
    status: order.status,
    cancellation,
    external_order_id: order.external_order_id,
    order_code: order.order_code,
    sequence,
    test: mode === "test",
    order,
    stop: null,
  };
  return { id, body: JSON.stringify(body) };
}

async function findQuote(pool: Pool, key: Key, id: string, trip: Trip): Promise<PriceResult | null> {
  const { rows } = await pool.query({
    name: "quote",
    text: `SELECT price, distance_meters, duration_seconds, tariff_id, legs, trip_key,
                  return_distance_meters, return_duration_seconds FROM quotes
           WHERE id = $1 AND account_id = $2 AND mode = $3 AND expires_at > now()`,
    values: [id, key.accountId, key.mode],
  });
  const [row] = rows;
  if (row === undefined || row.trip_key !== tripKey(trip)) return null;
  return {
    tariffId: row.tariff_id,
    price: Math.round(row.price * 100),
    distanceMeters: row.distance_meters,
    durationSeconds: row.duration_seconds,
    legs: row.legs,
    wayBack: { distanceMeters: row.return_distance_meters, durationSeconds: row.return_duration_seconds },
  };
}

function present(order: OrderRow): OrderAnswer {
  const tokens = order.tokens.filter((one) => one !== null);
  const isMoving = order.status === "assigned" || order.status === "in_progress";
  const isFresh = order.latitude !== null && Date.now() - order.received_at.getTime() < FRESH_MS;
  const transport = Object.entries({
    type: order.transport_type,
    make: order.make,
    model: order.model,
    color: order.color,
    number: order.number,
  }).filter(([, value]) => value !== null);
  return {
    external_order_id: order.external_order_id,
    order_code: order.order_code,
    status: order.status,
    price: order.price === null ? null : Number(order.price),
    total: order.status === "cancelled" ? 0 : order.price === null ? null : Number(order.price),
    routing: order.routing,
    tracking_url: order.tracking_token === null ? null : `${publicUrl}/t/${order.tracking_token}`,
    tracking_urls:
      tokens.length > 1 && tokens.length === order.tokens.length
        ? tokens.map((one) => `${publicUrl}/t/${one}`)
        : null,
    delivered_at: order.delivered_at?.toISOString() ?? null,
    driver:
      order.name === null
        ? null
        : { name: order.name, phone: order.phone, transport: Object.fromEntries(transport) },
    driver_location:
      isMoving && isFresh
        ? {
            latitude: order.latitude,
            longitude: order.longitude,
            heading: order.heading,
            updated_at: order.received_at.toISOString(),
          }
        : null,
    return: null,
    metadata: order.metadata,
    held_reason: order.held_reason,
    ready_at: order.ready_at?.toISOString() ?? null,
    delivery_mode: order.delivery_mode,
    delivery_window: null,
    stops_before: null,
  };
}

async function inTransaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect();
  try {
    await tx.query("BEGIN");
    const result = await work(tx);
    await tx.query("COMMIT");
    return result;
  } catch (error) {
    await tx.query("ROLLBACK");
    throw error;
  } finally {
    tx.release();
  }
}
