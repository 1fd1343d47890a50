import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FinishedCall } from "@/lib/api/request-log/logged-request";
import { MAX_BODY_CHARACTERS } from "@/lib/api/request-log/mask";
import {
  BATCH_CALLS,
  MAX_ATTEMPTS,
  MAX_WAITING_BYTES,
  MAX_WAITING_CALLS,
  REFUSALS_PER_MINUTE,
  RequestRecorder,
} from "@/lib/api/request-log/request-recorder";
import { type Database, openDatabase, openPool } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { openLocalApi } from "@/testing/local-api";
import { clearLog, loggedCalls, loggedDays } from "@/testing/request-log";
import { type Client, makeClient } from "@/testing/shop";

describe("the request recorder", () => {
  let database: TestDatabase;
  let db: Database;
  let pool: Pool;
  let shop: Client;
  let counts: { written: number; dropped: number };

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 3);
    pool = openPool(database.url, 1);
    shop = await makeClient(db);
  });

  afterAll(async () => {
    await db?.close();
    await pool?.end();
    await database?.drop();
  });

  beforeEach(async () => {
    await clearLog(db);
    counts = { written: 0, dropped: 0 };
  });

  const recorder = (on = pool) =>
    new RequestRecorder(on, (outcome, calls) => {
      counts[outcome] += calls;
    });

  const call = (change: Partial<FinishedCall> = {}): FinishedCall => ({
    key: shop,
    clientAddress: "203.0.113.7",
    requestId: "request-1",
    requestedAt: new Date("2026-11-21T12:00:00.000Z"),
    method: "POST",
    url: new URL("http://localhost/v1/partner/orders"),
    route: "/v1/partner/orders",
    status: 201,
    durationMs: 4.567,
    errorId: undefined,
    externalOrderId: null,
    headers: '[["user-agent","Till \\\\ 5"]]',
    body: new TextEncoder().encode('{"external_order_id":"shop-1","comment":"Анна"}'),
    responseBody: '{"success":true,"data":{"status":"new"}}',
    ...change,
  });

  /** Every write to the log fails meanwhile. */
  const whileFailing = async (work: () => Promise<void>) => {
    await execute(db)`ALTER TABLE logged_requests RENAME TO renamed_requests`;
    await work();
    await execute(db)`ALTER TABLE renamed_requests RENAME TO logged_requests`;
  };

  it("writes calls in order, masked, with the identifier from the body", async () => {
    const log = recorder();
    log.record(call());
    log.record(
      call({ requestId: "request-2", method: "GET", body: undefined, externalOrderId: "a/b", status: 404 }),
    );
    await log.flush();
    const rows = await loggedCalls(db);
    expect(rows).toMatchObject([
      {
        accountId: shop.accountId,
        mode: "live",
        keyId: shop.keyId,
        requestId: "request-1",
        requestedAt: new Date("2026-11-21T12:00:00.000Z"),
        method: "POST",
        path: "/v1/partner/orders",
        status: 201,
        durationMs: 4.57,
        errorId: null,
        externalOrderId: "shop-1",
        requestHeaders: '[["user-agent","Till \\\\ 5"]]',
        requestBody: '{"external_order_id":"shop-1","comment":"[4 characters]"}',
        responseBody: '{"success":true,"data":{"status":"new"}}',
      },
      { requestId: "request-2", externalOrderId: "a/b", requestBody: null },
    ]);
    expect([log.waiting, counts]).toEqual([0, { written: 2, dropped: 0 }]);
  });

  it("writes a full batch without a flush", async () => {
    const log = recorder();
    for (let index = 0; index < BATCH_CALLS; index += 1) log.record(call());
    await log.flush();
    expect(await loggedCalls(db)).toHaveLength(BATCH_CALLS);
  });

  it("stores a batch with text that PostgreSQL cannot store as it is", async () => {
    const log = recorder();
    const bodies = ['{"external_order_id":"a\\u0000b\\ud800"}', "\u0000\u0001", "null", "[]", '"\\ud800"'];
    for (const body of bodies) log.record(call({ body: new TextEncoder().encode(body) }));
    log.record(call({ body: new Uint8Array([0xff, 0xfe, 0x00]) }));
    await log.flush();
    const rows = await loggedCalls(db);
    expect(rows.map(({ externalOrderId }) => externalOrderId)).toEqual([
      "ab\ufffd",
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(rows[5]?.requestBody).toMatch(/^"\[not JSON, \d+ bytes\]"$/);
  });

  it("holds a limited number of calls and bytes, and drops the rest", () => {
    // No server listens on this port.
    const log = recorder(openPool("postgresql://unknown@127.0.0.1:1/none", 1));
    const small = call();
    for (let index = 0; index < MAX_WAITING_CALLS + 10; index += 1) log.record(small);
    expect([log.waiting, counts.dropped]).toEqual([MAX_WAITING_CALLS, 10]);

    counts.dropped = 0;
    const heavy = recorder(openPool("postgresql://unknown@127.0.0.1:1/none", 1));
    const large = call({ response: { data: Array(1_000).fill({ status: "delivered" }) } });
    for (let index = 0; index < 1_200; index += 1) heavy.record(large);
    // Of each, almost this many characters are kept.
    expect(heavy.waiting).toBeLessThan(MAX_WAITING_BYTES / (1.9 * MAX_BODY_CHARACTERS));
    expect(heavy.waiting + counts.dropped).toBe(1_200);
  });

  it("retries a failed batch, and drops it after the maximum number of attempts", async () => {
    const log = recorder();
    await whileFailing(async () => {
      log.record(call());
      for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
        await log.flush();
        expect([log.waiting, counts]).toEqual([1, { written: 0, dropped: 0 }]);
      }
    });
    await log.flush();
    expect([log.waiting, counts]).toEqual([0, { written: 1, dropped: 0 }]);

    await whileFailing(async () => {
      log.record(call());
      for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) await log.flush();
    });
    expect([log.waiting, counts]).toEqual([0, { written: 1, dropped: 1 }]);
    expect(await loggedCalls(db)).toHaveLength(1);
  });

  it("starts writing a call immediately on demand, even during another write", async () => {
    const log = recorder();
    log.record(call());
    const first = log.flush();
    log.record(call({ requestId: "request-2" }));
    await Promise.all([first, log.flush()]);
    expect(await loggedCalls(db)).toHaveLength(2);
  });

  it("keeps a limited number of rate-limit refusals per key and minute, and all other calls", async () => {
    const log = recorder();
    const refused = call({ status: 429, body: undefined });
    for (let index = 0; index < REFUSALS_PER_MINUTE + 5; index += 1) log.record(refused);
    log.record(call({ status: 400 }));
    log.record(call({ status: 401, key: { ...shop, keyId: crypto.randomUUID() } }));
    log.record({ ...refused, requestedAt: new Date("2026-11-21T12:01:00.000Z") });
    await log.flush();
    expect(counts).toEqual({ written: REFUSALS_PER_MINUTE + 3, dropped: 5 });
  });

  it("creates the partition of a call's day whatever the current time, even concurrently with other processes", async () => {
    const other = openPool(database.url, 1);
    const days = ["2019-12-31T23:59:59.999Z", "2020-01-01T00:00:00.000Z", "2031-05-05T12:00:00.000Z"];
    const logs = [recorder(), recorder(other)];
    for (const day of days) for (const log of logs) log.record(call({ requestedAt: new Date(day) }));
    await Promise.all(logs.map((log) => log.flush()));
    expect(counts).toEqual({ written: 6, dropped: 0 });
    const rows = await loggedCalls(db);
    expect(rows.map(({ requestedAt }) => requestedAt.toISOString()).sort()).toEqual(
      days.flatMap((day) => [day, day]),
    );
    expect(await loggedDays(db)).toEqual(expect.arrayContaining(["20191231", "20200101", "20310505"]));
    await other.end();
  });

  it("keeps every byte of a body field that it does not mask", async () => {
    const log = recorder();
    const id = "\\N \\. a\\tb \u2028 № \ud83d\ude00 \" ' \t \r\n \u0001 \u007f";
    const [sent, answered] = [{ external_order_id: id }, { data: { area: `\\${id}\\` } }];
    log.record(
      call({ body: new TextEncoder().encode(JSON.stringify(sent)), responseBody: JSON.stringify(answered) }),
    );
    await log.flush();
    expect(await loggedCalls(db)).toMatchObject([
      {
        externalOrderId: id,
        requestBody: JSON.stringify(sent),
        responseBody: JSON.stringify(answered),
      },
    ]);
  });

  it("delays no request when its write hangs", async () => {
    const api = await openLocalApi();
    const { requestLog } = api.runtime;
    const client = await api.newShop();
    await client.api.get("/v1/partner/ping");
    const other = openDatabase(api.databaseUrl, 1);
    await other.transaction(async (tx) => {
      await execute(tx)`LOCK TABLE logged_requests IN ACCESS EXCLUSIVE MODE`;
      let isOver = false;
      // It waits two seconds for the lock and then gives up.
      const writing = requestLog?.flush().then(() => {
        isOver = true;
      });
      const create = async () => ({ ...(await client.api.create(orderBody())), isMeanwhile: !isOver });
      const answers = await Promise.all(Array.from({ length: 20 }, create));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(answers.some(({ isMeanwhile }) => isMeanwhile)).toBe(true);
      expect(requestLog?.waiting).toBe(21);
      await writing;
    });
    await requestLog?.flush();
    expect(await loggedCalls(api.db)).toHaveLength(21);
    await other.close();
    await api.close();
  });
});
