import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase, openPool, type Queryable, type Transaction } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { isUnavailable } from "@/lib/db/pg-errors";
import { int4, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { execute as runStatements } from "@/testing/cluster";
import { createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { runText } from "@/testing/run-text";
import { pollUntil } from "@/testing/until";

const IDLE = 4;

describe("idle connections that the server ends", () => {
  let database: TestDatabase;
  let pool: Pool;
  let db: Database;
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = openPool(database.url, IDLE);
    db = openDatabase(database.url, IDLE);
    // Vitest's own listener would end the file before the promise is held against what happened.
    process.prependListener("uncaughtException", note);
  });

  afterAll(async () => {
    process.removeListener("uncaughtException", note);
    await pool?.end();
    await db?.close();
    await database?.drop();
  });

  it("do not crash the process, and the next query gets a new connection", async () => {
    let connects = 0;
    const listener = listen(database.url, "anything", {
      message: () => {},
      connected: () => (connects += 1),
    });
    await Promise.all(
      Array.from({ length: IDLE }, () =>
        Promise.all([pool.query("SELECT pg_sleep(0.05)"), execute(db)`SELECT pg_sleep(0.05)`]),
      ),
    );
    await pollUntil(() => connects === 1 && pool.idleCount === IDLE);
    await runStatements(
      database.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await pollUntil(() => connects === 2 && pool.totalCount === 0);
    expect((await pool.query("SELECT 7 AS value")).rows).toEqual([{ value: 7 }]);
    expect(await query(db, { value: int4 })`SELECT 7 AS value`).toEqual([{ value: 7 }]);
    await listener.close();
    expect(uncaught).toEqual([]);
  });
});

describe("a statement that waited for its connection", () => {
  /** On a busy machine a statement may wait half a second for a free connection, which reduces its limit too. */
  const hasOwnLimit = (readLimit: () => Promise<number | undefined>) => expect.poll(readLimit).toBe(2_000);

  it("has its lock timeout reduced by the wait, without changing the connection's setting", async () => {
    const database = await createEmptyDatabase();
    const db = openDatabase(database.url, 1);
    const readLimit = async (on: Queryable) => {
      const [row] = await query(on, { ms: int4 })`
        SELECT setting::int AS ms FROM pg_settings WHERE name = 'lock_timeout'`;
      return row?.ms;
    };
    await hasOwnLimit(() => readLimit(db));
    const [, late, later] = await Promise.all([
      db.transaction((tx) => execute(tx)`SELECT pg_sleep(1.2)`),
      readLimit(db),
      db.transaction(readLimit),
    ]);
    for (const ms of [late, later]) {
      expect(ms).toBeGreaterThanOrEqual(800);
      expect(ms).toBeLessThanOrEqual(1_600);
    }
    await hasOwnLimit(() => readLimit(db));
    await db.close();
    await database.drop();
  });

  it("has its lock timeout reduced by its request's earlier waits, down to 10 ms (ERR-34)", async () => {
    const database = await createEmptyDatabase();
    const db = openDatabase(database.url, 1);
    const readLimit = async (on: Queryable) =>
      (
        await query(on, { ms: int4 })`SELECT setting::int AS ms FROM pg_settings WHERE name = 'lock_timeout'`
      )[0]?.ms;
    const limitAfter = (waitedMs: number) =>
      db.runSince(performance.now() - waitedMs, () =>
        Promise.all([readLimit(db), db.transaction(readLimit)]),
      );
    for (const ms of await limitAfter(1_500)) {
      expect(ms).toBeGreaterThanOrEqual(10);
      expect(ms).toBeLessThanOrEqual(1_300);
    }
    expect(await limitAfter(60_000)).toEqual([10, 10]);
    await hasOwnLimit(() => readLimit(db));
    await db.close();
    await database.drop();
  });
});

describe("a transaction", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    db = openDatabase(database.url, 2);
    await execute(db)`CREATE TABLE counts (id int PRIMARY KEY, n int NOT NULL)`;
    await execute(db)`INSERT INTO counts VALUES (1, 0), (2, 0)`;
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  beforeEach(() => execute(db)`UPDATE counts SET n = 0`);

  // Only here is there such a table, which the check of statements does not know.
  const readCounts = async () =>
    (await runText(db, "SELECT n FROM counts ORDER BY id")).map(({ n }) => Number(n));
  const readTransaction = async (tx: Queryable) =>
    (await query(tx, { id: text })`SELECT pg_current_xact_id()::text AS id`)[0]?.id;
  const count = (tx: Queryable) => execute(tx)`UPDATE counts SET n = n + 1`;

  it("retries a deadlocked transaction and commits both", async () => {
    let begun = 0;
    let bothStarted = (): void => {};
    const started = new Promise<void>((settle) => {
      bothStarted = settle;
    });
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await execute(tx)`UPDATE counts SET n = n + 1 WHERE id = ${first}`;
        begun += 1;
        if (begun === 2) bothStarted();
        await started;
        await execute(tx)`UPDATE counts SET n = n + 1 WHERE id = ${second}`;
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    // On a busy machine the repeated one can deadlock again.
    expect(begun).toBeGreaterThanOrEqual(3);
    expect(await readCounts()).toEqual([2, 2]);
  });

  it("commits all its statements, or none when the work throws", async () => {
    const answer = await db.transaction(async (tx) => {
      await count(tx);
      await count(tx);
      expect(await readCounts()).toEqual([0, 0]);
      return "done";
    });
    expect(answer).toBe("done");
    expect(await readCounts()).toEqual([2, 2]);
    const failing = db.transaction(async (tx) => {
      await count(tx);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await readCounts()).toEqual([2, 2]);
    expect(await db.transaction(async () => "nothing")).toBe("nothing");
  });

  it("starts with its first statement, on new and reused connections", async () => {
    const fresh = openDatabase(database.url, 1);
    for (let round = 0; round < 3; round += 1) {
      const inside = await fresh.transaction(async (tx) => {
        const ids = [];
        for (let read = 0; read < 2; read += 1) {
          ids.push(await readTransaction(tx));
        }
        return ids;
      });
      expect(inside[0]).toBe(inside[1]);
      expect(await readTransaction(fresh)).not.toBe(inside[0]);
    }
    await fresh.close();
  });

  it("is closed after its first statement fails, and the connection is reused", async () => {
    const one = openDatabase(database.url, 1);
    const pid = async () => (await query(one, { pid: int4 })`SELECT pg_backend_pid() AS pid`)[0]?.pid;
    const before = await pid();
    for (let round = 0; round < 2; round += 1) {
      const failing = one.transaction((tx) => execute(tx)`INSERT INTO counts VALUES (1, 1)`);
      await expect(failing).rejects.toMatchObject({ code: "23505" });
      expect(await readTransaction(one)).not.toBe(await readTransaction(one));
    }
    expect(await pid()).toBe(before);
    await one.close();
  });

  it("rolls back after a failed statement, even when the work catches the error", async () => {
    const swallowing = db.transaction(async (tx) => {
      await count(tx);
      await execute(tx)`INSERT INTO counts VALUES (1, 1)`.catch(() => {});
      return "as if nothing had happened";
    });
    await expect(swallowing).rejects.toMatchObject({ code: "23505" });
    expect(await readCounts()).toEqual([0, 0]);
  });

  it("rejects statements after its end, also from code that still holds it", async () => {
    let leaked: Transaction | undefined;
    await db.transaction(async (tx) => {
      await count(tx);
      leaked = tx;
    });
    await expect(count(leaked as Transaction)).rejects.toThrow("The transaction has ended");
    await db
      .transaction(async (tx) => {
        leaked = tx;
        throw new Error("on purpose");
      })
      .catch(() => {});
    await expect(count(leaked as Transaction)).rejects.toThrow("The transaction has ended");
    expect(await readCounts()).toEqual([1, 1]);
  });

  it("rolls back and reports unavailable when its connection is lost, and the pool stays usable", async () => {
    const cut = db.transaction(async (tx) => {
      await count(tx);
      const [row] = await query(tx, { pid: int4 })`SELECT pg_backend_pid() AS pid`;
      await execute(db)`SELECT pg_terminate_backend(${row?.pid ?? 0}::int)`;
      await count(tx);
    });
    expect(isUnavailable(await cut.catch((error: unknown) => error))).toBe(true);
    expect(await readCounts()).toEqual([0, 0]);
    await Promise.all(Array.from({ length: 6 }, () => db.transaction(count)));
    expect(await readCounts()).toEqual([6, 6]);
  });

  it("rolls back and reports unavailable when it takes too long, and runs nothing more", async () => {
    let goOn = (): void => {};
    const held = new Promise<void>((settle) => {
      goOn = settle;
    });
    let late: Promise<unknown> | undefined;
    const slow = db.transaction(
      async (tx) => {
        await count(tx);
        await held;
        late = count(tx);
        await late;
      },
      { timeout: 1_000 },
    );
    const error = await slow.catch((failure: unknown) => failure);
    expect([String(error), isUnavailable(error)]).toEqual([expect.stringContaining("expired"), true]);
    goOn();
    await pollUntil(() => late !== undefined);
    await expect(late).rejects.toThrow("expired");
    await pollUntil(async () => (await readCounts()).every((n) => n === 0));
    expect(await db.transaction(count)).toBe(2);
  });

  it("runs its statements one after another, even when started concurrently", async () => {
    const found = await db.transaction((tx) =>
      Promise.all([1, 2, 3, 4].map((n) => query(tx, { n: int4 })`SELECT ${n}::int AS n`)),
    );
    expect(found.flat().map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });
});
