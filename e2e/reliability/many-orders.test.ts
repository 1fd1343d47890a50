import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountScope } from "@/lib/account-scope";
import { listOrderMarks } from "@/lib/console/overview/get-account-board";
import { Database } from "@/lib/db/client";
import { type Parameter, toParameter } from "@/lib/db/parameter";
import { hasOrders } from "@/lib/orders/list/count-orders";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { listAccountActiveOrders } from "@/lib/orders/list/list-active-orders";
import { type ListConditions, listForApi } from "@/lib/orders/list/list-for-api";
import { listOrders } from "@/lib/orders/list/list-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { LIST_VIEWS, type OrderFilter, readFilter } from "@/lib/orders/list/order-filter";
import { refreshOrders } from "@/lib/orders/list/refresh-orders";
import { execute } from "@/testing/cluster";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { folded, seededWords } from "@/testing/seeded-words";
import { type Client, makeClient } from "@/testing/shop";
import { withoutTriggers } from "@/testing/without-triggers";

const TIME_ZONE = "Europe/Moscow";
const MANY = 100_000;
const OTHERS = 5_000;
const FEW = 100;

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly Plan[];
}

const getNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(getNodes)];

const WORDS = seededWords({
  accountId: "o.account_id",
  code: "o.order_code",
  externalOrderId: "o.external_order_id",
  street: `CASE street ${["Марата", "Садовая", "Литейный", "Невский"]
    .map((street) => `WHEN '${street}' THEN '${folded(street)}'`)
    .join(" ")} END`,
  building: "number",
  phone: "substr(phone, 2)",
});

/**
 * Returns statements that give an account this many orders with a pickup and a dropoff, a minute apart. Nearly all have
 * ended, and the thousands that have not are old, so that scanning the list for them takes long. Some are scheduled.
 */
function getOrders(accountId: string, count: number, firstCode: number): string[] {
  return [
    `WITH hired AS (
       INSERT INTO couriers (name, phone, transport_type)
       SELECT 'courier ' || n, '+79110000000', 'car' FROM generate_series(1, ${count}) AS n WHERE n % 50 = 7
       RETURNING id, split_part(name, ' ', 2)::int AS n)
     INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
       payment_type, price, distance_meters, duration_seconds, tariff_id, courier_id, cancel_reason, fingerprint,
       created_at, updated_at, delivered_at, dispatch_at)
     SELECT '${accountId}', 'live', 'order-' || n,
       overlay(upper(lpad(to_hex(${firstCode} + n), 8, '0')) PLACING '-' FROM 5 FOR 0),
       status::order_status, 'M', 'sequential', 'cash', 350, 4000, 900, (SELECT max(id) FROM tariffs),
       CASE WHEN status IN ('delivered', 'in_progress') OR (status = 'assigned' AND n % 500 = 7)
         THEN coalesce(hired.id, (SELECT id FROM hired LIMIT 1)) END,
       CASE WHEN status = 'cancelled' THEN 'unspecified' END, sha256(int4send(n)), at, at,
       CASE WHEN status = 'delivered' THEN at + interval '40 minutes' END,
       CASE WHEN n > ${count / 2} AND (n % 200 = 21 OR n % 1000 = 2) THEN timestamptz '2026-11-23 12:00Z' ELSE at END
     FROM (SELECT n, timestamptz '2026-11-21 12:00Z' - n * interval '1 minute' AS at,
             CASE WHEN n % 50 = 3 THEN 'cancelled' WHEN n <= ${count / 2} THEN 'delivered'
                  WHEN n % 20 = 1 THEN 'new' WHEN n % 500 IN (2, 7) THEN 'assigned'
                  WHEN n % 500 = 57 THEN 'in_progress' ELSE 'delivered' END AS status
           FROM generate_series(1, ${count}) AS n) AS made
     LEFT JOIN hired USING (n)
     ORDER BY n DESC`,
    `INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building,
       contact_value, contact_type, metadata, search_words, distance_meters, duration_seconds, price, geometry)
     SELECT o.id, o.account_id, position, 59.93, 30.33, 'Санкт-Петербург', street, number::text, phone, 'phone', '{}',
       CASE WHEN position = 0 THEN ${WORDS} ELSE '' END,
       CASE WHEN position = 1 THEN 4000 END, CASE WHEN position = 1 THEN 900 END,
       CASE WHEN position = 1 THEN 350 END, CASE WHEN position = 1 THEN '' END
     FROM (SELECT id, account_id, order_code, external_order_id, split_part(external_order_id, '-', 2)::int AS n
           FROM orders
           WHERE account_id = '${accountId}') AS o
     CROSS JOIN generate_series(0, 1) AS position
     CROSS JOIN LATERAL (
       SELECT CASE WHEN n % 10000 = 9 THEN 'Марата' WHEN n % 3 = 0 THEN 'Садовая'
                WHEN n % 3 = 1 AND n > ${MANY / 2} THEN 'Литейный' ELSE 'Невский' END AS street,
              n % 200 + 1 AS number,
              CASE WHEN n % 4 = 0 THEN '+79991234567' ELSE '+7916' || lpad(n::text, 7, '0') END AS phone) AS stop`,
  ];
}

/** Filters of an account's orders; all but the frequent searches narrow to few orders at once. */
const BOUNDED: Readonly<Record<string, Partial<OrderFilter>>> = {
  ...Object.fromEntries(LIST_VIEWS.map((view) => [`the view ${view}`, { view }])),
  "days of the past": { from: "2026-10-01", to: "2026-10-02" },
  "days of a view": { view: "active", from: "2026-10-01", to: "2026-10-20" },
  "an identifier": { search: "order-77777" },
  "a code": { search: "0000-0042" },
  "a part of a code": { search: "0-002A" },
  "the end of a phone": { search: "54321" },
  "a rare street": { search: "ул. Марата, 10" },
  "a rare street of a view": { view: "delivered", search: "Марата" },
};
const isOnLiteiny = (n: number) => n % 3 === 1 && n > MANY / 2 && n % 10_000 !== 9;
const isOnNevsky = (n: number) => n % 3 !== 0 && n % 10_000 !== 9 && !isOnLiteiny(n);
/** Frequent searches, and which orders each of them matches. */
const FREQUENT: Readonly<Record<string, Partial<OrderFilter> & { means: (n: number) => boolean }>> = {
  "a frequent street": { search: "Невский", means: isOnNevsky },
  "a frequent street of a view and some days": {
    view: "active",
    search: "нев",
    from: "2026-08-01",
    means: (n) => n > MANY / 2 && (n % 20 === 1 || [2, 7, 57].includes(n % 500)) && isOnNevsky(n),
  },
  "a frequent phone": { search: "+7 999 123-45-67", means: (n) => n % 4 === 0 },
  "the beginning of every identifier": { search: "order-", means: () => true },
};
/** Frequent among old orders alone: the list is gone through down to them. */
const ONCE_FREQUENT: typeof FREQUENT = {
  "a street of old orders": { search: "литейный", means: isOnLiteiny },
};
/** Conditions of the API's list, each with a rare and a frequent value. */
const CONDITIONS: Readonly<Record<string, ListConditions>> = {
  "a frequent status": { statuses: ["delivered"] },
  "a rare status": { statuses: ["in_progress"] },
  "two statuses": { statuses: ["cancelled", "new"] },
  "days of the past": { createdFrom: new Date("2026-10-01"), createdTo: new Date("2026-10-02") },
  "changes of the past": { updatedSince: new Date("2026-10-01") },
  "the latest changes": { updatedSince: new Date("2026-11-21T11:50:00Z") },
  "a frequent prefix": { externalOrderIdPrefix: "order-" },
  "a rare prefix": { externalOrderIdPrefix: "order-7777" },
  "a frequent phone": { phone: "79991234567" },
  "a rare phone": { phone: "79160077777" },
  "a frequent value": { metadata: { store: "center" } },
  "a frequent value of old orders": { metadata: { store: "closed" } },
  "a rare value": { metadata: { store: "shop-77777" } },
};

/** A search reads a thousand orders, four blocks each, before it uses the index. */
const SEARCH_BLOCKS = 6_000;

describe("the list of an account with a hundred thousand orders", () => {
  let database: TestDatabase;
  let db: Database;
  let pool: Pool;
  let large: Client;
  let small: Client;
  let other: Client;
  const requested: { text: string; values: readonly Parameter[] }[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    pool = new Pool({ connectionString: database.url, max: 1 });
    // A pool ends before its connections, so the server's shutdown can still reach a closing one.
    pool.on("error", () => {});
    db = new Database(pool);
    // The statements that the store really sends are explained afterwards.
    const run = db.run.bind(db);
    db.run = (statement) => {
      requested.push(statement);
      return run(statement);
    };
    large = await makeClient(db);
    small = await makeClient(db);
    other = await makeClient(db);
    await execute(
      database.url,
      ...withoutTriggers(
        ...getOrders(large.accountId, MANY, 0),
        ...getOrders(other.accountId, OTHERS, MANY),
        ...getOrders(small.accountId, FEW, MANY + OTHERS),
      ),
      `INSERT INTO order_metadata
       SELECT account_id, mode, 'store',
         CASE WHEN n = 77777 THEN 'shop-77777' WHEN n % 2 = 0 THEN 'center'
              WHEN n > ${MANY / 2} THEN 'closed' ELSE 'north' END, created_at, id
       FROM (SELECT *, split_part(external_order_id, '-', 2)::int AS n FROM orders
             WHERE account_id = '${large.accountId}') AS o`,
      "ANALYZE",
    );
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const filter = (change: Partial<OrderFilter>): OrderFilter => ({
    ...readFilter(() => ""),
    view: "all",
    ...change,
  });
  const clock = { timeZone: TIME_ZONE, now: new Date("2026-11-21T12:00:00Z") };
  const search = (scope: AccountScope, change: Partial<OrderFilter>, code?: string) =>
    listOrders(db, scope, {
      filter: filter(change),
      ...clock,
      edge: code === undefined ? null : { side: "before", code },
    });

  /** Returns the plans of the statements that the work sends. */
  async function readPlans(work: () => Promise<unknown>, options = ""): Promise<Plan[]> {
    requested.length = 0;
    await work();
    const plans: Plan[] = [];
    for (const { text, values } of [...requested]) {
      const { rows } = await pool.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
        `EXPLAIN (FORMAT JSON${options}) ${text}`,
        values.map(toParameter),
      );
      plans.push(...(rows[0]?.["QUERY PLAN"] ?? []).map((one) => one.Plan));
    }
    expect(plans.length).toBeGreaterThan(0);
    return plans;
  }

  async function expectIndexesAlone(work: () => Promise<unknown>): Promise<void> {
    const nodes = (await readPlans(work)).flatMap(getNodes);
    const tables = ["orders", "order_stops"];
    const read = nodes.filter((node) => tables.includes(node["Relation Name"] ?? ""));
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
  }

  /** Returns how many database blocks the statements touch. */
  async function readBlocks(work: () => Promise<unknown>): Promise<number> {
    const plans = await readPlans(work, ", ANALYZE, BUFFERS, TIMING OFF");
    return plans
      .map((plan) => (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0))
      .reduce((sum, count) => sum + count, 0);
  }

  it.each(Object.entries({ ...BOUNDED, ...FREQUENT, ...ONCE_FREQUENT }))(
    "scans no whole table for %s",
    async (_, asks) => {
      const change = filter(asks);
      const { orders, older } = await search(large.scope, change);
      expect(orders.length).toBeGreaterThan(0);
      await expectIndexesAlone(() => search(large.scope, change));
      if (older !== null) await expectIndexesAlone(() => search(large.scope, change, older.code));
    },
  );

  it.each(Object.entries({ ...FREQUENT, ...ONCE_FREQUENT }))(
    "returns the newest matches for %s, page after page",
    async (_, { means, ...change }) => {
      const expected = Array.from({ length: MANY }, (__, index) => index + 1).filter(means);
      const first = await search(large.scope, change);
      const second = await search(large.scope, change, first.older?.code);
      const ids = [...first.orders, ...second.orders].map(({ externalOrderId }) => externalOrderId);
      expect(ids).toEqual(expected.slice(0, 100).map((n) => `order-${n}`));
    },
  );

  it("reads about as many blocks for the first page or a deep page as the list of a hundred orders", async () => {
    const base = await readBlocks(() => search(small.scope, {}));
    const touched: Record<string, number> = {};
    for (const [name, change] of Object.entries({ ...BOUNDED, ...FREQUENT })) {
      const blocks = await readBlocks(() => search(large.scope, change));
      touched[name] = blocks - (change.search === undefined ? 0 : SEARCH_BLOCKS);
    }
    const deep = await search(large.scope, { from: "2026-09-20", to: "2026-09-20" });
    const code = deep.orders[0]?.code;
    for (const view of LIST_VIEWS) {
      touched[`deep in ${view}`] = await readBlocks(() => search(large.scope, { view }, code));
    }
    const most = Object.entries(touched).filter(([, blocks]) => blocks > 2.5 * base);
    expect([base, most]).toEqual([base, []]);
  });

  it("reads about as many blocks for any condition of the API's list as for the plain list", async () => {
    const list = (conditions: ListConditions) => async () => {
      const { orders } = await listForApi(db, large.scope, { conditions, limit: 20 });
      expect(orders.length).toBeGreaterThan(0);
    };
    const base = await readBlocks(list({}));
    const most = (name: string) => {
      // 200 recent orders are read before the index of identifiers, four of them in a block.
      if (name.endsWith("prefix")) return 2.5 * base + 200;
      // Of a phone's orders a hundred more than are shown, each from up to eight blocks.
      if (name.endsWith("phone")) return 2.5 * base + 800;
      // Orders with a courier: the stops of each one's route, from up to ten blocks.
      return 2.5 * base + (name === "a rare status" ? 200 : 0);
    };
    for (const [name, conditions] of Object.entries(CONDITIONS)) {
      const blocks = await readBlocks(list(conditions));
      expect([name, base, blocks > most(name) ? blocks : 0]).toEqual([name, base, 0]);
    }
  });

  it("reads about as many blocks for the live update of a page as a short list, also during a frequent search", async () => {
    const refresh = (scope: AccountScope, change: Partial<OrderFilter>) => async () => {
      const codes = (await search(scope, change)).orders.map(({ code }) => code);
      requested.length = 0;
      const shown = { codes, isFirst: true };
      await refreshOrders(db, scope, { filter: filter(change), ...clock, shown });
    };
    const base = await readBlocks(refresh(small.scope, {}));
    for (const change of [{}, { view: "active" }, { view: "searching" }, { search: "Невский" }] as const) {
      await expectIndexesAlone(refresh(large.scope, change));
      expect(await readBlocks(refresh(large.scope, change))).toBeLessThanOrEqual(2.5 * base);
    }
  });

  it("reads only the rows of the open orders, and the details of the visible ones", async () => {
    await execute(
      database.url,
      `INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type)
       SELECT id, account_id, status, created_at, 'job' FROM orders
       WHERE account_id = '${large.accountId}' AND status IN ('new', 'assigned', 'in_progress')`,
      "ANALYZE order_status_changes",
    );
    const { length: open } = await listAccountActiveOrders(db, large.scope, { most: MANY, now: clock.now });
    expect(open).toBeGreaterThan(2_500);
    const shown = () => listAccountActiveOrders(db, large.scope, { most: 50, now: clock.now });
    await expectIndexesAlone(shown);
    expect(await readBlocks(shown)).toBeLessThan(2 * open);
    const marks = () => listOrderMarks({ db, clock: { now: () => clock.now } }, large.scope);
    expect(await marks()).toHaveLength(open);
    await expectIndexesAlone(marks);
    expect(await readBlocks(marks)).toBeLessThan(2.5 * open);
  });

  it("scans no whole table to check whether an order exists or to export a batch", async () => {
    await expectIndexesAlone(() => hasOrders(db, large.scope));
    for (const change of [{}, { view: "active" }, { search: "Невский" }] as const) {
      await expectIndexesAlone(async () => {
        const file = exportOrders(db, large.scope, {
          filter: filter(change),
          format: csvFormat("en"),
          ...clock,
        });
        // The file's header and its first two batches.
        for (let count = 0; count < 3; count += 1) await file.next();
      });
    }
  });

  it("is exported completely, each order once, in batches", async () => {
    const codes = new Set<string>();
    let largest = 0;
    for await (const piece of exportOrders(db, other.scope, {
      filter: filter({}),
      format: csvFormat("en"),
      ...clock,
    })) {
      largest = Math.max(largest, piece.length);
      for (const [code] of piece.matchAll(/^[0-9A-F]{4}-[0-9A-F]{4}(?=,order-)/gm)) codes.add(code);
    }
    expect(codes.size).toBe(OTHERS);
    expect(largest).toBeLessThan(1_000_000);
  });
});
