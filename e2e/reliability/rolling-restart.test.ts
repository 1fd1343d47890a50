import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, orderBody } from "@/testing/api-client";
import { isReady, openProxy } from "@/testing/balancer";
import { loggedCalls } from "@/testing/request-log";
import { type RunningServer, startServer } from "@/testing/server";
import { startTestServer, type TestServer } from "@/testing/stage";

/** Enough for the checks of a balancer on a busy machine. */
const DRAIN_SECONDS = 5;
/** Requests that wait for a lock. */
const OPEN = 5;
const ANSWERED = 45;
/** As in server.ts. */
const FINISH_WITHIN_MS = 15_000;
const REQUESTS_PER_SECOND = 30;
const CLIENTS = 6;

describe("a process that receives SIGTERM", () => {
  const env = { DRAIN_SECONDS: `${DRAIN_SECONDS}` };
  let stage: TestServer;
  /** Two processes on the same database; each test ends some of them. */
  const processes: RunningServer[] = [];
  const start = () => startServer({ databaseUrl: stage.databaseUrl, env });

  beforeAll(async () => {
    stage = await startTestServer({ env });
    processes.push(stage.server, await start());
  });

  afterAll(async () => {
    for (const one of processes) await one.kill();
    await stage?.close();
  });

  it("is replaced, like the other process, without a lost request or a duplicate order", async () => {
    const { shop } = await stage.newShop();
    const proxy = openProxy(processes).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const api = new ApiClient(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, shop.key);
    let isOver = false;
    let sent = 0;
    const lost: string[] = [];
    /** Creates orders one after another and retries a 503 of a busy machine as clients do. */
    const order = async (): Promise<void> => {
      let body = orderBody();
      for (let isAgain = false; !isOver || isAgain; ) {
        const [answer] = await Promise.all([
          api.create(body),
          sleep((1_000 / REQUESTS_PER_SECOND) * CLIENTS),
        ]);
        isAgain = answer.status === 503;
        if (isAgain) continue;
        if (answer.status !== 201 && answer.status !== 200) lost.push(`${answer.status} ${answer.text}`);
        sent += 1;
        body = orderBody();
      }
    };
    const clients = Array.from({ length: CLIENTS }, order);
    for (const index of processes.keys()) {
      await processes[index]?.kill("SIGTERM");
      processes[index] = await start();
      await expect.poll(() => isReady(processes[index] as RunningServer)).toBe(true);
    }
    isOver = true;
    await Promise.all(clients);
    expect(lost).toEqual([]);
    expect(sent).toBeGreaterThan(CLIENTS);
    expect(await stage.db.models.order.count({ where: { accountId: shop.accountId } })).toBe(sent);
    proxy.close();
  });

  it("first reports that it is not ready, responds to all open and late requests, writes its batches and exits", async () => {
    const { shop } = await stage.newShop();
    const body = orderBody();
    const [server] = processes as [RunningServer, RunningServer];
    const own = new ApiClient(server.baseUrl, shop.key);
    await own.create(body);
    const { hostname, port } = new URL(server.baseUrl);
    // One connection that never sends anything, and one that stays open after its answer: neither delays the exit.
    const silent = connect(Number(port), hostname);
    const agent = new Agent({ keepAlive: true });
    const stored = httpRequest(`${server.baseUrl}/livez`, { agent }).end();
    (await once(stored, "response"))[0].resume();

    const blocker = new Client({ connectionString: stage.databaseUrl });
    await blocker.connect();
    await blocker.query("BEGIN");
    await blocker.query(
      `SELECT 1 FROM orders WHERE external_order_id = '${body.external_order_id}' FOR UPDATE`,
    );
    const path = `/v1/partner/orders/${body.external_order_id}`;
    let answered = 0;
    const slow = Promise.all(
      Array.from({ length: OPEN }, async (_, index) => {
        const answer = await own.send("PATCH", path, { comment: `c${index}` });
        answered += 1;
        return answer;
      }),
    );
    const quick = Promise.all(Array.from({ length: ANSWERED }, () => own.get("/v1/partner/ping")));
    const isWaiting = async () => {
      // Within a transaction PostgreSQL caches its first activity snapshot.
      await blocker.query("SELECT pg_stat_clear_snapshot()");
      const waiting = await blocker.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return waiting.rowCount ?? 0;
    };
    // All must have arrived before the signal, since a busy client may write none within the drain.
    await expect
      .poll(async () => (await isWaiting()) + answered, { interval: 10 })
      .toBeGreaterThanOrEqual(OPEN);
    for (const answer of await quick) expect(answer.status).toBe(200);

    const ended = once(server.process, "exit");
    const notifiedAt = performance.now();
    server.process.kill("SIGTERM");
    await expect.poll(() => isReady(server), { interval: 10 }).toBe(false);
    const late = await own.get("/v1/partner/ping");
    expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
    await blocker.query("ROLLBACK");
    await blocker.end();
    // A slow machine may exceed the lock timeout; its 503 also counts as a response.
    for (const answer of await slow) expect([200, 503]).toContain(answer.status);
    expect(await ended).toEqual([0, null]);
    // An exit that waits for a connection takes this limit, which the drain precedes.
    expect(performance.now() - notifiedAt).toBeLessThan(DRAIN_SECONDS * 1_000 + FINISH_WITHIN_MS);
    silent.destroy();
    agent.destroy();
    const logged = await loggedCalls(stage.db, { accountId: shop.accountId });
    expect(logged.filter(({ route }) => route.endsWith("/ping"))).toHaveLength(ANSWERED + 1);
    expect(
      (await stage.db.models.apiKey.findUniqueOrThrow({ where: { id: shop.keyId } })).lastUsedAt,
    ).not.toBeNull();
  });
});
