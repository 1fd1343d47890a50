import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countKeyCalls } from "@/lib/api/request-log/count-key-calls";
import { countOverTime, divideSpan } from "@/lib/api/request-log/histogram";
import { listRecentAddresses } from "@/lib/api/request-log/list-recent-addresses";
import { rotatePartitions } from "@/lib/api/request-log/rotate-partitions";
import { type RequestFilter, requestFilter } from "@/lib/api/request-log/schema";
import { findAccountRequest, PAGE_SIZE, searchRequests } from "@/lib/api/request-log/search-requests";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { clearLog, loggedCalls, loggedDays, type WrittenCall, writeCalls } from "@/testing/request-log";
import { addKey, type Client, makeClient } from "@/testing/shop";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const HOUR_MS = 60 * 60_000;
const ANY: RequestFilter = {
  status: null,
  keyId: null,
  externalOrderId: null,
  requestId: null,
  method: null,
  from: null,
  to: null,
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

  const write = async (owner: Client, calls: readonly WrittenCall[], isAnew = true): Promise<void> => {
    if (isAnew) await clearLog(db, owner.keyId);
    await writeCalls(
      db,
      owner,
      calls.map((call) => ({ requestedAt: NOW, ...call })),
    );
  };

  it("lists the addresses of the last day's accepted calls, of one key or of all", async () => {
    const old = new Date(NOW.getTime() - 25 * HOUR_MS);
    await write(shop, [
      { clientAddress: "203.0.113.7" },
      { clientAddress: "203.0.113.7" },
      { clientAddress: "203.0.113.8", status: 401 },
      { clientAddress: "203.0.113.9", requestedAt: old },
    ]);
    await write(twin, [{ clientAddress: "198.51.100.1" }]);
    await write(stranger, [{ clientAddress: "192.0.2.1" }]);
    const list = (keyId: string | null) => listRecentAddresses(db, [shop.scope], { keyId, now: NOW });
    expect(await list(null)).toEqual(["198.51.100.1", "203.0.113.7"]);
    expect(await list(shop.keyId)).toEqual(["203.0.113.7"]);
  });

  it("can be searched by all filters together, within one account and mode", async () => {
    await write(shop, [
      { status: 201, method: "POST", externalOrderId: "a", requestId: "r1" },
      { status: 404, externalOrderId: "a", requestId: "r2" },
      { status: 429, externalOrderId: "b", requestId: "r3" },
      { status: 503, method: "POST", externalOrderId: "b", requestId: "r4" },
    ]);
    await write(twin, [{ status: 400, externalOrderId: "a", requestId: "r5" }]);
    await write(stranger, [{ status: 404, externalOrderId: "a", requestId: "r6" }]);
    const found = async (filter: Partial<RequestFilter>, scope = shop.scope) =>
      (
        await searchRequests(db, scope, { filter: { ...ANY, ...filter }, cursor: null, now: NOW })
      ).requests.map((one) => one.requestId);
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
    const later = new Date(NOW.getTime() + 1);
    expect(await found({ from: NOW, to: later, status: 429 })).toEqual(["r3"]);
    expect(await found({ to: NOW })).toEqual([]);
    expect(await found({ from: later })).toEqual([]);
  });

  it("pages forward and back without repeating or missing a call, even while others are added", async () => {
    await write(twin, []);
    await write(
      shop,
      Array.from({ length: 2 * PAGE_SIZE + 5 }, (_, index) => ({ requestId: `c${index}` })),
    );
    const first = await searchRequests(db, shop.scope, { filter: ANY, cursor: null, now: NOW });
    const place = (page: typeof first, at: number) => page.requests.at(at)?.id ?? 0n;
    expect([first.hasNewer, first.hasOlder]).toEqual([false, true]);
    await write(shop, [{ requestId: "late" }], false);
    const second = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "before", id: place(first, -1) },
      now: NOW,
    });
    const third = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "before", id: place(second, -1) },
      now: NOW,
    });
    expect([third.requests.length, third.hasOlder]).toEqual([5, false]);
    const seen = [first, second, third].flatMap(({ requests }) => requests.map((one) => one.requestId));
    expect(seen).toEqual(Array.from({ length: 2 * PAGE_SIZE + 5 }, (_, index) => `c${104 - index}`));
    const back = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "after", id: place(second, 0) },
      now: NOW,
    });
    expect(back.requests.map(({ id }) => id)).toEqual(first.requests.map(({ id }) => id));
    expect([back.hasNewer, back.hasOlder]).toEqual([true, true]);
    const newest = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: { side: "after", id: place(first, 0) },
      now: NOW,
    });
    expect([newest.requests.map((one) => one.requestId), newest.hasNewer]).toEqual([["late"], false]);
  });

  it("counts the matching calls over time in consecutive intervals", async () => {
    const at = (minutes: number) => ({ requestedAt: new Date(NOW.getTime() - minutes * 60_000) });
    await write(stranger, [at(5)]);
    await write(shop, [
      { ...at(61), status: 200 },
      { ...at(60), status: 200, externalOrderId: "a" },
      { ...at(59), status: 404 },
      { ...at(31), status: 503 },
      { ...at(1), status: 429, method: "POST" },
      { ...at(0), status: 200 },
    ]);
    const counted = async (filter: Partial<RequestFilter> = {}) => {
      const from = new Date(NOW.getTime() - 60 * 60_000);
      const parts = await countOverTime(db, shop.scope, { filter: { ...ANY, ...filter }, from, to: NOW });
      const filled = parts.flatMap(({ calls, refused, failed }, part) =>
        calls === 0 ? [] : [[part, calls, refused, failed]],
      );
      return [parts.length, ...filled];
    };
    expect(await counted()).toEqual([60, [0, 1, 0, 0], [1, 1, 1, 0], [29, 1, 0, 1], [59, 1, 1, 0]]);
    expect(await counted({ status: "4xx" })).toEqual([60, [1, 1, 1, 0], [59, 1, 1, 0]]);
    expect(await counted({ externalOrderId: "a" })).toEqual([60, [0, 1, 0, 0]]);
    expect(await counted({ to: new Date(NOW.getTime() - 31 * 60_000) })).toEqual([
      60,
      [0, 1, 0, 0],
      [1, 1, 1, 0],
    ]);
  });

  it("counts finished intervals once, and recounts intervals cut by the range or still being written", async () => {
    const hours = (count: number) => new Date(NOW.getTime() - count * HOUR_MS);
    const call = (ago: number) => ({ requestedAt: hours(ago) });
    await write(shop, [call(0.1), call(30), call(47.9)]);
    const counted = async (filter: Partial<RequestFilter> = {}) => {
      const span = { from: filter.from ?? hours(48), to: filter.to ?? NOW };
      const parts = await countOverTime(db, shop.scope, { filter: { ...ANY, ...filter }, ...span });
      return parts.reduce((sum, { calls }) => sum + calls, 0);
    };
    expect(await counted()).toBe(3);
    expect(await counted({ from: hours(47.8) })).toBe(2);
    await write(shop, [call(0.1), call(0.2), call(0.3)]);
    // The two of the days before, which are gone, are not looked for again.
    expect(await counted()).toBe(5);
    expect(await counted({ status: "2xx" })).toBe(3);
    expect(await counted({ from: hours(0.15) })).toBe(1);
  });

  it.each([
    ["an hour", 60, 60, 60],
    ["a day", 24 * 60, 30 * 60, 48],
    ["thirty days", 30 * 24 * 60, 12 * 60 * 60, 60],
    ["a moment", 0, 1, 1],
    ["two years", 730 * 24 * 60, null, 64],
  ])("divides the range of %s into intervals with round clock times", (_, minutes, seconds, parts) => {
    const cut = divideSpan(new Date(NOW.getTime() - minutes * 60_000), new Date(NOW.getTime() + 1));
    const step = (cut.to.getTime() - cut.from.getTime()) / cut.parts / 1_000;
    if (seconds !== null) expect(step).toBe(seconds);
    expect(Math.abs(cut.parts - parts)).toBeLessThanOrEqual(1);
    expect(cut.from.getTime()).toBeLessThanOrEqual(NOW.getTime() - minutes * 60_000);
    expect(cut.to.getTime()).toBeGreaterThan(NOW.getTime());
  });

  it("counts the calls of each key on each of seven days, in one account and mode", async () => {
    const ago = (hours: number) => ({ requestedAt: new Date(NOW.getTime() - hours * HOUR_MS) });
    await clearLog(db);
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

  it("shows exactly the retained days, here seven, to the millisecond, and keeps each UTC day that is partly shown", async () => {
    await clearLog(db);
    const ago = (ms: number) => new Date(NOW.getTime() - 7 * 24 * HOUR_MS - ms);
    await write(shop, [
      { requestId: "fast clock", requestedAt: new Date(NOW.getTime() + 100 * HOUR_MS) },
      { requestId: "slow clock", requestedAt: ago(1_000 * HOUR_MS) },
      { requestId: "day before", requestedAt: new Date("2026-11-13T23:59:59.999Z") },
      { requestId: "midnight", requestedAt: new Date("2026-11-14T00:00:00.000Z") },
      { requestId: "too old", requestedAt: ago(1) },
      { requestId: "oldest", requestedAt: ago(0) },
      { requestId: "day after", requestedAt: new Date("2026-11-15T00:00:00.000Z") },
    ]);
    await rotatePartitions(db, NOW, 7);
    expect((await loggedCalls(db)).map(({ requestId }) => requestId)).toEqual([
      "fast clock",
      "midnight",
      "too old",
      "oldest",
      "day after",
    ]);
    const { requests } = await searchRequests(db, shop.scope, {
      filter: ANY,
      cursor: null,
      now: NOW,
      keptDays: 7,
    });
    expect(requests.map(({ requestId }) => requestId)).toEqual(["day after", "oldest", "fast clock"]);
    const staff = { scope: () => shop.scope };
    const [, , tooOld, oldest] = await loggedCalls(db);
    expect(await findAccountRequest(db, staff, String(oldest?.id), NOW, 7)).not.toBeNull();
    expect(await findAccountRequest(db, staff, String(tooOld?.id), NOW, 7)).toBeNull();
    const borderDay = new Date("2026-11-22T00:00:00.000Z");
    await rotatePartitions(db, new Date(borderDay.getTime() - 1), 7);
    expect(await loggedDays(db)).toContain("20261114");
    await rotatePartitions(db, borderDay, 7);
    expect(await loggedDays(db)).not.toContain("20261114");
    expect(await loggedDays(db)).toContain("20261115");
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
    [
      { from: "2026-11-21T10:00:00.000Z", to: "yesterday" },
      { ...ANY, from: new Date("2026-11-21T10:00:00.000Z") },
    ],
  ])("reads its filter from the URL parameters %j", (given, expected) => {
    const texts = {
      ...{ status: "", keyId: "", externalOrderId: "", requestId: "", method: "", from: "", to: "" },
      ...given,
    };
    expect(requestFilter.parse(texts)).toEqual(expected);
  });
});
