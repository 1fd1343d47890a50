import { run } from "@/bench/database";
import { seededWords } from "@/testing/seeded-words";

const LOGGED_DAYS = 30;

/** 40% are on their way, 20% assigned, 10% scheduled, and a few have a question or a problem. */
export async function seedOpenOrders(
  databaseUrl: string,
  { accountId, orders }: { readonly accountId: string; readonly orders: number },
): Promise<void> {
  await run(databaseUrl, OPEN_ORDERS, [accountId, orders]);
  for (const table of ["orders", "order_stops", "order_status_changes", "couriers", "courier_positions"]) {
    await run(databaseUrl, `VACUUM ANALYZE ${table}`);
  }
}

export async function seedCalls(
  databaseUrl: string,
  { accountId, keyId, calls }: { readonly accountId: string; readonly keyId: string; readonly calls: number },
): Promise<void> {
  for (let day = LOGGED_DAYS; day >= 0; day -= 1) {
    await run(databaseUrl, "SELECT make_logged_requests_day((now() AT TIME ZONE 'UTC')::date - $1::int)", [
      day,
    ]);
  }
  await run(databaseUrl, CALLS, [accountId, keyId, calls]);
  await run(databaseUrl, "VACUUM ANALYZE logged_requests");
}

const CODE = "upper('Z' || substr(hash, 1, 3) || '-' || lpad(to_hex(n), 4, '0'))";

const WORDS = seededWords({
  accountId: "$1",
  code: CODE,
  externalOrderId: "'open-' || n",
  street: "'marata'",
  building: "(1 + n % 120)",
  phone: "('7' || phone)",
});

const OPEN_ORDERS = `
  WITH made AS MATERIALIZED (
    SELECT n, nextval('orders_id_seq') AS id,
           CASE WHEN n % 10 < 4 THEN 'in_progress' WHEN n % 10 < 6 THEN 'assigned' ELSE 'new' END::order_status AS status,
           date_trunc('second', now()) - (n * 7919 % 5400) * interval '1 second' AS at,
           md5($1::text || ' open ' || n) AS hash, md5($1::text || ' carrier ' || n)::uuid AS courier_id
    FROM generate_series(1, $2::int) AS n
  ), hired AS (
    INSERT INTO couriers (id, name, phone, transport_type, mode, on_shift_since)
    SELECT courier_id, 'Courier ' || n, '+7911' || lpad(n::text, 7, '0'), 'car', 'live', now() FROM made
    WHERE status <> 'new'
  ), heard AS (
    INSERT INTO courier_positions (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
    SELECT courier_id, 59.85 + n % 977 * 0.0002, 30.15 + n % 991 * 0.0004, 90, heard_at, heard_at, 'seeded'
    FROM made, LATERAL (SELECT now() - n % 300 * interval '1 second' AS heard_at) AS last WHERE status <> 'new'
  ), placed AS (
    INSERT INTO orders (id, account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
      payment_type, price, distance_meters, duration_seconds, tariff_id, tracking_token, courier_id, fingerprint,
      event_sequence, created_at, updated_at, delivery_time, dispatch_at, accepted_at, routing, return_distance_meters,
      return_duration_seconds)
    SELECT id, $1::uuid, 'live', 'open-' || n,
      ${CODE}, status, 'M', 'sequential', 'cash', 300 + n % 400,
      1000 + n % 9000, 600 + n % 1800, (SELECT max(id) FROM tariffs), substr(hash, 1, 22),
      CASE WHEN status <> 'new' THEN courier_id END, decode(hash || hash, 'hex'), 1, at, at,
      CASE WHEN n % 10 = 9 THEN at + interval '1 day' END, CASE WHEN n % 10 = 9 THEN at + interval '23 hours' ELSE at END,
      CASE WHEN status <> 'new' THEN at END, 'roads', 1000 + n % 9000, 600 + n % 1800
    FROM made
  ), stops AS (
    INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building, contact_name,
      contact_value, contact_type, doorstep, distance_meters, duration_seconds, price, geometry, search_words,
      attempts, failed_at, failure_code, resolution, answer_until, feedback, feedback_at, metadata)
    SELECT id, $1::uuid, position, 59.85 + n % 1013 * 0.0002, 30.15 + n % 1009 * 0.0004, 'Санкт-Петербург',
      'улица Марата', (1 + n % 120)::text, 'Анна', '+7' || phone, 'phone', true,
      CASE WHEN position > 0 THEN 1000 + n % 9000 END, CASE WHEN position > 0 THEN 600 + n % 1800 END,
      CASE WHEN position > 0 THEN 300 END, CASE WHEN position > 0 THEN '_p~iF~ps|U_ulLnnqC' END,
      CASE WHEN position > 0 THEN '' ELSE ${WORDS} END,
      is_asked::int, CASE WHEN is_asked THEN now() END, CASE WHEN is_asked THEN 'refused'::failure_code END,
      CASE WHEN is_asked THEN 'ask'::undeliverable_action END, CASE WHEN is_asked THEN now() + interval '1 day' END,
      CASE WHEN is_told THEN 'problem'::feedback END, CASE WHEN is_told THEN now() END, '{}'
    FROM made, generate_series(0, CASE WHEN n % 4 = 0 THEN 2 ELSE 1 END) AS position,
      LATERAL (SELECT '9' || lpad((n::bigint * 104729 % 1000000000)::text, 9, '0') AS phone,
                      position = 1 AND n % 1000 = 1 AS is_asked, position = 1 AND n % 1000 = 2 AS is_told) AS s
  )
  INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type)
  SELECT id, $1::uuid, change.status, at + change.place * interval '2 minutes', 'job'
  FROM made, LATERAL (VALUES ('new'::order_status, 0), ('assigned', 1), ('in_progress', 2)) AS change (status, place)
  WHERE change.status <= made.status`;

const CALLS = `
  INSERT INTO logged_requests (account_id, mode, key_id, request_id, requested_at, method, path, route, status,
    duration_ms, error_id, external_order_id)
  SELECT $1::uuid, 'live', $2::uuid, 'req_' || n, now() - (($3::int - n)::float8 / $3::int) * interval '29 days 12 hours',
    CASE WHEN n % 5 = 0 THEN 'POST' ELSE 'GET' END, '/v1/partner/orders/shop-' || n, '/orders/{external_order_id}',
    CASE WHEN n % 1000 = 7 THEN 500 WHEN n % 25 = 3 THEN 404 ELSE 200 END, 5 + n % 40,
    CASE WHEN n % 25 = 3 AND n % 1000 <> 7 THEN 'order_not_found' END, 'shop-' || n
  FROM generate_series(1, $3::int) AS n`;
