import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mintScope } from "@/lib/accounts/scope";
import { type Database, openDatabase, openPool } from "@/lib/db/client";
import { listMigrations, migrate, migrationsFolder } from "@/lib/db/migrate";
import type { LoggedCall } from "@/lib/requests/logged-request";
import { rollDays } from "@/lib/requests/roll-days";
import { searchRequests } from "@/lib/requests/search-requests";
import { insertRequests } from "@/lib/requests/store";
import { createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { loggedCalls, loggedDays } from "@/testing/request-log";
import type { Client } from "@/testing/shop";

const BORDER = "20261122133000_request_log_border";
const DAY_MS = 24 * 60 * 60_000;

let database: TestDatabase;
let folder: string;
let db: Database;
let pool: Pool;
let shop: Omit<Client, "key">;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), "dropline-migrations-"));
  for (const name of listMigrations(migrationsFolder()).filter((one) => one < BORDER)) {
    cpSync(join(migrationsFolder(), name), join(folder, name), { recursive: true });
  }
  await migrate(database.url, folder);
  db = openDatabase(database.url, 1);
  pool = openPool(database.url, 1);
  // Written as the previous release did: the code of today knows columns that are not there yet.
  const { rows } = await pool.query(
    `WITH account AS (INSERT INTO accounts (name) VALUES ('Shop') RETURNING id)
     INSERT INTO api_keys (account_id, mode, name, key_hash, prefix, last_four)
     SELECT id, 'live', 'Test', sha256('key'), 'dlv_live_', 'last' FROM account
     RETURNING account_id, id`,
  );
  const [{ account_id: accountId, id: keyId }] = rows;
  shop = { accountId, keyId, scope: mintScope(accountId, "live") };
});

afterAll(async () => {
  await db?.close();
  await pool?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** As processes of the previous release write, with a statement that stays prepared. */
const writeAsBefore = (requestId: string, at: Date) =>
  pool.query({
    name: "before",
    text: `INSERT INTO logged_requests (account_id, mode, key_id, request_id, requested_at, method, path, route, status,
             duration_ms) VALUES ($1, 'live', $2, $3, $4, 'GET', '/', '/', 200, 1)`,
    values: [shop.accountId, shop.keyId, requestId, at],
  });

it("a log from before there were days goes on, for processes of either release", async () => {
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await writeAsBefore("six days ago", daysAgo(6));
  await writeAsBefore("before", now);
  await migrate(database.url);
  await writeAsBefore("old release", now);
  await writeAsBefore("old release tomorrow", daysAgo(-1));
  const call = {
    ...{
      accountId: shop.accountId,
      mode: shop.scope.mode,
      keyId: shop.keyId,
      method: "GET",
      path: "/",
      route: "/",
    },
    ...{
      status: 200,
      durationMs: 1,
      errorId: null,
      externalOrderId: null,
      requestHeaders: "[]",
      requestBody: null,
      responseBody: "{}",
    },
  } as const;
  await insertRequests(
    pool,
    [now, daysAgo(-1), daysAgo(30)].map(
      (at): LoggedCall => ({
        ...call,
        requestId: "new release",
        requestedAt: at.toISOString(),
      }),
    ),
  );
  const all = [
    "six days ago",
    "before",
    "old release",
    "old release tomorrow",
    ...Array(3).fill("new release"),
  ];
  expect((await loggedCalls(db)).map(({ requestId }) => requestId)).toEqual(all);
  const filter = { status: null, keyId: null, externalOrderId: null, requestId: null, method: null };
  const { requests } = await searchRequests(db, shop.scope, { filter, cursor: null, now, keptDays: 7 });
  expect(requests.map(({ requestId }) => requestId)).toEqual(all.slice(0, -1).reverse());

  const weekLater = daysAgo(-7);
  await rollDays(db, weekLater, 7);
  expect(await loggedCalls(db)).toHaveLength(7);
  await rollDays(db, daysAgo(-8), 7);
  expect(await loggedDays(db)).not.toContain("ore_days");
  expect(new Set((await loggedCalls(db)).map(({ requestedAt }) => requestedAt.getTime()))).toEqual(
    new Set([daysAgo(-1).getTime()]),
  );
});

it("an empty log begins with its days, two of them ahead", async () => {
  const fresh = await createEmptyDatabase();
  await migrate(fresh.url);
  const other = openDatabase(fresh.url, 1);
  const days = await loggedDays(other);
  await other.close();
  await fresh.drop();
  expect(days).toHaveLength(3);
  expect(days[0]).toMatch(/^\d{8}$/);
});
