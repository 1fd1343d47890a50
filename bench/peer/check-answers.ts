import { CALLS, type OperationName } from "@/bench/calls";
import { run } from "@/bench/database";
import { findPair, type PointList } from "@/bench/generator/places";
import { createBody } from "@/bench/places";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { type ApiClient, newId } from "@/testing/api-client";
import { unpackText } from "@/testing/unpack-text";

/** A program with its own database and an account without orders. */
export interface ComparedProgram {
  readonly name: string;
  readonly databaseUrl: string;
  readonly api: ApiClient;
}

/** The service alone logs calls for the account's users, the last use of each key, and its own health. */
const OTHER_TABLES = /^(logged_requests|api_keys|health_.*|ended_order_sums|order_day_changes)$/;

/**
 * Checks that both programs respond to the same requests with the same statuses, headers and data, and write the same
 * rows. Covers every measured operation. @throws Error that lists every difference
 */
export async function checkPeer(
  ours: ComparedProgram,
  peer: ComparedProgram,
  places: PointList,
): Promise<void> {
  const bodies = buildBodies(places);
  const [mine, theirs] = [await runSteps(ours, bodies), await runSteps(peer, bodies)];
  const differences = [
    ...subtractLines(mine, theirs).map((line) => `${ours.name}: ${line}`),
    ...subtractLines(theirs, mine).map((line) => `${peer.name}: ${line}`),
  ];
  if (differences.length === 0) return;
  throw new Error(`${peer.name} differs from ${ours.name}:\n${differences.join("\n")}`);
}

/** Lines that the first list has more often than the second. */
function subtractLines(ones: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return ones.filter((line) => {
    const index = rest.indexOf(line);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}

/** One order as the load has it, one with several dropoffs, and one with every optional field. */
function buildBodies(places: PointList): CreateOrderBody[] {
  // Each with another dropoff, so that no leg has no length.
  const [one, ...others] = [1, 2, 3].map((number): CreateOrderBody => {
    const body = createBody(findPair(places, number * (places.pickups.length + 1), true));
    return { ...JSON.parse(body), external_order_id: newId() };
  });
  if (one === undefined) return [];
  const [dropoff] = one.dropoffs;
  if (dropoff === undefined) return [];
  const proof = { photo: true, code: false, signature: true };
  const several = others.flatMap(({ dropoffs }) => dropoffs);
  const everything: CreateOrderBody = {
    external_order_id: newId(),
    pickup: {
      address: {
        ...one.pickup.address,
        apartment: 7,
        entrance: 2,
        floor: 3,
        intercom: "7K",
        instructions: "Ask at the desk",
      },
      contact: { value: "+78125550100", name: "Анна", type: "whatsapp" },
      proof,
    },
    dropoffs: [
      {
        ...dropoff,
        contact: { value: "+79161234567", name: "Олег", type: "telegram" },
        proof,
        cargo_size: "L",
        payment_type: "card",
        payment_amount: 99.5,
        doorstep: false,
        notify: true,
        locale: "en",
        metadata: { shelf: "A 4" },
      },
      ...several,
    ],
    cargo_size: "S",
    routing_mode: "parallel",
    payment_type: "card",
    payment_amount: 1200,
    delivery_time: "2100-01-01T12:00:00.000Z",
    ready_at: "2100-01-01T11:30:00.000Z",
    delivery_mode: "direct",
    comment: "Ring once",
    if_undeliverable: "return",
    notify: false,
    locale: "ru",
    metadata: { crm_id: "8842", a: "b" },
  };
  return [one, { ...one, external_order_id: newId(), dropoffs: [dropoff, ...several] }, everything];
}

type Send = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

const [, LIST_PATH] = CALLS["list 20"];

/** What a client does with each operation: as measured, repeated, and refused. */
const STEPS: Record<OperationName, (send: Send, body: CreateOrderBody) => Promise<unknown>> = {
  ping: (send) => send("GET", "/ping"),
  quote: async (send, body) => {
    await send("POST", "/quotes", toTrip(body));
    await send("POST", "/quotes", { ...toTrip(body), dropoffs: [] });
  },
  create: async (send, body) => {
    await send("POST", "/orders", body);
    await send("POST", "/orders", body);
    await send("POST", "/orders", { ...body, comment: "Another one" });
    await send("POST", "/orders", {
      ...body,
      external_order_id: `${body.external_order_id}-none`,
      pickup: {},
    });
  },
  "create with quote_id": async (send, body) => {
    const { quote_id } = await send("POST", "/quotes", toTrip(body));
    await send("POST", "/orders", {
      ...body,
      external_order_id: `${body.external_order_id}-quoted`,
      quote_id,
    });
  },
  read: async (send, { external_order_id: id }) => {
    await send("GET", `/orders/${id}`);
    await send("GET", `/orders/${id}-none`);
  },
  "list 20": async (send) => {
    await send("GET", LIST_PATH);
    await send("GET", "/orders?limit=1");
  },
  PATCH: async (send, { external_order_id: id }) => {
    await send("PATCH", `/orders/${id}`, { comment: "Ring twice" });
    await send("PATCH", `/orders/${id}`, { comment: "Ring twice" });
    await send("PATCH", `/orders/${id}-none`, { comment: "Ring twice" });
  },
  cancel: async (send, { external_order_id: id }) => {
    await send("POST", `/orders/${id}/cancel`, { reason: "too_late", comment: "Closed" });
    await send("POST", `/orders/${id}/cancel`, {});
    await send("POST", `/orders/${id}-none/cancel`, {});
    await send("PATCH", `/orders/${id}`, { comment: "Ring once" });
    await send("GET", `/orders/${id}`);
  },
};

const toTrip = ({ pickup, dropoffs, cargo_size, routing_mode }: CreateOrderBody) => ({
  pickup: { latitude: pickup.address.latitude, longitude: pickup.address.longitude },
  dropoffs: dropoffs.map(({ address: { latitude, longitude }, cargo_size }) => ({
    latitude,
    longitude,
    ...(cargo_size === undefined ? {} : { cargo_size }),
  })),
  ...(cargo_size === undefined ? {} : { cargo_size }),
  ...(routing_mode === undefined ? {} : { routing_mode }),
});

/** Of the connection, and those that server.ts adds to every response. */
const TRANSPORT_HEADERS =
  /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|cross-origin-.*|permissions-policy)$/;
const MAX_TRIES = 50;

/** One line for each response and each row that the requests have written or changed. */
async function runSteps(
  { api, databaseUrl }: ComparedProgram,
  bodies: readonly CreateOrderBody[],
): Promise<string[]> {
  const since = await readTransactionId(databaseUrl);
  const exchanges: string[] = [];
  const send: Send = async (method, path, body) => {
    const request = () => api.send<Record<string, unknown>>(method, `/v1/partner${path}`, body);
    let response = await request();
    // A busy machine may not route a trip in time.
    for (let tries = 1; response.status === 503 && tries < MAX_TRIES; tries += 1) response = await request();
    const headers = [...response.headers.keys()].filter((name) => !TRANSPORT_HEADERS.test(name)).sort();
    const { status, data } = response;
    const exchange = { method, path, status, headers, code: response.error?.code, data: toShape(data) };
    exchanges.push(JSON.stringify(exchange));
    return data ?? {};
  };
  for (const body of bodies) {
    for (const step of Object.values(STEPS)) await step(send, body);
  }
  return [...exchanges, ...(await readRows(databaseUrl, since))];
}

/**
 * Values that differ between any two runs: identifiers, codes, links, digests and times. The service routes all legs at
 * once, so a leg's line may have other points where it meets the next.
 */
const OWN_VALUE =
  /^(id|email|key_hash|.*_id|order_code|tracking_urls?|tracking_token|fingerprint|.*_at|expires|row|data_epoch|epoch|next_cursor|geometry)$/;
/** Not numbered by the program. */
const GIVEN_VALUE = /^external_order_id$/;

function toShape(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => toShape(one, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toShape(one, key)]));
  }
  if (value === null || GIVEN_VALUE.test(name)) return value;
  return OWN_VALUE.test(name) ? "…" : value;
}

async function readTransactionId(databaseUrl: string): Promise<string> {
  const [row] = await run<{ id: string }>(databaseUrl, "SELECT pg_current_xact_id()::text AS id");
  return row?.id ?? "0";
}

/** Rows of all tables that a transaction from this one on has written. */
async function readRows(databaseUrl: string, since: string): Promise<string[]> {
  const tables = await run<{ name: string }>(
    databaseUrl,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  const selects = tables
    .filter(({ name }) => !OTHER_TABLES.test(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS "table", to_jsonb(t) AS row FROM ${name} t WHERE xmin::text::bigint >= $1::bigint`,
    );
  const rows = await run<{ table: string; row: Record<string, unknown> }>(
    databaseUrl,
    selects.join(" UNION ALL "),
    [since],
  );
  return rows.map(({ table, row }) => `${table} ${JSON.stringify(toShape(parseTexts(row)))}`);
}

/** Parses a stored event. Counts words for the search, without the parts of the random order code. */
function parseTexts({
  search_words: words,
  packed,
  ...row
}: Record<string, unknown>): Record<string, unknown> {
  return {
    ...row,
    ...(typeof packed === "string" ? { packed: JSON.parse(unpackText(packed)) } : {}),
    ...(typeof words === "string" ? { search_words: words.match(/'[^#]/g)?.length ?? 0 } : {}),
  };
}
