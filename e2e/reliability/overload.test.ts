import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { FairQueue } from "@/lib/fair-queue";
import { createRouter } from "@/lib/routing/router";
import { type ApiAnswer, orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { PATIENCE_MS } from "@/testing/patience.mjs";

const SLOTS = 2;
const WAITING = 3;

let database: TestDatabase;
let local: LocalApi;
/** Ends the routing of every trip. */
let release: () => void = () => {};
let routed: Promise<void>;
let queue: FairQueue;
/** The queue reads an earlier time, so that requests may wait longer. */
let clockLagMs = 0;
/** Number of trips that are being routed. */
let routing = 0;
/** When the work that asked for the last trip began. */
let workStart: number | null = null;

const hold = () => {
  routed = new Promise((resolve) => {
    release = resolve;
  });
};

beforeAll(async () => {
  database = await createDatabase();
  const estimate = createRouter();
  queue = new FairQueue(
    { maxActive: 10, maxActivePerKey: SLOTS, maxWaitingPerKey: WAITING },
    () => performance.now() - clockLagMs,
  );
  const router: typeof estimate = {
    ...estimate,
    routeTrips: async (...trips) => {
      routing += 1;
      workStart = local.db.workStart ?? null;
      await routed;
      routing -= 1;
      return estimate.routeTrips(...trips);
    },
    forCaller: () => router,
  };
  local = await openLocalApi(database, { requestQueue: queue, router });
});

afterEach(() => {
  clockLagMs = 0;
  vi.useRealTimers();
  release();
});

afterAll(() => local.close());

const countOrders = (accountId: string) => local.db.models.order.count({ where: { accountId } });

describe("an account with more requests than slots", () => {
  it("waits for its slots, and gets a 503 that stores nothing beyond its maximum of waiting requests (ERR-33, ERR-34)", async () => {
    hold();
    clockLagMs = PATIENCE_MS;
    // As on a machine that does all of this at once: no request is late for its locks.
    vi.useFakeTimers({ toFake: ["performance"] });
    const { api, shop } = await local.newShop();
    const accepted: Promise<ApiAnswer>[] = [];
    for (let index = 1; index <= SLOTS + WAITING; index += 1) {
      accepted.push(api.create(orderBody()));
      await expect.poll(() => queue.waiting).toBe(Math.max(0, index - SLOTS));
    }
    const refused = await api.create(orderBody());
    expect([refused.status, refused.error.id]).toEqual([503, "service.overloaded"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(5);
    expect((await api.get("/v1/partner/ping")).status).toBe(200);
    const { api: other } = await local.newShop();
    expect((await other.get("/v1/partner/orders")).status).toBe(200);
    release();
    for (const { status } of await Promise.all(accepted)) expect(status).toBe(201);
    expect(await countOrders(shop.accountId)).toBe(SLOTS + WAITING);
  });

  it("waits for the locks of a create only for the rest of the request's 2.5 s (ERR-34)", async () => {
    release();
    const { api } = await local.newShop();
    const run = vi.spyOn(queue, "run");
    expect((await api.create(orderBody())).status).toBe(201);
    const [, deadlineAt = 0] = run.mock.lastCall ?? [];
    expect(workStart).toBeCloseTo(deadlineAt - 2_500, 3);
    run.mockRestore();
  });

  it("gets a 503 that stores nothing for a request that gets no slot within 2.5 s (ERR-34)", async () => {
    hold();
    const { api, shop } = await local.newShop();
    const active = Array.from({ length: SLOTS }, () => api.create(orderBody()));
    await expect.poll(() => routing).toBe(SLOTS);
    const startedAt = performance.now();
    const refused = await api.create(orderBody());
    expect([refused.status, refused.error.id]).toEqual([503, "service.overloaded"]);
    expect(performance.now() - startedAt).toBeGreaterThan(2_000);
    release();
    for (const { status } of await Promise.all(active)) expect(status).toBe(201);
    expect(await countOrders(shop.accountId)).toBe(SLOTS);
  });
});
