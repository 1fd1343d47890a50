import { findPostmaster, readCpu } from "@/bench/cpu";
import { run } from "@/bench/database";
import { formatInteger, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";
import { seedOrders } from "@/bench/seed";
import type { AccountScope } from "@/lib/account-scope";
import { closeOldestMonth } from "@/lib/billing/close-statements";
import { exportReport } from "@/lib/billing/export-report";
import { getReport, listLateDeliveries } from "@/lib/billing/get-report";
import { getStatement } from "@/lib/billing/get-statement";
import { toMonth } from "@/lib/billing/statement";
import { sumOrderDays } from "@/lib/billing/sum-order-days";
import { readConfig } from "@/lib/config";
import { getOverview } from "@/lib/console/overview/get-overview";
import { openDatabase } from "@/lib/db/client";
import { listLastDays } from "@/lib/locale/day";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { listOrders } from "@/lib/orders/list/list-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { readFilter } from "@/lib/orders/list/order-filter";
import { createContext, createRuntime, type Runtime } from "@/lib/process/runtime";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { makeClient } from "@/testing/shop";

const SIZES = [1_000, 100_000, 1_000_000];
/** The same number of orders in the newest days; all others are older. */
const RECENT_ORDERS = 1_000;
const RECENT_DAYS = 32;
const DAYS = 365;
const ZONE = "Europe/Moscow";
const LINES = 50;
const ISSUER = { vatPercent: null, legalName: null, legalDetails: null };
const MAX_GROWTH = 1.1;

interface Cost {
  readonly rows: number;
  /** Seconds of processor time. */
  readonly cpu: number;
  /** The message of a failure. */
  readonly failure: string | null;
}

/** What pages and exports of one account read, by its number of orders over a year. */
export async function benchAccountGrowth(clusterUrl: string, words: readonly string[]): Promise<Section> {
  const sizes = words.length > 0 ? words.map(Number) : SIZES;
  const postmaster = await findPostmaster(clusterUrl);
  const columns: Map<string, Cost>[] = [];
  for (const orders of sizes) {
    const database = await cloneDatabase(clusterUrl, TEMPLATE);
    // One connection, so that its counters of rows are complete once it has reported them.
    const db = openDatabase(database.url, 1, 600_000);
    try {
      const settings = readConfig({ NODE_ENV: "test", DATABASE_URL: database.url, LOG_LEVEL: "silent" });
      const served = createRuntime(db, settings);
      const { accountId, scope } = await makeClient(db);
      const account = { accountId, every: 1 };
      await seedOrders(database.url, { ...account, orders: RECENT_ORDERS, ageDays: [0, RECENT_DAYS] });
      await seedOrders(database.url, { ...account, orders, ageDays: [RECENT_DAYS, DAYS] });
      await run(database.url, MARK_DAYS);
      const context = createContext(served, { type: "job", id: "bench" });
      while ((await sumOrderDays(context, "")).type === "again");
      await run(database.url, "VACUUM ANALYZE order_day_sums, order_day_changes");
      console.log(`${formatInteger(orders)} orders of one account`);
      columns.push(await measureReads(served, scope, { url: database.url, postmaster }));
    } finally {
      await db.close();
      await database.drop();
    }
  }
  return report(sizes, columns);
}

/** As triggers do for rows that are not seeded. */
const MARK_DAYS = `
  INSERT INTO order_day_changes (day, account_id, mode, transaction_id, started_at)
  SELECT DISTINCT (h.changed_at AT TIME ZONE 'UTC')::date, h.account_id, 'live'::mode, 0, now()
  FROM order_status_changes h WHERE h.status IN ('delivered', 'cancelled')`;

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

const READS: Readonly<Record<string, (served: Runtime, scope: AccountScope) => Promise<unknown>>> = {
  overview: (served, scope) => getOverview(served, scope, ZONE),
  "list of orders": (served, scope) =>
    listOrders(served.db, scope, { filter: filterOf(), timeZone: ZONE, now: new Date(), edge: null }),
  "export of 30 days of orders": (served, scope) => {
    const [first] = listLastDays(new Date(), ZONE, 30);
    const filter = filterOf({ from: first?.date ?? "" });
    return drain(
      exportOrders(served.db, scope, { filter, timeZone: ZONE, now: new Date(), format: csvFormat("en") }),
    );
  },
  "report of 7 days": (served, scope) => readReport(served, scope, 7),
  "report of 30 days": (served, scope) => readReport(served, scope, 30),
  "report of 90 days": (served, scope) => readReport(served, scope, 90),
  "report of 366 days": (served, scope) => readReport(served, scope, 366),
  "export of a report of 30 days": (served, scope) =>
    drain(exportReport(served.db, scope, lastDays(30), csvFormat("en"))),
  "page of this month's statement": (served, scope) =>
    getStatement({ ...served, issuer: ISSUER }, scope, toMonth(new Date(), ZONE), {
      limit: LINES,
      offset: 0,
    }),
  "closing of the oldest month": (served, { accountId }) => closeOldestMonth(served, accountId, ISSUER),
};

/** Reads that depend on the newest days alone. */
const BOUNDED = [
  "overview",
  "list of orders",
  "export of 30 days of orders",
  "report of 7 days",
  "report of 30 days",
  "export of a report of 30 days",
];

const filterOf = (given: Readonly<Record<string, string>> = {}) => readFilter((name) => given[name] ?? "");

function lastDays(count: number) {
  const days = listLastDays(new Date(), ZONE, count);
  return { days: { from: days.at(0)?.date ?? "", to: days.at(-1)?.date ?? "" }, timeZone: ZONE };
}

async function readReport({ db }: Runtime, scope: AccountScope, count: number): Promise<void> {
  await getReport(db, scope, lastDays(count));
  await listLateDeliveries(db, scope, lastDays(count));
}

async function measureReads(
  served: Runtime,
  scope: AccountScope,
  { url, postmaster }: { url: string; postmaster: number },
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const [name, read] of Object.entries(READS)) {
    // The first read opens connections and prepares statements; a month closes only once.
    if (!name.startsWith("closing")) await read(served, scope).catch(() => {});
    await served.db.run({ text: "SELECT pg_stat_force_next_flush()", values: [] });
    const [before] = await run<{ rows: string }>(url, ROWS_READ);
    const cpuBefore = readCpu([process.pid], postmaster);
    const failure = await read(served, scope).then(
      () => null,
      (error: Error) => error.message,
    );
    const cpuAfter = readCpu([process.pid], postmaster);
    await served.db.run({ text: "SELECT pg_stat_force_next_flush()", values: [] });
    const [after] = await run<{ rows: string }>(url, ROWS_READ);
    const cpu = cpuAfter.mainThread + cpuAfter.postgres - cpuBefore.mainThread - cpuBefore.postgres;
    costs.set(name, { rows: Number(after?.rows) - Number(before?.rows), cpu, failure });
  }
  return costs;
}

/** Index entries, and rows of tables scanned as a whole. */
const ROWS_READ = `
  SELECT ((SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
          + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::text AS rows`;

function report(sizes: readonly number[], columns: readonly Map<string, Cost>[]): Section {
  const cell = (cost: Cost | undefined) =>
    cost === undefined ? "" : (cost.failure ?? `${formatInteger(cost.rows)}, ${ms(cost.cpu * 1_000)}`);
  const growth = (name: string) =>
    (columns.at(-1)?.get(name)?.rows ?? Number.NaN) / (columns[0]?.get(name)?.rows ?? Number.NaN);
  const text = table(
    `One account by its orders in a year, the same ${formatInteger(RECENT_ORDERS)} of them in the newest ${RECENT_DAYS} days: rows and index entries read, and processor time (main thread + PostgreSQL)`,
    ["read", ...sizes.map((size) => formatInteger(size)), "growth of rows"],
    Object.keys(READS).map((name) => [
      name,
      ...columns.map((costs) => cell(costs.get(name))),
      times(growth(name)),
    ]),
  );
  const bar = BOUNDED.map((name) =>
    toBarLine(
      `${name}: rows read with 1,000,000 orders of those with 1,000`,
      toMeasure(growth(name), "≤", MAX_GROWTH, times),
    ),
  );
  return { name: "account-growth", text, ...(sizes.at(-1) === 1_000_000 ? { bar } : {}) };
}
