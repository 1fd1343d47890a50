import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { execute } from "@/lib/db/sql";
import { countKeyCalls } from "@/lib/requests/count-key-calls";
import { deleteRequests } from "@/lib/requests/delete-requests";
import { type RequestFilter, requestFilter } from "@/lib/requests/schema";
import { PAGE_SIZE, searchRequests } from "@/lib/requests/search-requests";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { addKey, type Client, makeClient } from "@/testing/shop";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const HOUR_MS = 60 * 60_000;
const ANY: RequestFilter = {
  status: null,
  keyId: null,
  externalOrderId: null,
  requestId: null,
  method: null,
};

describe("the request log", () => {
  let database: TestDatabase;
  let db: Database;
  let shop: Client;
  let twin: Client;
  let stranger: Client;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
    shop = await makeClient(db);
    twin = await addKey(db, shop.accountId, "live");
    stranger = await makeClient(db);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const write = async (
    owner: Client,
    calls: readonly Partial<Prisma.LoggedRequestCreateManyInput>[],
    isAnew = true,
  ): Promise<void> => {
    if (isAnew) await db.models.loggedRequest.deleteMany({ where: { keyId: owner.keyId } });
    await db.models.loggedRequest.createMany({
      data: calls.map((call) => ({
        accountId: owner.accountId,
        mode: owner.scope.mode,
        keyId: owner.keyId,
        requestId: "r",
        requestedAt: NOW,
        method: "GET",
        path: "/",
        route: "/",
        status: 200,
        durationMs: 1,
        ...call,
      })),
    });
  };

  it("can be searched by everything at once, only in one account and mode", async () => {
    await write(shop, [
      { status: 201, method: "POST", externalOrderId: "a", requestId: "r1" },
      { status: 404, externalOrderId: "a", requestId: "r2" },
      { status: 429, externalOrderId: "b", requestId: "r3" },
      { status: 503, method: "POST", externalOrderId: "b", requestId: "r4" },
    ]);
    await write(twin, [{ status: 400, externalOrderId: "a", requestId: "r5" }]);
    await write(stranger, [{ status: 404, externalOrderId: "a", requestId: "r6" }]);
    const found = async (filter: Partial<RequestFilter>, scope = shop.scope) =>
      (await searchRequests(db, scope, { filter: { ...ANY, ...filter }, cursor: null })).requests.map(
        (one) => one.requestId,
      );
    expect(await found({})).toEqual(["r5", "r4", "r3", "r2", "r1"]);
    expect(await found({ status: "2xx" })).toEqual(["r1"]);
    expect(await found({ status: "4xx" })).toEqual(["r5", "r3", "r2"]);
    expect(await found({ status: "5xx" })).toEqual(["r4"]);
    expect(await found({ status: 429 })).toEqual(["r3"]);
    expect(await found({ keyId: twin.keyId })).toEqual(["r5"]);
    expect(await found({ keyId: stranger.keyId })).toEqual([]);
    expect(await found({ externalOrderId: "a", method: "GET" })).toEqual(["r5", "r2"]);
    expect(await found({ requestId: "r6" })).toEqual([]);
    expect(await found({}, { ...shop.scope, mode: "test" })).toEqual([]);
  });

  it("pages forward and back without repeating or missing a call, even while others are added", async () => {
    await write(twin, []);
    await write(
      shop,
      Array.from({ length: 2 * PAGE_SIZE + 5 }, (_, index) => ({ requestId: `c${index}` })),
    );
    const first = await searchRequests(db, shop.scope, { filter: ANY, cursor: null });
    const place = (page: typeof first, at: number) => page.requests.at(at)?.id ?? 0n;
    expect([first.hasNewer, first.hasOlder]).toEqual([false, true]);
    await db.models.loggedRequest.create({
      data: {
        ...{
          accountId: shop.accountId,
          mode: "live",
          keyId: shop.keyId,
          requestId: "late",
          requestedAt: NOW,
        },
        ...{ method: "GET", path: "/", route: "/", status: 200, durationMs: 1 },
      },
    });
    const second = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "before", id: place(first, -1) },
    });
    const third = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "before", id: place(second, -1) },
    });
    expect([third.requests.length, third.hasOlder]).toEqual([5, false]);
    const seen = [first, second, third].flatMap(({ requests }) => requests.map((one) => one.requestId));
    expect(seen).toEqual(Array.from({ length: 2 * PAGE_SIZE + 5 }, (_, index) => `c${104 - index}`));
    const back = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "after", id: place(second, 0) },
    });
    expect(back.requests.map(({ id }) => id)).toEqual(first.requests.map(({ id }) => id));
    expect([back.hasNewer, back.hasOlder]).toEqual([true, true]);
    const newest = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "after", id: place(first, 0) },
    });
    expect([newest.requests.map((one) => one.requestId), newest.hasNewer]).toEqual([["late"], false]);
  });

  it("counts what each key did on each of seven days, in one account and mode", async () => {
    const ago = (hours: number) => ({ requestedAt: new Date(NOW.getTime() - hours * HOUR_MS) });
    await db.models.loggedRequest.deleteMany();
    // Rows are written in order of time, for all accounts.
    const calls: [Client, number][] = [
      [stranger, 200],
      [shop, 169],
      [shop, 167],
      [shop, 100],
      [stranger, 100],
      [shop, 30],
      [shop, 2],
      [shop, 1],
    ];
    for (const [owner, hours] of calls) await write(owner, [ago(hours)], false);
    expect(await countKeyCalls(db, stranger.scope, NOW)).toEqual(
      new Map([[stranger.keyId, [0, 0, 1, 0, 0, 0, 0]]]),
    );
    expect(await countKeyCalls(db, shop.scope, NOW)).toEqual(new Map([[shop.keyId, [1, 0, 1, 0, 0, 1, 2]]]));
    expect(await countKeyCalls(db, { ...shop.scope, mode: "test" }, NOW)).toEqual(new Map());
  });

  it("deletes everything older than an instant, however much, and nothing else", async () => {
    await db.models.loggedRequest.deleteMany();
    const day = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR_MS);
    await execute(db)`
      INSERT INTO logged_requests (account_id, mode, key_id, request_id, requested_at, method, path, route, status,
                                   duration_ms)
      SELECT ${shop.accountId}::uuid, 'live', ${shop.keyId}::uuid, 'r',
             CASE number % 2 WHEN 0 THEN ${day(8)}::timestamptz ELSE ${day(6)}::timestamptz END, 'GET', '/', '/',
             200, 1
      FROM generate_series(1, 12000) AS number`;
    await deleteRequests(db, day(7));
    expect(await db.models.loggedRequest.count()).toBe(6_000);
    expect(await db.models.loggedRequest.count({ where: { requestedAt: { lt: day(7) } } })).toBe(0);
  });

  it.each([
    [{}, ANY],
    [
      { status: "4xx", method: "POST" },
      { ...ANY, status: "4xx", method: "POST" },
    ],
    [{ status: "429" }, { ...ANY, status: 429 }],
    [{ status: "999", keyId: "x", method: "DROP", externalOrderId: "\u0000", requestId: "  " }, ANY],
    [{ externalOrderId: " № 5 " }, { ...ANY, externalOrderId: "№ 5" }],
  ])("reads the address %j", (given, expected) => {
    const texts = { status: "", keyId: "", externalOrderId: "", requestId: "", method: "", ...given };
    expect(requestFilter.parse(texts)).toEqual(expected);
  });
});
