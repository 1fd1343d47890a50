import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { cpuBetween, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import { run } from "@/bench/database";
import { formatInteger, mb, percent, type Section, table } from "@/bench/report";
import { toCell } from "@/lib/couriers/cell";

const WAITING = 2_000;
const BUSY = 1_000;
const SETTLE_SECONDS = 12;
const SECONDS = 20;

export async function benchWaiting(clusterUrl: string): Promise<Section[]> {
  const postmaster = await findPostmaster(clusterUrl);
  const contestant = await startContestant(clusterUrl, "all", {
    type: "ours",
    env: { ROLE: "worker" },
  });
  try {
    const rest = await measure(contestant, postmaster, 3);
    await makeWaiting(contestant);
    const waiting = await measure(contestant, postmaster, SETTLE_SECONDS);
    const text = table(
      `${formatInteger(WAITING)} orders waiting, ${formatInteger(BUSY)} couriers on shift and busy, one worker`,
      ["", "worker, of a core", "PostgreSQL, of a core", "resident"],
      [row("nothing waits", rest), row("they wait", waiting)],
    );
    return [{ name: "waiting", text }];
  } finally {
    await contestant.close();
  }
}

function row(name: string, { process, postgres, resident }: Awaited<ReturnType<typeof measure>>): string[] {
  return [name, percent(process), percent(postgres), mb(resident)];
}

async function measure({ pid }: BenchmarkTarget, postmaster: number, settleSeconds: number) {
  await sleep(settleSeconds * 1000);
  const before = readCpu([pid], postmaster);
  await sleep(SECONDS * 1000);
  const { process, postgres } = cpuBetween(before, readCpu([pid], postmaster));
  return { process: process / SECONDS, postgres: postgres / SECONDS, resident: residentMegabytes(pid) };
}

async function makeWaiting({ databaseUrl, accountId }: BenchmarkTarget): Promise<void> {
  const places = Array.from({ length: BUSY }, (_, index) => ({
    latitude: 59.85 + (index % 100) * 0.002,
    longitude: 30.2 + Math.floor(index / 100) * 0.02,
  }));
  await run(
    databaseUrl,
    `WITH placed AS (
       INSERT INTO couriers (id, name, phone, transport_type, mode, on_shift_since)
       SELECT md5('busy ' || n)::uuid, 'Courier ' || n, '+79110000000', 'car', 'live', now()
       FROM generate_series(1, $1::int) AS n
     )
     INSERT INTO courier_positions (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
     SELECT md5('busy ' || n)::uuid, latitude, longitude, 90, now(), now(), cell
     FROM unnest($2::float8[], $3::float8[], $4::text[]) WITH ORDINALITY AS t(latitude, longitude, cell, n)`,
    [
      BUSY,
      places.map(({ latitude }) => latitude),
      places.map(({ longitude }) => longitude),
      places.map((place) => toCell(place)),
    ],
  );
  await run(
    databaseUrl,
    `WITH placed AS (
       INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
         payment_type, price, distance_meters, duration_seconds, tariff_id, courier_id, fingerprint, created_at,
         updated_at, dispatch_at, accepted_at)
       SELECT $1::uuid, 'live', 'waiting-' || n, 'W-' || n,
         (CASE WHEN n <= $2 THEN 'in_progress' ELSE 'new' END)::order_status, 'M', 'sequential', 'cash', 380, 3000, 600,
         (SELECT max(id) FROM tariffs), CASE WHEN n <= $2 THEN md5('busy ' || n)::uuid END, '\\x00', now(), now(),
         now(), CASE WHEN n <= $2 THEN now() END
       FROM generate_series(1, $2::int + $3::int) AS n
       RETURNING id, account_id
     )
     INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building,
       contact_value, contact_type, distance_meters, duration_seconds, price, geometry)
     SELECT id, account_id, position, 59.85 + id % 100 * 0.002, 30.2 + id % 10 * 0.02, 'Санкт-Петербург', 'улица Марата',
       '30', '+79110000000', 'phone', CASE WHEN position = 1 THEN 3000 END, CASE WHEN position = 1 THEN 600 END,
       CASE WHEN position = 1 THEN 380 END, CASE WHEN position = 1 THEN '_p~iF~ps|U_ulLnnqC' END
     FROM placed, generate_series(0, 1) AS position`,
    [accountId, BUSY, WAITING],
  );
}
