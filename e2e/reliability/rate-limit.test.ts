import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, ApiClient } from "@/e2e/harness/api-client";
import { createDatabase, type TestDatabase } from "@/e2e/harness/database";
import { type RunningServer, startServer } from "@/e2e/harness/server";
import { makeClient } from "@/e2e/harness/world";
import { updateAccount } from "@/lib/accounts/update-account";
import { decide, MemoryRateLimiter } from "@/lib/api/rate-limit";
import { type Database, openDatabase } from "@/lib/db/client";

const TRIES = 200;

describe("the algorithm", () => {
  /** How many of so many requests at one instant pass, and the state after them. */
  const burst = (limit: number, count: number, now: number, arrival?: number) => {
    let passed = 0;
    let state = arrival;
    for (let request = 0; request < count; request += 1) {
      const decided = decide(state, now, limit);
      state = decided.arrival;
      if (decided.decision.isAllowed) passed += 1;
    }
    return { passed, state };
  };

  it("has no window border: a burst of 60, then five seconds' worth after five seconds", () => {
    const first = burst(60, 100, 0);
    expect(first.passed).toBe(60);
    expect(burst(60, 200, 5_000, first.state).passed).toBe(5);
  });

  it("lets no more through in any stretch of time than a full bucket and what flows in", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 80 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), steps, (limit, waits) => {
        let now = 0;
        let state: number | undefined;
        const bursts: { at: number; passed: number }[] = [];
        for (const [wait, count] of waits) {
          now += wait;
          const result = burst(limit, count, now, state);
          state = result.state;
          bursts.push({ at: now, passed: result.passed });
        }
        for (const [first, { at: from }] of bursts.entries()) {
          let passed = 0;
          for (const { at, passed: more } of bursts.slice(first)) {
            passed += more;
            expect(passed).toBeLessThanOrEqual(Math.floor(limit + ((at - from) * limit) / 60_000 + 0.01));
          }
        }
      }),
    );
  });

  it("waiting exactly as long as Retry-After says lets the next request pass", async () => {
    for (let limit = 1; limit <= 50; limit += 1) {
      let now = 0;
      const limiter = new MemoryRateLimiter(() => now);
      for (let request = 0; request < limit; request += 1) await limiter.take("key", limit);
      now += limit * 7;
      const refused = await limiter.take("key", limit);
      expect([refused.isAllowed, refused.remaining]).toEqual([false, 0]);
      now += refused.retryAfterSeconds * 1000;
      expect((await limiter.take("key", limit)).isAllowed).toBe(true);
    }
  });

  it("keeps keys apart: one that floods takes nothing from another", async () => {
    const limiter = new MemoryRateLimiter(() => 0);
    for (let request = 0; request < 5_000; request += 1) await limiter.take("flood", 100);
    for (let request = 0; request < 100; request += 1) {
      expect((await limiter.take("quiet", 100)).isAllowed).toBe(true);
    }
  });
});

describe("over two processes on one database", () => {
  let database: TestDatabase;
  let servers: RunningServer[] = [];
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    const env = { RATE_LIMIT_STORE: "postgres", LOG_LEVEL: "warn" };
    servers = await Promise.all([1, 2].map(() => startServer({ databaseUrl: database.url, env })));
    db = openDatabase(database.url, 2);
  });

  afterAll(async () => {
    await db?.$disconnect();
    await Promise.all(servers.map((server) => server.kill("SIGTERM")));
    await database?.drop();
  });

  const shopWith = async (limit: number | null) => {
    const shop = await makeClient(db);
    await updateAccount(db, shop.accountId, { rateLimitPerMinute: limit });
    return servers.map((server) => new ApiClient(server.baseUrl, shop.key));
  };

  /** Asks until the limiter has spoken: a service short of connections says 503 first, and counts nothing. */
  const ping = async (api: ApiClient): Promise<Answer> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await api.get("/v1/partner/ping");
      if (answer.status !== 503) return answer;
      await sleep(50 + (tries % 5) * 20);
    }
    throw new Error("The service stayed out of connections.");
  };

  const flood = (apis: ApiClient[], count: number): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => ping(apis[index % apis.length] as ApiClient)));

  it("a limit of 60 lets exactly 60 of 500 simultaneous requests through, and what flows in meanwhile", async () => {
    const apis = await shopWith(60);
    const startedAt = performance.now();
    const answers = await flood(apis, 500);
    const seconds = (performance.now() - startedAt) / 1000;
    const passed = answers.filter((answer) => answer.status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(60);
    expect(passed).toBeLessThanOrEqual(60 + Math.ceil(seconds));
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.error.id]).toEqual([429, "rate_limit.exceeded"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
  });

  it("a key at its limit gets no 429 because of another that floods", async () => {
    const [loud, quiet] = [await shopWith(10), await shopWith(100)];
    const [, answers] = await Promise.all([flood(loud, 500), flood(quiet, 100)]);
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  });

  it("the headers are structured fields on every answer of a limited key, and agree with ping", async () => {
    const [api] = (await shopWith(3)) as [ApiClient];
    const ok = await api.get<{ rate_limit_per_minute: number }>("/v1/partner/ping");
    const missing = await api.get("/v1/partner/orders/none");
    const wrong = await api.get("/v1/partner/orders?limit=0");
    const refused = await api.get("/v1/partner/ping");
    expect([ok, missing, wrong, refused].map(({ status }) => status)).toEqual([200, 404, 400, 429]);
    [ok, missing, wrong, refused].forEach(({ headers }, index) => {
      expect(headers.get("ratelimit-policy")).toBe(`"default";q=${ok.data.rate_limit_per_minute};w=60`);
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"default";r=${Math.max(0, 2 - index)};t=\\d+$`));
    });
    expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|1\d|20)$/);
  });

  it("an account without a limit has no such headers", async () => {
    const [api] = (await shopWith(null)) as [ApiClient];
    const { headers } = await api.get("/v1/partner/ping");
    expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, null]);
  });
});
