import { run } from "@/bench/database";
import { toCell } from "@/lib/couriers/cell";

/** Counts of rows, with names by which they are found. */
export interface WaitingSeed {
  readonly accountId: string;
  readonly name: string;
  /** Couriers on shift who carry orders. */
  readonly busy: number;
  /** 1 by default; more only where orders may share a route. */
  readonly ordersPerCourier?: number;
  /** Couriers on shift without an order. */
  readonly free: number;
  /** Live orders that wait for a courier. */
  readonly waiting: number;
}

/** Writes couriers and orders over 20 by 13 km in one transaction, and wakes dispatch. */
export async function seedWaiting(
  databaseUrl: string,
  { accountId, name, busy, ordersPerCourier = 1, free, waiting }: WaitingSeed,
): Promise<void> {
  const places = Array.from({ length: busy + free }, (_, index) => ({
    latitude: 46.94 + (index % 100) * 0.0018,
    longitude: 28.77 + (Math.floor(index / 100) % 10) * 0.017,
  }));
  await run(
    databaseUrl,
    `WITH drivers AS (
       INSERT INTO couriers (id, name, phone, transport_type, mode, on_shift_since)
       SELECT md5($1 || n)::uuid, 'Courier ' || n, '+79110000000', 'car', 'live', now()
       FROM generate_series(1, $2::int) AS n
     ), seen AS (
       INSERT INTO courier_positions (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
       SELECT md5($1 || n)::uuid, latitude, longitude, 90, now(), now(), cell
       FROM unnest($3::float8[], $4::float8[], $5::text[]) WITH ORDINALITY AS t(latitude, longitude, cell, n)
     ), placed AS (
       INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
         payment_type, price, distance_meters, duration_seconds, tariff_id, courier_id, fingerprint, created_at,
         updated_at, dispatch_at, accepted_at, event_sequence)
       SELECT $6::uuid, 'live', $1 || '-' || n, upper(substr(md5($1 || n), 1, 9)),
         (CASE WHEN n <= $7 THEN 'in_progress' ELSE 'new' END)::order_status, 'M', 'sequential', 'cash', 380, 3000, 600,
         (SELECT max(id) FROM tariffs), CASE WHEN n <= $7 THEN md5($1 || (n - 1) % $9::int + 1)::uuid END, '\\x00', now(), now(),
         now(), CASE WHEN n <= $7 THEN now() END, 1
       FROM generate_series(1, $7::int + $8::int) AS n
       RETURNING id, account_id
     ), stops AS (
       INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building,
         contact_value, contact_type, distance_meters, duration_seconds, price, geometry)
       SELECT id, account_id, position, 46.94 + (id * (7 + position) % 100) * 0.0018,
         28.77 + (id * (3 + position) % 97) / 97.0 * 0.17, 'Chișinău', 'strada Ismail', '30', '+79110000000', 'phone',
         CASE WHEN position = 1 THEN 3000 END, CASE WHEN position = 1 THEN 600 END,
         CASE WHEN position = 1 THEN 380 END, CASE WHEN position = 1 THEN '_p~iF~ps|U_ulLnnqC' END
       FROM placed, generate_series(0, 1) AS position
     )
     SELECT pg_notify('dropline_jobs', 'dispatch')`,
    [
      name,
      busy + free,
      places.map(({ latitude }) => latitude),
      places.map(({ longitude }) => longitude),
      places.map((place) => toCell(place)),
      accountId,
      busy * ordersPerCourier,
      waiting,
      Math.max(1, busy),
    ],
  );
  await run(databaseUrl, "ANALYZE orders, order_stops, couriers, courier_positions");
}
