import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { startServer } from "@/testing/server";
import { startTransactionPooler, type TransactionPooler } from "@/testing/transaction-pooler";

describe("a process behind a connection pooler", () => {
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

  it("is not ready in transaction mode and reports what to change", async () => {
    const servers = await Promise.all(
      [database, pooler].map((one) => startServer({ databaseUrl: "url" in one ? one.url : one.databaseUrl })),
    );
    try {
      // A busy machine may need several checks before the database has responded to one.
      await expect
        .poll(() =>
          Promise.all(
            servers.map(async ({ baseUrl }) => {
              const response = await fetch(`${baseUrl}/readyz`);
              return { status: response.status, text: await response.text() };
            }),
          ),
        )
        .toEqual([
          { status: 200, text: "ok\n" },
          { status: 503, text: expect.stringMatching(/^not ready: .*pool_mode = session.*\n$/) },
        ]);
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
    }
  });
});
