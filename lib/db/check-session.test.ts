import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSession, SharedSessionError } from "@/lib/db/check-session";
import { connect } from "@/lib/db/migrate";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { startTransactionPooler, type TransactionPooler } from "@/testing/transaction-pooler";

describe("a connection's session", () => {
  let database: TestDatabase;
  let pooler: TransactionPooler;

  beforeAll(async () => {
    database = await createDatabase();
    pooler = await startTransactionPooler(database.url);
  });
  afterAll(async () => {
    await pooler?.close();
    await database?.drop();
  });

  it("is accepted when connected to PostgreSQL directly", async () => {
    await checkSession(database.url);
    await checkSession(database.url);
  });

  it("is rejected behind a pooler in transaction mode, on each check", async () => {
    await expect(checkSession(pooler.databaseUrl)).rejects.toThrow(SharedSessionError);
    await expect(checkSession(pooler.databaseUrl)).rejects.toThrow(/pool_mode = session/);
  });

  it("is rejected there while other clients use the pooler's connections", async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => connect(pooler.databaseUrl)));
    let isOver = false;
    const work = clients.map(async (client) => {
      while (!isOver) await client.query("SELECT 1");
    });
    for (let check = 0; check < 10; check += 1)
      await expect(checkSession(pooler.databaseUrl)).rejects.toThrow(SharedSessionError);
    isOver = true;
    await Promise.all(work);
    await Promise.all(clients.map((client) => client.end()));
  });

  it("still runs unnamed statements behind a pooler in transaction mode", async () => {
    const client = await connect(pooler.databaseUrl);
    expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  it("is reported as a connection error when the database is unreachable", async () => {
    await expect(checkSession("postgresql://unknown@127.0.0.1:1/none")).rejects.toThrow(/Cannot connect/);
  });
});
