import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase, openPool } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { execute } from "@/testing/cluster";
import { createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { until } from "@/testing/until";

const IDLE = 4;

describe("connections that the server ends while nobody uses them", () => {
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
    await db?.$disconnect();
    await database?.drop();
  });

  it("take no process down, and the next query gets a new one", async () => {
    let connects = 0;
    const listener = listen(database.url, "anything", {
      message: () => {},
      connected: () => (connects += 1),
    });
    await Promise.all(
      Array.from({ length: IDLE }, () =>
        Promise.all([pool.query("SELECT pg_sleep(0.05)"), db.$queryRaw`SELECT pg_sleep(0.05)::text`]),
      ),
    );
    await until(() => connects === 1 && pool.idleCount === IDLE);
    await execute(
      database.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await until(() => connects === 2 && pool.totalCount === 0);
    expect((await pool.query("SELECT 7 AS value")).rows).toEqual([{ value: 7 }]);
    expect(await db.$queryRaw`SELECT 7 AS value`).toEqual([{ value: 7 }]);
    await listener.close();
    expect(uncaught).toEqual([]);
  });
});

describe("a transaction", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    db = openDatabase(database.url, 2);
    await db.$executeRaw`CREATE TABLE counts (id int PRIMARY KEY, n int NOT NULL)`;
    await db.$executeRaw`INSERT INTO counts VALUES (1, 0), (2, 0)`;
  });

  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });

  it("that waits for another which waits for it is begun again, and both are kept", async () => {
    let begun = 0;
    let bothStarted = (): void => {};
    const started = new Promise<void>((settle) => {
      bothStarted = settle;
    });
    const add = (first: number, second: number) =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE counts SET n = n + 1 WHERE id = ${first}`;
        begun += 1;
        if (begun === 2) bothStarted();
        await started;
        await tx.$executeRaw`UPDATE counts SET n = n + 1 WHERE id = ${second}`;
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(begun).toBe(3);
    expect(await db.$queryRaw`SELECT n FROM counts ORDER BY id`).toEqual([{ n: 2 }, { n: 2 }]);
  });
});
