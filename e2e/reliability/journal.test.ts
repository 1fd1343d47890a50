import { randomUUID } from "node:crypto";
import { Client, type Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountScope } from "@/lib/account-scope";
import { type Database, openDatabase, openPool } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";
import { buildEventInsert } from "@/lib/events/build-event-insert";
import { JOURNAL_START, type JournalPosition } from "@/lib/events/journal";
import { listEvents } from "@/lib/events/list-events";
import { selectEventsAfter } from "@/lib/events/store";
import { orderBody } from "@/testing/api-client";
import { execute as runStatements } from "@/testing/cluster";
import { createDatabase, createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { readFreshState } from "@/testing/read-fresh-state";
import { FixedClock } from "@/testing/shop";

const WRITERS = 6;
const EVENTS = 40;
/** Before every event, so that the journal considers none too old. */
const LONG_AGO = new Date("2000-01-01");
const TAKE_A_NUMBER = "SELECT pg_current_xact_id()";

describe("the journal's end", () => {
  let database: TestDatabase;
  let elsewhere: TestDatabase;
  let local: LocalApi;
  /** Writes as the service does. */
  let pool: Pool;
  /** Reads as a role that sees no more of other sessions than any role may. */
  let reader: Database;
  const role = `reader_${randomUUID().replaceAll("-", "")}`;
  const neighbors: Client[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    elsewhere = await createEmptyDatabase();
    local = await openLocalApi(database);
    await runStatements(
      database.url,
      `CREATE ROLE ${role} LOGIN PASSWORD 'reader'`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    );
    const asReader = new URL(database.url);
    [asReader.username, asReader.password] = [role, "reader"];
    // An application name in the URL must not hide that the session is the service's.
    const named = (url: string) => `${url}?application_name=shop`;
    reader = openDatabase(named(asReader.href), 2);
    pool = openPool(named(database.url), WRITERS);
  });

  afterAll(async () => {
    for (const neighbor of neighbors) await neighbor.end();
    await pool?.end();
    await reader?.close();
    await runStatements(database.url, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`);
    await local?.close();
    await elsewhere?.drop();
  });

  /** Opens a session of another program, which may call itself anything. */
  const neighbor = async (url: string): Promise<Client> => {
    const client = new Client({ connectionString: url, application_name: "backup of dropline" });
    client.on("error", () => {});
    await client.connect();
    neighbors.push(client);
    return client;
  };

  const read = (scope: AccountScope) =>
    listEvents({ db: reader, clock: new FixedClock(LONG_AGO) }, scope, { limit: 10 });

  const measureLag = async () => (await readFreshState(reader)).journalLagSeconds;

  it("waits for the service's own transactions only", async () => {
    const { shop, api } = await local.newShop();
    const [here, there] = [await neighbor(database.url), await neighbor(elsewhere.url)];
    for (const client of [here, there]) {
      await client.query("BEGIN");
      await client.query(TAKE_A_NUMBER);
    }
    const order = orderBody();
    await api.create(order);
    expect((await read(shop.scope)).bodies).toHaveLength(1);
    expect(await measureLag()).toBe(0);

    const { rows } = await there.query("SHOW max_prepared_transactions");
    // Prepared transactions of other databases, where the server allows them, hold up nothing either.
    if (rows[0].max_prepared_transactions !== "0") {
      await there.query(`PREPARE TRANSACTION '${role}'`);
      await api.post(`/v1/partner/orders/${order.external_order_id}/cancel`);
      expect((await read(shop.scope)).bodies).toHaveLength(2);
      await there.query(`ROLLBACK PREPARED '${role}'`);
    }
    for (const client of [here, there]) await client.query("ROLLBACK");
  });

  it.each(["BEGIN", "BEGIN; SAVEPOINT one"])(
    "waits for a writer of the service whose transaction was opened by %s",
    async (begin) => {
      const { shop, api } = await local.newShop();
      const writer = await pool.connect();
      try {
        await writer.query(begin);
        await writer.query(TAKE_A_NUMBER);
        await api.create(orderBody());
        expect(await read(shop.scope)).toMatchObject({ bodies: [], hasMore: false });
        await execute(local.db)`
        UPDATE events SET created_at = now() - interval '2 minutes' WHERE account_id = ${shop.accountId}::uuid`;
        expect(await measureLag()).toBeGreaterThanOrEqual(60);
      } finally {
        await writer.query("ROLLBACK");
        writer.release();
      }
      expect((await read(shop.scope)).bodies).toHaveLength(1);
      expect(await measureLag()).toBe(0);
    },
  );

  it("waits for a transaction of this database whose client is unknown", async () => {
    const { shop, api } = await local.newShop();
    const here = await neighbor(database.url);
    const { rows } = await here.query("SHOW max_prepared_transactions");
    if (rows[0].max_prepared_transactions === "0") return;
    await here.query("BEGIN");
    await here.query(TAKE_A_NUMBER);
    await here.query(`PREPARE TRANSACTION '${role}'`);
    await api.create(orderBody());
    expect((await read(shop.scope)).bodies).toEqual([]);
    await here.query(`ROLLBACK PREPARED '${role}'`);
    expect((await read(shop.scope)).bodies).toHaveLength(1);
  });

  it(`skips none of ${WRITERS * EVENTS} events of ${WRITERS} writers while other databases write (JRN-3)`, async () => {
    const { shop, api } = await local.newShop();
    const write = async () => {
      const body = orderBody();
      await api.create(body);
      const { id } = await local.db.models.order.findFirstOrThrow({
        where: { externalOrderId: body.external_order_id },
      });
      for (let sequence = 2; sequence <= EVENTS; sequence += 1) {
        await local.db.transaction(async (tx) => {
          await execute(tx)`SELECT pg_current_xact_id(), pg_sleep(random() * 0.01)`;
          const event = {
            id: randomUUID(),
            type: "order.updated",
            sequence,
            createdAt: new Date(),
            body: "{}",
          };
          const orders = sql`(SELECT * FROM orders WHERE id = ${id})`;
          await execute(tx)`${buildEventInsert(orders, event, { type: "job", id: "test" })}`;
        });
      }
    };
    let isOver = false;
    const work = async (url: string) => {
      const client = await neighbor(url);
      while (!isOver)
        await client.query("BEGIN; SELECT pg_current_xact_id(), pg_sleep(random() * 0.03); COMMIT");
    };
    const working = [database.url, elsewhere.url].map(work);
    const writing = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => {
      isOver = true;
    });
    const seen: JournalPosition[] = [];
    for (let wasOver = false; ; wasOver = isOver) {
      const entries = await selectEventsAfter(reader, shop.scope, seen.at(-1) ?? JOURNAL_START, LONG_AGO, 10);
      const open = entries.findIndex(({ isFinal }) => !isFinal);
      seen.push(...entries.slice(0, open === -1 ? entries.length : open).map(({ place }) => place));
      if (wasOver && entries.length === 0) break;
    }
    await Promise.all([writing, ...working]);
    const written = await local.db.models.event.findMany({
      where: { accountId: shop.accountId },
      orderBy: [{ epoch: "asc" }, { transactionId: "asc" }, { row: "asc" }],
      select: { epoch: true, transactionId: true, row: true },
    });
    expect(written).toHaveLength(WRITERS * EVENTS);
    expect(seen).toEqual(written);
  });
});
