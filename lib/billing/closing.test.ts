import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountScope, mintScope } from "@/lib/account-scope";
import { closeOldestMonth } from "@/lib/billing/close-statements";
import { exportStatement } from "@/lib/billing/export-statement";
import { getStatement, listStatements } from "@/lib/billing/get-statement";
import { verifyStatements } from "@/lib/billing/verify-statements";
import { type Database, openDatabase, type Transaction } from "@/lib/db/client";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { amount } from "@/testing/amount";
import { execute } from "@/testing/cluster";
import { countLockWaits } from "@/testing/count-lock-waits";
import { countRowsRead } from "@/testing/count-rows-read";
import { insertEndedOrders } from "@/testing/ended-orders";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";
import { runText } from "@/testing/run-text";

const ISSUER = { vatPercent: null, legalName: null, legalDetails: null };
const MONTH = "2026-10";
/** Three transactions write the lines of so many orders. */
const ORDERS = 1_200;
const OCTOBER = { from: "2026-10-01T00:00:00+03:00", until: "2026-11-01T00:00:00+03:00" };

let api: LocalApi;
let courierId: string;
let accountId: string;
let scope: AccountScope;

beforeAll(async () => {
  api = await openLocalApi();
  courierId = await api.couriers.makeCourier();
});
afterAll(() => api?.close());
beforeEach(async () => {
  const { shop } = await api.newShop();
  accountId = shop.accountId;
  scope = mintScope(accountId, "live");
  await run(`UPDATE accounts SET created_at = '2026-08-01' WHERE id = '${accountId}'`);
});

const run = (...statements: string[]) => execute(api.databaseUrl, ...statements);
const seed = (count: number, range: { from: string; until: string; mode?: string } = OCTOBER) =>
  run(insertEndedOrders(accountId, courierId, { count, ...range }));
const context = (db: Database | Transaction = api.db) => ({
  db: db as Database,
  clock: api.clock,
  issuer: ISSUER,
});
const read = (month: string, range = { limit: 2_000, offset: 0 }) =>
  getStatement(context(), scope, month, range);
const close = () => closeOldestMonth(api, accountId, ISSUER);
const NOTHING_WRONG = { accounts: 1, wrongHours: 0, missingCorrections: 0 };
const check = (isRepaired = false) => verifyStatements(api.db, accountId, { isRepaired });

/** Adds 10 rubles to the order that is the `nth` to have ended. */
const charge = (nth: number) =>
  run(`WITH changed AS (
         SELECT h.order_id FROM order_status_changes h
         WHERE h.account_id = '${accountId}' AND h.status IN ('delivered', 'cancelled')
         ORDER BY h.changed_at, h.order_id LIMIT 1 OFFSET ${nth - 1}
       ), charged AS (
         INSERT INTO order_charges (order_id, account_id, type, amount, at, why)
         SELECT order_id, '${accountId}', 'adjustment', 10, now(), 'As agreed.' FROM changed)
       UPDATE orders o SET charges = o.charges + 10 FROM changed WHERE o.id = changed.order_id`);

/** Closes the month, and does a step after each transaction; the first one only begins. */
async function closeWith(...steps: readonly (() => Promise<unknown>)[]): Promise<string | null> {
  const left = [...steps];
  const db = openDatabase(api.databaseUrl, 2);
  const transaction = db.transaction.bind(db);
  db.transaction = async (work) => {
    const result = await transaction(work);
    await left.shift()?.();
    return result;
  };
  return closeOldestMonth({ db, clock: api.clock }, accountId, ISSUER).finally(() => db.close());
}

async function countPerOrder(): Promise<unknown> {
  const [row] = await runText(
    api.db,
    `SELECT count(*) AS lines, count(DISTINCT order_id) AS orders FROM statement_lines WHERE account_id = $1`,
    accountId,
  );
  return row;
}

describe("a month that is closing", () => {
  it("survives two kills between its pieces: nothing of it counts before all does, and each order has one line", async () => {
    await seed(ORDERS);
    const open = await read(MONTH);
    expect(open.lines).toHaveLength(ORDERS);
    const program = await bundleProgram("testing/statement-closer.ts");
    const start = () => {
      const words = [...NODE_FLAGS, program, api.databaseUrl, accountId, api.clock.now().toISOString()];
      const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
      return { child, said: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    };
    const kill = async (child: ChildProcess) => {
      child.kill("SIGKILL");
      await once(child, "exit");
    };
    for (const pieces of [1, 1]) {
      const { child, said } = start();
      // The first transaction begins the closing, and each of the others writes a piece.
      for (let transaction = 0; transaction <= pieces; transaction += 1) {
        expect((await said.next()).value).toBe("committed");
        if (transaction < pieces) child.stdin.write("\n");
      }
      await kill(child);
      expect(await read(MONTH)).toEqual(open);
      expect((await listStatements(context(), scope)).every(({ closedAt }) => closedAt === null)).toBe(true);
      await expect(
        run(`UPDATE statement_lines SET total = 0 WHERE account_id = '${accountId}'`),
      ).rejects.toThrow("never changes");
    }
    expect(await countPerOrder()).toEqual({ lines: "1000", orders: "1000" });
    const { child, said } = start();
    child.stdin.write("\n".repeat(10));
    const spoken = [];
    for (let line = await said.next(); !line.done; line = await said.next()) spoken.push(line.value);
    expect(spoken.at(-1)).toBe(`closed ${MONTH}`);
    const closed = await read(MONTH);
    expect(closed.lines).toEqual(open.lines);
    expect(closed.statement).toEqual({ ...open.statement, closedAt: api.clock.now() });
    expect(await countPerOrder()).toEqual({ lines: String(ORDERS), orders: String(ORDERS) });
    expect(await check()).toEqual(NOTHING_WRONG);
  });

  it("is closed by one of several processes, and by each piece once", async () => {
    await seed(ORDERS);
    const results = await Promise.all([close(), close(), close(), close()]);
    expect(results.toSorted()).toEqual([MONTH, null, null, null]);
    expect((await read(MONTH)).statement).toMatchObject({ lineCount: ORDERS });
    expect(await countPerOrder()).toEqual({ lines: String(ORDERS), orders: String(ORDERS) });
  });

  it("takes what changes before its line is written, and leaves what changes later to the next month", async () => {
    await seed(ORDERS, { ...OCTOBER, until: "2026-10-30T00:00:00+03:00" });
    const before = (await read(MONTH)).statement;
    const order = (at: string) => insertEndedOrders(accountId, courierId, { count: 1, from: at, until: at });
    const lastInstant = "2026-10-31T23:59:59.999+03:00";
    const closed = await closeWith(
      async () => {},
      async () => {
        await charge(10);
        await charge(900);
        // The first is before what is written, the second in the last millisecond of the month, the third after it.
        await run(order("2026-10-01T00:30:00+03:00"), order(lastInstant), order(OCTOBER.until));
        await run(`UPDATE accounts SET time_zone = 'America/New_York' WHERE id = '${accountId}'`);
        const { statement, lines } = await read(MONTH);
        expect(statement).toMatchObject({ closedAt: null, timeZone: "Europe/Moscow" });
        expect([statement.lineCount, lines.length]).toEqual([ORDERS + 2, ORDERS + 2]);
        expect(statement.total).toBe(lines.reduce((sum, { total }) => sum + total, 0));
      },
    );
    expect(closed).toBe(MONTH);
    const { statement, lines } = await read(MONTH);
    expect(statement).toMatchObject({ timeZone: "Europe/Moscow", lineCount: ORDERS + 1 });
    expect(statement.total).toBe(lines.reduce((sum, { total }) => sum + total, 0));
    const last = lines.at(-1);
    expect(last?.endedAt).toEqual(new Date(lastInstant));
    expect(statement.total).toBe(before.total + 1_000 + (last?.total ?? 0));
    const next = await read("2026-11");
    expect(next.lines.map(({ isCorrection, corrects }) => [isCorrection, corrects])).toEqual([
      [true, null],
      [true, MONTH],
      [false, null],
    ]);
    expect(next.statement).toMatchObject({ timeZone: "America/New_York", startsAt: statement.endsAt });
    expect(next.statement.lineCount).toBe(3);
    expect(next.statement.total).toBe(next.lines.reduce((sum, { total }) => sum + total, 0));
    expect(await check()).toEqual(NOTHING_WRONG);
  });

  it("waits for a change of an order whose line it writes, so that the line or a correction has it", async () => {
    await seed(3);
    let resolve = () => {};
    const changed = new Promise<void>((done) => {
      resolve = done;
    });
    const [row] = await runText(api.db, "SELECT min(id) AS id FROM orders WHERE account_id = $1", accountId);
    let locked = () => {};
    const isLocked = new Promise<void>((done) => {
      locked = done;
    });
    const change = api.db.transaction(async (tx) => {
      await tx.models.order.updateMany({ where: { id: BigInt(row?.id ?? 0) }, data: { price: "1000" } });
      locked();
      await changed;
    });
    await isLocked;
    // A wait of 2 s fails, and a job tries again.
    const closeAgain = (): Promise<string | null> => close().catch(closeAgain);
    const closing = closeAgain();
    // The closing is blocked by the change: PostgreSQL says so.
    await expect.poll(() => countLockWaits(api.db)).toBe(1);
    resolve();
    await change;
    expect(await closing).toBe(MONTH);
    expect((await read(MONTH)).lines.map(({ price }) => price)).toContain(100_000);
    expect(await check()).toEqual(NOTHING_WRONG);
  });

  it("is discarded by a process of an older release, and either one closes the month anew", async () => {
    await seed(ORDERS);
    const open = await read(MONTH);
    const olderRelease = `INSERT INTO statements (account_id, month, time_zone, starts_at, ends_at, closed_at, line_count, total)
      VALUES ('${accountId}', '${MONTH}', 'Europe/Moscow', '${OCTOBER.from}', '${OCTOBER.until}', now(), 0, 0)
      ON CONFLICT DO NOTHING`;
    await closeWith(
      async () => {},
      async () => {},
      async () => run(olderRelease),
    );
    const closed = await read(MONTH);
    if (closed.statement.closedAt === null) expect(await close()).toBe(MONTH);
    expect((await read(MONTH)).lines).toEqual(open.lines);
    expect(await countPerOrder()).toEqual({ lines: String(ORDERS), orders: String(ORDERS) });
    await run(olderRelease);
    expect((await read(MONTH)).statement.lineCount).toBe(ORDERS);
  });

  it("has no lines without a statement or a closing", async () => {
    await seed(1);
    expect(await close()).toBe(MONTH);
    await expect(
      run(
        `INSERT INTO statement_lines SELECT (jsonb_populate_record(l, '{"month": "2027-01"}')).* FROM statement_lines l
         WHERE account_id = '${accountId}'`,
      ),
    ).rejects.toThrow("needs a statement");
  });
});

describe("an account with many orders", () => {
  it("reads as many rows for each page, export and closing after few or many orders of earlier months", async () => {
    const counts: Record<string, number>[] = [];
    for (const earlier of [500, amount(2_500, 8_000)]) {
      const { shop } = await api.newShop();
      accountId = shop.accountId;
      scope = mintScope(accountId, "live");
      await run(`UPDATE accounts SET created_at = '2026-08-01' WHERE id = '${accountId}'`);
      await seed(earlier, { from: "2026-09-01T00:00:00+03:00", until: OCTOBER.from });
      expect(await close()).toBe("2026-09");
      await seed(600);
      await charge(5);
      await run("ANALYZE");
      const count = (work: (tx: Transaction) => Promise<unknown>) => countRowsRead(api.db, work);
      const page = (offset: number) => (tx: Transaction) =>
        getStatement(context(tx), scope, MONTH, { limit: 50, offset });
      const format = csvFormat("en");
      const counted = {
        list: await count((tx) => listStatements(context(tx), scope)),
        first: await count(page(0)),
        later: await count(page(500)),
        csv: await count(async (tx) => {
          const pieces = await exportStatement(context(tx), scope, MONTH, { type: "csv", format });
          for await (const _ of pieces);
        }),
        xlsx: await count(async (tx) => {
          const pieces = await exportStatement(context(tx), scope, MONTH, { type: "xlsx", format });
          for await (const _ of pieces);
        }),
        closing: await count(async (tx) => {
          const db = {
            run: (statement: Parameters<Transaction["run"]>[0]) => tx.run(statement),
            models: tx.models,
            transaction: (work: (one: Transaction) => Promise<unknown>) => work(tx),
          } as unknown as Database;
          expect(await closeOldestMonth({ db, clock: api.clock }, accountId, ISSUER)).toBe(MONTH);
        }),
        closed: await count(page(50)),
      };
      counts.push(counted);
    }
    const [few = {}, many = {}] = counts;
    expect(few.list).toBeGreaterThan(0);
    for (const name of Object.keys(few)) {
      // Rows that are dead or merged may differ a little; a read of earlier months would add 2,000 or more.
      expect.soft([name, (many[name] ?? 0) - (few[name] ?? 0) < 200]).toEqual([name, true]);
    }
  });
});
