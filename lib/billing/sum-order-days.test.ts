import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountScope, mintScope } from "@/lib/account-scope";
import { exportReport } from "@/lib/billing/export-report";
import { getReport, listLateDeliveries, type ReportRange } from "@/lib/billing/get-report";
import { toInstants } from "@/lib/billing/report";
import { findChangedDays, sumOrderDay, sumOrderDays } from "@/lib/billing/sum-order-days";
import { getOverview } from "@/lib/console/overview/get-overview";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { readFilter } from "@/lib/orders/list/order-filter";
import { createContext } from "@/lib/process/runtime";
import { createRandom } from "@/lib/random";
import { amount } from "@/testing/amount";
import { execute } from "@/testing/cluster";
import { countRowsRead } from "@/testing/count-rows-read";
import { insertEndedOrders } from "@/testing/ended-orders";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { pollUntil } from "@/testing/until";

// Offsets of hours, half and quarter hours, and summer time that ends in the days below.
const ZONES = [
  "Europe/Moscow",
  "Asia/Kathmandu",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
];
const DAYS = [
  "2024-10-28",
  "2024-10-30",
  "2024-10-31",
  "2024-11-01",
  "2024-11-02",
  "2024-11-03",
  "2024-11-05",
];

let local: LocalApi;
let courierId: string;
let client: Client;
beforeAll(async () => {
  local = await openLocalApi();
  courierId = await local.couriers.makeCourier();
  client = new Client({ connectionString: local.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await local?.close();
});

const sumAll = async () => {
  while (
    (await sumOrderDays(createContext(local.runtime, { type: "job", id: "test" }), "")).type === "again"
  );
};

/** Computes the report from the orders alone, each figure by its own statement. */
async function readReference({ accountId, mode }: AccountScope, { days, timeZone }: ReportRange) {
  const { from, until } = toInstants(days, timeZone);
  const ended = `
    SELECT o.*, h.changed_at AS ended_at,
           coalesce(o.promised_until, o.delivery_time + interval '10 minutes',
                    greatest(o.created_at, o.ready_at) + o.duration_seconds * interval '1 second'
                      + interval '40 minutes') AS due_at,
           greatest(0, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.price END + o.charges) AS total
    FROM order_status_changes h JOIN orders o ON o.id = h.order_id
    WHERE o.account_id = $1 AND o.mode = $2 AND h.status IN ('delivered', 'cancelled')
      AND h.changed_at >= $3 AND h.changed_at < $4`;
  const select = async (text: string, more: readonly unknown[] = []) =>
    (await client.query(`WITH ended AS (${ended}) ${text}`, [accountId, mode, from, until, ...more])).rows;
  const [counts] = await select(`
    SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
           count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
           count(*) FILTER (WHERE status = 'delivered' AND ended_at <= due_at)::int AS "onTime",
           (coalesce(sum(total), 0) * 100)::int AS total FROM ended`);
  const failures = await select(`
    SELECT s.failure_code::text AS reason, count(*)::int AS count FROM ended JOIN order_stops s ON s.order_id = ended.id
    WHERE s.failure_code IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`);
  const hours = await select(
    `SELECT extract(hour FROM ended_at AT TIME ZONE $5)::int AS hour, count(*)::int AS delivered,
            count(*) FILTER (WHERE ended_at > due_at)::int AS late
     FROM ended WHERE status = 'delivered' GROUP BY 1 ORDER BY 1`,
    [timeZone],
  );
  const selectTimes = async (duration: string, source: string): Promise<number[]> => {
    const rows = await select(
      `SELECT extract(epoch FROM ${duration})::float8 AS seconds FROM ended ${source} ORDER BY 1`,
    );
    return rows.map(({ seconds }) => seconds);
  };
  const times = {
    lateness: await selectTimes("greatest('0', ended_at - due_at)", "WHERE status = 'delivered'"),
    pickupWait: await selectTimes(
      "p.changed_at - ended.arrived_at",
      `JOIN order_status_changes p ON p.order_id = ended.id AND p.status = 'in_progress'
       WHERE ended.arrived_at IS NOT NULL`,
    ),
    doorWait: await selectTimes(
      "coalesce(s.delivered_at, s.failed_at) - s.arrived_at",
      `JOIN order_stops s ON s.order_id = ended.id
       WHERE s.position > 0 AND coalesce(s.delivered_at, s.failed_at) >= s.arrived_at`,
    ),
  };
  const late = await select(`
    SELECT order_code FROM ended WHERE status = 'delivered' AND ended_at > due_at
    ORDER BY ended_at - due_at DESC, id`);
  return {
    exact: { ...counts, failures, hours },
    times,
    latest: late.slice(0, 50).map((row) => row.order_code),
  };
}

/** Half of what a time is rounded to. */
const getTolerance = (seconds: number) => (seconds < 3_600 ? 3 : seconds < 86_400 ? 30 : 1_800);

function expectPercentile(seconds: number | null, times: readonly number[], share: number): void {
  const rank = share * (times.length - 1);
  const [below, above] = [times[Math.floor(rank)], times[Math.ceil(rank)]];
  if (below === undefined || above === undefined) {
    expect(seconds).toBeNull();
    return;
  }
  const exact = below + (above - below) * (rank - Math.floor(rank));
  const tolerance = Math.max(getTolerance(Math.abs(below)), getTolerance(Math.abs(above)));
  expect(Math.abs((seconds ?? Number.NaN) - exact)).toBeLessThanOrEqual(tolerance);
}

async function expectReference(scope: AccountScope, range: ReportRange): Promise<void> {
  const expected = await readReference(scope, range);
  const report = await getReport(local.db, scope, range);
  const { hours } = report;
  expect({ ...report, hours: hours.filter(({ delivered }) => delivered > 0) }).toMatchObject(expected.exact);
  for (const name of ["lateness", "pickupWait", "doorWait"] as const) {
    expectPercentile(report[`${name}P50`], expected.times[name], 0.5);
    expectPercentile(report[`${name}P95`], expected.times[name], 0.95);
  }
  const late = await listLateDeliveries(local.db, scope, range);
  expect(late.map(({ orderCode }) => orderCode)).toEqual(expected.latest);
}

/** What may change about ended orders, by any process. */
const CHANGES = [
  "UPDATE orders SET charges = charges + 10 WHERE id = $1",
  "UPDATE orders SET price = 123.45 WHERE id = $1",
  "UPDATE orders SET promised_until = created_at + interval '5 minutes' WHERE id = $1",
  "UPDATE orders SET promised_until = NULL, delivery_time = created_at WHERE id = $1",
  "UPDATE orders SET ready_at = created_at + interval '3 hours' WHERE id = $1 AND delivery_time IS NULL",
  "UPDATE orders SET arrived_at = arrived_at - interval '1 hour' WHERE id = $1",
  "UPDATE orders SET status = 'cancelled', delivered_at = NULL, cancel_reason = 'other' WHERE id = $1 AND status = 'delivered'",
  "UPDATE order_status_changes SET changed_at = changed_at + interval '20 hours' WHERE order_id = $1",
  "UPDATE order_status_changes SET changed_at = changed_at - interval '3 days' WHERE order_id = $1 AND status = 'in_progress'",
  "UPDATE order_stops SET arrived_at = arrived_at - interval '7 minutes' WHERE order_id = $1",
  "UPDATE order_stops SET failed_at = NULL, failure_code = NULL, resolution = NULL, delivered_at = now() WHERE order_id = $1 AND position = 1",
  "DELETE FROM order_stops WHERE order_id = $1 AND position = 1",
  "DELETE FROM orders WHERE id = $1",
];

describe("sums of days", () => {
  it("equal the orders after any change, in every time zone, summed or not", async () => {
    const random = createRandom(7);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const { shop } = await local.newShop();
    for (const mode of ["live", "test"]) {
      const days = { from: "2024-10-31T05:00Z", until: "2024-11-06T20:00Z", mode };
      await client.query(insertEndedOrders(shop.accountId, courierId, { count: 200, ...days }));
    }
    const checkAll = async (count: number) => {
      for (let check = 0; check < count; check += 1) {
        const [from, to] = [pick(DAYS), pick(DAYS)].sort() as [string, string];
        const scope = mintScope(shop.accountId, random() < 0.8 ? "live" : "test");
        await expectReference(scope, { days: { from, to }, timeZone: pick(ZONES) });
      }
    };
    await checkAll(4);
    const context = createContext(local.runtime, { type: "job", id: "test" });
    expect(await findChangedDays(context, "")).toMatchObject({ kind: "sum_order_days", keys: ["all"] });
    await sumAll();
    expect(await local.db.models.orderDayChange.count()).toBe(0);
    expect(await findChangedDays(context, "")).toMatchObject({ keys: [] });
    await checkAll(4);
    for (let round = 0; round < amount(CHANGES.length, 500); round += 1) {
      const { rows } = await client.query("SELECT id FROM orders WHERE account_id = $1 ORDER BY id", [
        shop.accountId,
      ]);
      await client.query(CHANGES[round % CHANGES.length] ?? "", [pick(rows).id]);
      if (random() < 0.3) await sumAll();
      await checkAll(2);
    }
  });

  it("follow a change of when the goods were ready", async () => {
    const { shop } = await local.newShop();
    const day = { from: "2024-11-12T00:00Z", until: "2024-11-13T00:00Z" };
    await client.query(insertEndedOrders(shop.accountId, courierId, { count: 20, ...day }));
    const change = (set: string) =>
      client.query(`UPDATE orders SET ${set} WHERE account_id = $1`, [shop.accountId]);
    const check = () =>
      expectReference(shop.scope, { days: { from: "2024-11-12", to: "2024-11-12" }, timeZone: "UTC" });
    await change("promised_until = NULL, created_at = created_at - interval '9 hours'");
    await sumAll();
    await check();
    await change("ready_at = delivered_at");
    await check();
  });

  it("are not written over a change that is committed while they are computed, by two processes either", async () => {
    const { shop } = await local.newShop();
    const scope = shop.scope;
    const day = { from: "2024-11-10T00:00Z", until: "2024-11-11T00:00Z" };
    await client.query(insertEndedOrders(shop.accountId, courierId, { count: 20, ...day }));
    const range = { days: { from: "2024-11-10", to: "2024-11-10" }, timeZone: "UTC" };
    const change = "UPDATE orders SET charges = charges + 1 WHERE account_id = $1";
    await client.query("BEGIN");
    await client.query(change, [shop.accountId]);
    await sumOrderDay(local, scope, "2024-11-10");
    await client.query("COMMIT");
    await expectReference(scope, range);

    // A second process waits for the first, and computes its sums from what it finds then.
    await sumOrderDay(local, scope, "2024-11-10");
    await client.query("BEGIN");
    const name = `order_day ${shop.accountId} live 2024-11-10`;
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
    const summed = sumOrderDay(local, scope, "2024-11-10");
    await pollUntil(async () => {
      const { rows } = await client.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      return rows.length > 0;
    });
    await local.db.models.order.updateMany({ where: { accountId: shop.accountId }, data: { charges: 7 } });
    await client.query("COMMIT");
    await summed;
    expect(await local.db.models.orderDayChange.count({ where: { accountId: shop.accountId } })).toBe(0);
    await expectReference(scope, range);
  });

  it("contain no orders of the present day and later, and are not computed again for an unrelated change", async () => {
    const { shop } = await local.newShop();
    const coming = { from: "tomorrow", until: "tomorrow" };
    await client.query(insertEndedOrders(shop.accountId, courierId, { count: 3, ...coming }));
    await sumAll();
    const where = { accountId: shop.accountId };
    expect(await local.db.models.orderDaySum.count({ where })).toBe(0);
    await client.query("DELETE FROM order_day_changes");
    await client.query("UPDATE orders SET comment = 'x', updated_at = now() WHERE account_id = $1", [
      shop.accountId,
    ]);
    await client.query("UPDATE order_stops SET building = 'x' WHERE account_id = $1", [shop.accountId]);
    expect(await local.db.models.orderDayChange.count()).toBe(0);
  });
});

it("exports each late delivery once, oldest first, even if more than are read at once end at the same time", async () => {
  const { shop } = await local.newShop();
  const moment = { from: "2024-11-05T12:00Z", until: "2024-11-05T12:00Z" };
  await client.query(insertEndedOrders(shop.accountId, courierId, { count: 1_100, ...moment }));
  const days = { from: "2024-11-04T00:00Z", until: "2024-11-07T00:00Z" };
  for (const mode of ["live", "test"]) {
    await client.query(insertEndedOrders(shop.accountId, courierId, { count: 50, ...days, mode }));
  }
  await client.query("ANALYZE");
  const range = { days: { from: "2024-11-04", to: "2024-11-06" }, timeZone: "UTC" };
  let csv = "";
  for await (const piece of exportReport(local.db, shop.scope, range, csvFormat("en"))) csv += piece;
  const lines = csv.split("order_code,")[1]?.split("\r\n").slice(1, -1) ?? [];
  const { rows } = await client.query(
    `SELECT order_code FROM orders WHERE account_id = $1 AND mode = 'live'
       AND delivered_at > coalesce(promised_until, created_at + duration_seconds * interval '1 second' + interval '40 minutes')
     ORDER BY delivered_at, id`,
    [shop.accountId],
  );
  expect(lines.map((line) => line.split(",")[0])).toEqual(rows.map((row) => row.order_code));
});

it("reads as many rows for a report, its export, the export of orders and the overview with 2,000 orders of earlier months as with 60", async () => {
  const { clock, db } = local;
  const context = createContext(local.runtime, { type: "job", id: "test" });
  const month = { from: "2024-11-01T00:00Z", until: "2024-11-21T12:00Z" };
  const earlier = { from: "2024-10-01T00:00Z", until: "2024-10-31T00:00Z" };
  const today = { from: "2026-11-21T06:00Z", until: "2026-11-21T11:00Z" };
  const timeZone = "Europe/Moscow";
  const read = async (earlierCount: number) => {
    const { shop } = await local.newShop();
    const { accountId, scope } = shop;
    await client.query(insertEndedOrders(accountId, courierId, { count: earlierCount, ...earlier }));
    await client.query(insertEndedOrders(accountId, courierId, { count: 100, ...month }));
    await client.query(insertEndedOrders(accountId, courierId, { count: 20, ...today }));
    await sumAll();
    await execute(local.databaseUrl, "ANALYZE");
    const range = (from: string): ReportRange => ({ days: { from, to: "2024-11-21" }, timeZone });
    const filter = readFilter((name) => (name === "from" ? "2024-11-01" : ""));
    const list = { filter, timeZone, now: clock.now() };
    const drain = async (pieces: AsyncGenerator<string>) => {
      for await (const piece of pieces) if (piece === "\0") throw new Error("NUL");
    };
    return {
      week: await countRowsRead(db, (tx) => getReport(tx, scope, range("2024-11-15"))),
      month: await countRowsRead(db, (tx) => getReport(tx, scope, range("2024-11-01"))),
      twoMonths: await countRowsRead(db, (tx) => getReport(tx, scope, range("2024-10-01"))),
      late: await countRowsRead(db, (tx) => listLateDeliveries(tx, scope, range("2024-10-01"))),
      export: await countRowsRead(db, (tx) =>
        drain(exportReport(tx, scope, range("2024-11-15"), csvFormat("en"))),
      ),
      orders: await countRowsRead(db, (tx) =>
        drain(exportOrders(tx, scope, { ...list, format: csvFormat("en") })),
      ),
      overview: await countRowsRead(db, (tx) =>
        // The overview only reads.
        getOverview({ ...context, clock, db: tx as unknown as typeof db }, scope, timeZone),
      ),
    };
  };
  const few = await read(60);
  const many = await read(2_000);
  for (const [name, rows] of Object.entries(many)) {
    // One row per day and its index entry; the earlier days of `few` all have orders as well. Plans that read the
    // late deliveries differ by a page of 50 rows, the earlier orders by 1,940.
    expect(rows, `${name}: ${JSON.stringify({ few, many })}`).toBeLessThanOrEqual(few[name as "week"] + 70);
  }
});
