import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintScope } from "@/lib/account-scope";
import { findAccountRequest } from "@/lib/api/request-log/search-requests";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { loggedCalls, writeCalls } from "@/testing/request-log";
import { addKey, type Client, makeClient } from "@/testing/shop";

const NOW = new Date("2026-11-21T12:00:00.000Z");

describe("a logged call", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it("is found by its number in both modes of its account, and in no other account", async () => {
    const live = await makeClient(db);
    const test = await addKey(db, live.accountId, "test");
    const stranger = await makeClient(db);
    for (const client of [live, test, stranger]) await writeCalls(db, client, [{ requestedAt: NOW }]);
    const findAs = async ({ accountId }: Client, id: bigint) => {
      const staff = { scope: (mode: "live" | "test") => mintScope(accountId, mode) };
      return (await findAccountRequest(db, staff, String(id), NOW))?.id ?? null;
    };
    const calls = await loggedCalls(db);
    expect(calls).toHaveLength(3);
    for (const { id, accountId } of calls) {
      const isOwn = accountId === live.accountId;
      expect([await findAs(live, id), await findAs(stranger, id)]).toEqual(isOwn ? [id, null] : [null, id]);
    }
  });
});
