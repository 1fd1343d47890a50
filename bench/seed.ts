import { Client } from "pg";
import { folded, seededWords } from "@/testing/seeded-words";

const OTHER_ACCOUNTS = 200;
const COURIERS = 500;
/** Open orders: scheduled for tomorrow, and on their way. */
const SCHEDULED = 300;
const MOVING = 100;
/** Orders are spread over these days unless the seed says otherwise. The journal keeps the events of the newest. */
const DAYS = 90;
const EVENT_DAYS = 30;
const CHUNK = 20_000;
const SESSIONS = 2;

export interface Seed {
  readonly accountId: string;
  /** Every n-th order belongs to this account. The default is 2. */
  readonly every?: number;
  readonly orders: number;
  /** The ages between which the added orders are spread, in days. */
  readonly ageDays?: readonly [from: number, until: number];
}

/** Idempotent: called again with a larger number, it adds the missing rows. */
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
          await client.query(ORDERS, [from, next - 1, accountId, every, youngest, oldest]);
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

const PEOPLE = `
  WITH others AS (
    INSERT INTO accounts (id, name)
    SELECT md5('account ' || n)::uuid, 'Seeded shop ' || n FROM generate_series(1, ${OTHER_ACCOUNTS}) AS n
    ON CONFLICT DO NOTHING
  ), drivers AS (
    INSERT INTO couriers (id, name, phone, transport_type, mode, on_shift_since)
    SELECT md5('courier ' || n)::uuid, 'Courier ' || n, '+7911' || lpad(n::text, 7, '0'), 'car', 'live', now()
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

// The first hundreds have not ended; of the rest, one in ten is cancelled. The numbers derive from the order's own,
// so that every run has the same orders.
const ORDERS = `
  WITH made AS MATERIALIZED (
    SELECT n, nextval('orders_id_seq') AS id,
           CASE WHEN n % $4::int = 0 THEN $3::uuid ELSE md5('account ' || 1 + n / 2 % ${OTHER_ACCOUNTS})::uuid END AS account_id,
           CASE WHEN n <= ${SCHEDULED} THEN 'new' WHEN n <= ${SCHEDULED + MOVING} THEN 'in_progress'
                WHEN n % 10 = 7 THEN 'cancelled' ELSE 'delivered' END::order_status AS status,
           date_trunc('second', now()) - CASE WHEN n <= ${SCHEDULED + MOVING} THEN n * interval '1 second'
             ELSE ($5::int * 86400 + n::bigint * 7919 % (($6::int - $5::int) * 86400)) * interval '1 second' END AS at,
           hash, upper(overlay(substr(hash, 1, 2) || lpad(to_hex(n), 6, '0') PLACING '-' FROM 5 FOR 0)) AS code
    FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT md5('order ' || n) AS hash) AS random
  ), placed AS (
    INSERT INTO orders (id, account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
      payment_type, price, distance_meters, duration_seconds, tariff_id, tracking_token, courier_id, cancel_reason,
      fingerprint, event_sequence, created_at, updated_at, delivered_at, delivery_time, dispatch_at, accepted_at)
    SELECT id, account_id, 'live', 'shop-' || n, code, status,
      'M', 'sequential', 'cash', 300 + n % 400, 1000 + n % 9000, 600 + n % 1800,
      (SELECT max(id) FROM tariffs), substr(hash, 1, 22),
      CASE WHEN n > ${SCHEDULED} AND status <> 'cancelled' THEN md5('courier ' || 1 + n % ${COURIERS})::uuid END,
      CASE WHEN status = 'cancelled' THEN 'too_late' END,
      decode(hash || hash, 'hex'), 2, at, at, CASE WHEN status = 'delivered' THEN at + interval '40 minutes' END,
      CASE WHEN status = 'new' THEN at + interval '1 day' END,
      CASE WHEN status = 'new' THEN at + interval '1 day' ELSE at END,
      CASE WHEN n > ${SCHEDULED} AND status <> 'cancelled' THEN at END
    FROM made
  ), stops AS (
    INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building,
      contact_value, contact_type, doorstep, tracking_token, distance_meters, duration_seconds, price, geometry,
      search_words)
    SELECT id, account_id, position, 59.9 + n % 1000 * 0.0001, 30.3 + n % 900 * 0.0001, 'Санкт-Петербург',
      'улица ' || s.street, s.building::text, '+7' || s.phone, 'phone', true,
      CASE WHEN position > 0 AND n % 4 = 0 THEN substr(md5('stop ' || n || position), 1, 22) END,
      CASE WHEN position > 0 THEN 1000 + n % 9000 END, CASE WHEN position > 0 THEN 600 + n % 1800 END,
      CASE WHEN position > 0 THEN 300 END, CASE WHEN position > 0 THEN '_p~iF~ps|U_ulLnnqC' END,
      CASE WHEN position > 0 THEN '' ELSE ${WORDS} END
    FROM made,
      generate_series(0, CASE WHEN n % 4 = 0 THEN 2 ELSE 1 END) AS position,
      LATERAL (SELECT (ARRAY['${STREETS.join("','")}'])[1 + n % 8]
                        || CASE WHEN n % 5 = 0 THEN '' ELSE ' ' || n % 400 END AS street,
                      1 + n % 120 AS building,
                      '9' || lpad((n::bigint * 104729 % 1000000000)::text, 9, '0') AS phone) AS s
  ), history AS (
    INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type)
    SELECT id, account_id, change.status, at + change.place * interval '20 minutes', 'job'
    FROM made, LATERAL (SELECT 'new'::order_status AS status, 0 AS place
                        UNION ALL SELECT made.status, 2 WHERE made.status <> 'new') AS change
  )
  INSERT INTO events (id, account_id, mode, order_id, sequence, type, body, created_at)
  SELECT md5('event ' || n || ' ' || sequence)::uuid, account_id, 'live', id, sequence,
    CASE WHEN sequence = 1 THEN 'order.created' WHEN status = 'new' THEN 'order.updated' ELSE 'order.' || status END,
    json_build_object('id', md5('event ' || n || ' ' || sequence)::uuid, 'event', 'order.created', 'created_at', at,
      'status', status, 'cancellation', NULL, 'external_order_id', 'shop-' || n, 'order_code', hash,
      'sequence', sequence, 'test', false, 'order', json_build_object('external_order_id', 'shop-' || n,
        'order_code', hash, 'status', status, 'price', 300, 'tracking_url', 'https://example.com/t/' || hash,
        'tracking_urls', NULL, 'delivered_at', at, 'driver', NULL, 'driver_location', NULL))::text,
    at
  FROM made, generate_series(1, 2) AS sequence
  WHERE at > now() - interval '${EVENT_DAYS} days'`;
