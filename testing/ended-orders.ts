/** Statements that give an account ended orders with their history and stops, spread evenly over a time. */
export function insertEndedOrders(
  accountId: string,
  courierId: string,
  { count, from, until, mode = "live" }: { count: number; from: string; until: string; mode?: string },
): string {
  return `
    WITH made AS (
      INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
        payment_type, price, distance_meters, duration_seconds, tariff_id, courier_id, cancel_reason, fingerprint,
        created_at, updated_at, delivered_at, dispatch_at, accepted_at, arrived_at, promised_until)
      SELECT '${accountId}', '${mode}', n || ' ' || gen_random_uuid(), upper(substr(md5(gen_random_uuid()::text), 1, 9)),
        CASE WHEN n % 7 = 3 THEN 'cancelled' ELSE 'delivered' END::order_status, 'M', 'sequential', 'cash',
        300 + n % 400 + n % 100 / 100.0, 4000, 900, (SELECT max(id) FROM tariffs), '${courierId}',
        CASE WHEN n % 7 = 3 THEN 'unspecified' END, sha256(int4send(n)),
        at - interval '1 hour', at, CASE WHEN n % 7 <> 3 THEN at END, at - interval '1 hour', at - interval '50 minutes',
        CASE WHEN n % 5 <> 0 THEN at - interval '40 minutes' END,
        CASE WHEN n % 3 <> 0 THEN at + (n * 7919 % 7000 - 4000) * interval '1 second' END
      FROM generate_series(1, ${count}) AS n
      CROSS JOIN LATERAL (
        SELECT date_trunc('milliseconds', timestamptz '${from}'
                 + (timestamptz '${until}' - timestamptz '${from}') * (n - 1) / ${count}) AS at) AS ended
      RETURNING id, account_id, status, updated_at AS at, split_part(external_order_id, ' ', 1)::int AS n
    ), history AS (
      INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type)
      SELECT id, account_id, change.status::order_status, change.at, 'courier'
      FROM made CROSS JOIN LATERAL (
        VALUES ('new', at - interval '1 hour'), ('in_progress', at - (1 + n * 104729 % 2400) * interval '1 second'),
               (status::text, at)) AS change (status, at)
    )
    INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building, contact_value,
      contact_type, metadata, distance_meters, duration_seconds, price, geometry, arrived_at, delivered_at, failed_at,
      failure_code, resolution)
    SELECT id, account_id, position, 59.93, 30.33, 'Санкт-Петербург', 'Садовая', '1', '+79160000000', 'phone', '{}',
      CASE WHEN position > 0 THEN 4000 END, CASE WHEN position > 0 THEN 900 END, CASE WHEN position > 0 THEN 350 END,
      CASE WHEN position > 0 THEN '' END,
      CASE WHEN position > 0 THEN at - n * 31 % 1500 * interval '1 second' END,
      CASE WHEN position > 0 AND n % 11 <> 4 THEN at END,
      CASE WHEN position > 0 AND n % 11 = 4 THEN at END,
      CASE WHEN position > 0 AND n % 11 = 4 THEN (enum_range(NULL::failure_code))[1 + n % 8] END,
      CASE WHEN position > 0 AND n % 11 = 4 THEN 'return'::undeliverable_action END
    FROM made CROSS JOIN generate_series(0, 1) AS position`;
}
