import { Client } from "pg";
import { packBody } from "@/lib/events/event-body";
import { folded, seededWords } from "@/testing/seeded-words";

const OTHER_ACCOUNTS = 200;
const COURIERS = 500;
/** Open orders: scheduled for tomorrow, and on their way. */
const SCHEDULED = 300;
const MOVING = 100;
/** Ended orders are spread over these days by default. */
const DAYS = 90;
/** The event log keeps the events of the newest. */
const EVENT_DAYS = 30;
const CHUNK = 20_000;
const EVENT_CHUNK = 5_000;
const SESSIONS = 2;

export interface Seed {
  readonly accountId: string;
  /** Every n-th order belongs to this account. The default is 2. */
  readonly every?: number;
  readonly orders: number;
  /** The ages between which the added ended orders are spread, in days. The default is 0 to 90. */
  readonly ageDays?: readonly [from: number, until: number];
}

/**
 * Writes orders with the rows that the service writes for them now (`seed.test.ts` compares them): open ones, delivered
 * ones and a tenth that was cancelled. Idempotent: called again with a larger number, it adds the missing rows.
 */
export async function seedOrders(
  databaseUrl: string,
  { accountId, every = 2, orders, ageDays: [youngest, oldest] = [0, DAYS] }: Seed,
): Promise<void> {
  const clients = Array.from({ length: SESSIONS }, () => new Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    // Generated rows are consistent; checking each foreign key would double the time.
    for (const client of clients) {
      await client.query("SET session_replication_role = replica");
      await client.query("SET synchronous_commit = off");
    }
    const [first] = clients;
    if (first === undefined) return;
    await first.query(PEOPLE);
    const { rows } = await first.query<{ seeded: number }>(
      "SELECT count(*)::int AS seeded FROM orders WHERE external_order_id LIKE 'shop-%'",
    );
    let next = (rows[0]?.seeded ?? 0) + 1;
    await Promise.all(
      clients.map(async (client) => {
        while (next <= orders) {
          const from = next;
          next = Math.min(orders + 1, from + CHUNK);
          await client.query("BEGIN");
          const made = await client.query(ORDERS, [from, next - 1, accountId, every, youngest, oldest]);
          await insertEvents(client, made.rows);
          await client.query("COMMIT");
        }
      }),
    );
    for (const table of ["orders", "order_stops", "order_status_changes", "events", "couriers"]) {
      await first.query(`VACUUM ANALYZE ${table}`);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

interface SeededEvent extends Readonly<Record<string, unknown>> {
  readonly body: string;
}

/** The service packs bodies before they are stored, and PostgreSQL cannot. */
async function insertEvents(client: Client, events: readonly SeededEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += EVENT_CHUNK) {
    const rows = events.slice(start, start + EVENT_CHUNK).map(({ body, ...event }) => {
      return { ...event, packed: `\\x${Buffer.from(packBody(body)).toString("hex")}` };
    });
    await client.query(EVENTS, [JSON.stringify(rows)]);
  }
}

const EVENTS = `
  INSERT INTO events (id, account_id, mode, order_id, sequence, type, packed, created_at, actor_type, actor_id)
  SELECT event_id, account_id, 'live', order_id, sequence, type, packed, changed_at, actor_type, actor_id
  FROM jsonb_to_recordset($1) AS e (event_id uuid, account_id uuid, order_id bigint, sequence int, type text, packed bytea,
    changed_at timestamptz, actor_type text, actor_id text)
  ORDER BY changed_at`;

const PEOPLE = `
  WITH others AS (
    INSERT INTO accounts (id, name)
    SELECT md5('account ' || n)::uuid, 'Seeded shop ' || n FROM generate_series(1, ${OTHER_ACCOUNTS}) AS n
    ON CONFLICT DO NOTHING
  ), drivers AS (
    INSERT INTO couriers (id, name, phone, transport_type, make, mode, on_shift_since)
    SELECT md5('courier ' || n)::uuid, 'Courier ' || n, '+7911' || lpad(n::text, 7, '0'), 'car', 'Lada', 'live', now()
    FROM generate_series(1, ${COURIERS}) AS n
    ON CONFLICT DO NOTHING
  )
  INSERT INTO courier_positions (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
  SELECT md5('courier ' || n)::uuid, 59.8 + n * 0.0005, 30.2 + n * 0.0005, 90, now(), now(), 'seeded'
  FROM generate_series(1, ${COURIERS}) AS n
  ON CONFLICT DO NOTHING`;

const STREETS = "марата рубинштейна жуковского некрасова чехова пушкинская восстания маяковского".split(" ");

const WORDS = seededWords({
  accountId: "account_id",
  code: "code",
  externalOrderId: "'shop-' || n",
  street: `(ARRAY['${STREETS.map(folded).join("','")}'])[1 + n % 8]`,
  building: "s.building",
  phone: "('7' || s.phone)",
});

const STEPS = `(VALUES (1, 'new', 0), (2, 'assigned', 60), (3, 'in_progress', 120), (4, 'delivered', 2400), (2, 'cancelled', 2400))
      AS step (sequence, reached, seconds)`;

const PUBLIC_URL = "https://dropline.example/t/";

/** As JSON.stringify writes it. */
const toCompactJson = (json: string) => `replace(replace((${json})::text, '" : ', '":'), ', "', ',"')`;
const toInstant = (at: string) => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const EVENT = toCompactJson(`json_build_object(
      'id', event_id, 'event', type, 'created_at', ${toInstant("changed_at")}, 'status', reached,
      'cancellation', CASE WHEN reached = 'cancelled' THEN json_build_object('reason', 'too_late', 'comment', NULL) END,
      'external_order_id', 'shop-' || n, 'order_code', code, 'sequence', sequence, 'test', false,
      'order', json_build_object('external_order_id', 'shop-' || n, 'order_code', code, 'status', reached,
        'price', price, 'total', CASE WHEN reached = 'cancelled' THEN 0 ELSE price END, 'routing', 'roads',
        'tracking_url', '${PUBLIC_URL}' || token,
        'tracking_urls', CASE WHEN dropoffs > 1 THEN json_build_array('${PUBLIC_URL}' || substr(md5('stop ' || n || 1), 1, 22),
          '${PUBLIC_URL}' || substr(md5('stop ' || n || 2), 1, 22)) END,
        'delivered_at', CASE WHEN reached = 'delivered' THEN ${toInstant("changed_at")} END,
        'driver', CASE WHEN reached NOT IN ('new', 'cancelled') THEN json_build_object('name', 'Courier ' || courier,
          'phone', '+7911' || lpad(courier::text, 7, '0'), 'transport', json_build_object('type', 'car', 'make', 'Lada')) END,
        'driver_location', NULL, 'return', NULL, 'metadata', json_build_object(), 'held_reason', NULL, 'ready_at', NULL, 'delivery_mode', 'shared', 'delivery_window', NULL, 'stops_before', NULL),
      'stop', NULL)`);

// The first hundreds have not ended; of the rest, one in ten is cancelled. The numbers derive from the order's own,
// so that every run has the same orders.
const ORDERS = `
  WITH made AS MATERIALIZED (
    SELECT n, nextval('orders_id_seq') AS id,
           CASE WHEN n % $4::int = 0 THEN $3::uuid ELSE md5('account ' || 1 + n / 2 % ${OTHER_ACCOUNTS})::uuid END AS account_id,
           CASE WHEN n <= ${SCHEDULED} THEN 'new' WHEN n <= ${SCHEDULED + MOVING} THEN 'in_progress'
                WHEN n % 10 = 7 THEN 'cancelled' ELSE 'delivered' END AS status,
           date_trunc('second', now()) - CASE WHEN n <= ${SCHEDULED + MOVING} THEN n * interval '1 second'
             ELSE interval '1 hour' + ($5::int * 86400 + n::bigint * 7919 % (($6::int - $5::int) * 86400)) * interval '1 second' END
             AS at,
           hash, upper(overlay(substr(hash, 1, 2) || lpad(to_hex(n), 6, '0') PLACING '-' FROM 5 FOR 0)) AS code,
           substr(hash, 1, 22) AS token, 1 + n % ${COURIERS} AS courier, dropoffs, (300 + n % 400) * dropoffs AS price
    FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT md5('order ' || n) AS hash) AS random,
      LATERAL (SELECT CASE WHEN n % 4 = 0 THEN 2 ELSE 1 END AS dropoffs) AS size
  ), steps AS MATERIALIZED (
    SELECT made.*, sequence, reached, 'order.' || CASE reached WHEN 'new' THEN 'created' ELSE reached END AS type,
           at + seconds * interval '1 second' AS changed_at, md5('event ' || n || ' ' || sequence)::uuid AS event_id,
           CASE reached WHEN 'assigned' THEN 'job' WHEN 'in_progress' THEN 'courier' WHEN 'delivered' THEN 'courier'
             ELSE 'key' END AS actor_type,
           CASE reached WHEN 'assigned' THEN 'dispatch' WHEN 'new' THEN md5('key ' || account_id)::uuid::text
             WHEN 'cancelled' THEN md5('key ' || account_id)::uuid::text
             ELSE md5('courier ' || courier)::uuid::text END AS actor_id
    FROM made JOIN ${STEPS} ON reached = ANY(CASE status WHEN 'new' THEN '{new}'::text[] WHEN 'cancelled' THEN '{new,cancelled}'
      WHEN 'in_progress' THEN '{new,assigned,in_progress}' ELSE '{new,assigned,in_progress,delivered}' END)
  ), placed AS (
    INSERT INTO orders (id, account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
      payment_type, price, distance_meters, duration_seconds, tariff_id, tracking_token, courier_id, cancel_reason,
      fingerprint, event_sequence, version, created_at, updated_at, delivered_at, delivery_time, dispatch_at, accepted_at,
      arrived_at, routing, return_distance_meters, return_duration_seconds)
    SELECT id, account_id, 'live', 'shop-' || n, code, reached::order_status,
      'M', 'sequential', 'cash', price, (1000 + n % 9000) * dropoffs, (600 + n % 1800) * dropoffs,
      (SELECT max(id) FROM tariffs), token,
      CASE WHEN status IN ('in_progress', 'delivered') THEN md5('courier ' || courier)::uuid END,
      CASE WHEN status = 'cancelled' THEN 'too_late' END,
      decode(hash || hash, 'hex'), sequence, sequence, at, changed_at, CASE WHEN status = 'delivered' THEN changed_at END,
      CASE WHEN status = 'new' THEN at + interval '1 day' END,
      CASE WHEN status = 'new' THEN at + interval '1 day' ELSE at END,
      CASE WHEN status IN ('in_progress', 'delivered') THEN at + interval '70 seconds' END,
      CASE WHEN status IN ('in_progress', 'delivered') THEN at + interval '110 seconds' END,
      'roads', 1000 + n % 9000, 600 + n % 1800
    FROM steps WHERE reached = status
    RETURNING account_id, mode, updated_at, id, CASE WHEN status IN ('delivered', 'cancelled') THEN courier_id END AS ended_by
  ), last_changes AS (
    INSERT INTO order_last_changes (account_id, mode, changed_at, order_id, courier_id) SELECT * FROM placed
  ), stops AS (
    INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building,
      contact_value, contact_type, doorstep, tracking_token, distance_meters, duration_seconds, price, geometry,
      arrived_at, delivered_at, metadata, search_words)
    SELECT id, account_id, position, 59.9 + n % 1000 * 0.0001, 30.3 + n % 900 * 0.0001, 'Санкт-Петербург',
      'улица ' || s.street, s.building::text, '+7' || s.phone, 'phone', true,
      CASE WHEN position > 0 AND dropoffs > 1 THEN substr(md5('stop ' || n || position), 1, 22) END,
      CASE WHEN position > 0 THEN 1000 + n % 9000 END, CASE WHEN position > 0 THEN 600 + n % 1800 END,
      CASE WHEN position > 0 THEN price / dropoffs END, CASE WHEN position > 0 THEN '_p~iF~ps|U_ulLnnqC' END,
      CASE WHEN position > 0 AND status = 'delivered' THEN changed_at - interval '1 minute' END,
      CASE WHEN position > 0 AND status = 'delivered' THEN changed_at END,
      '{}', CASE WHEN position > 0 THEN '' ELSE ${WORDS} END
    FROM (SELECT * FROM steps WHERE reached = status) AS last,
      generate_series(0, dropoffs) AS position,
      LATERAL (SELECT (ARRAY['${STREETS.join("','")}'])[1 + n % 8]
                        || CASE WHEN n % 5 = 0 THEN '' ELSE ' ' || n % 400 END AS street,
                      1 + n % 120 AS building,
                      '9' || lpad((n::bigint * 104729 % 1000000000)::text, 9, '0') AS phone) AS s
  ), history AS (
    INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
    SELECT id, account_id, reached::order_status, changed_at, actor_type, actor_id FROM steps ORDER BY id, sequence
  )
  SELECT event_id, account_id, id AS order_id, sequence, type, ${EVENT} AS body, changed_at, actor_type, actor_id
  FROM steps WHERE at > now() - interval '${EVENT_DAYS} days' ORDER BY changed_at`;
