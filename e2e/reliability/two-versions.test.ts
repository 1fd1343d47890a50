import { execFile } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { HOUR_MS } from "@/lib/duration";
import { isLongRun } from "@/testing/amount";
import { newId, orderBody, orderBodyWith } from "@/testing/api-client";
import { isReady, openProxy } from "@/testing/balancer";
import { createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { buildFormerRelease, FORMER_RELEASE } from "@/testing/former-release";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { type RunningServer, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";
import { pollUntil } from "@/testing/until";

const run = promisify(execFile);
const CLIENTS = 4;
const CALL_EVERY_MS = 60;
/** Of each phase: before, between and after the steps of a direction. */
const PHASE_MS = 20_000;
const ENV = {
  ...AUTH,
  WEBHOOK_ALLOW_HTTP: "1",
  WEBHOOK_ALLOW_PRIVATE: "1",
  DRAIN_SECONDS: "1",
  // Events of the former release lack later fields.
  CHECK_RESPONSES: "0",
};
const ENDED = ["delivered", "cancelled"];

const built = isLongRun ? buildFormerRelease() : { reason: "npm run test:long runs it" };

/** Writes that the service has acknowledged. */
interface LedgerEntry {
  readonly comment: string;
  readonly isCancelled: boolean;
  /** Values that only the new version knows, by dropoff. */
  readonly later: readonly {
    readonly metadata: object;
    readonly notify: boolean | null;
    readonly windowFrom: string | null;
  }[];
}

/** The processes of one version: the API, and one for jobs and webhooks. */
interface Processes {
  readonly api: RunningServer;
  readonly worker: RunningServer;
}

describe.skipIf(!isLongRun)("processes of two versions on one database", () => {
  const former = "root" in built ? built.root : "";
  let database: TestDatabase;
  let db: Database;
  let receiver: Receiver;
  const proxies: Server[] = [];
  /** Of all processes, and of those of the new version. */
  let origin: string;
  let newOrigin: string;
  let accountId: string;
  let oldOnes: Processes;
  let newOnes: Processes;
  const keys = { live: "", test: "" };
  const targets: RunningServer[] = [];
  const newTargets: RunningServer[] = [];
  const ledger = new Map<string, LedgerEntry>();
  const sandbox: string[] = [];
  /** Each client changes its own orders, so that the ledger is certain. */
  const owned = Array.from({ length: CLIENTS }, (): string[] => []);
  const failures: string[] = [];
  const readers = { live: new Set<string>(), test: new Set<string>() };
  let isOver = false;
  let isNewServed = false;
  /** Requests in progress that only the new version may get. */
  let creations = 0;

  const cli = async (...words: string[]) => {
    const env = { ...process.env, ...ENV, DATABASE_URL: database.url };
    const { stdout } = await run(process.execPath, [join(former, "dist/cli.mjs"), ...words], {
      cwd: former,
      env,
    });
    return JSON.parse(stdout);
  };

  const start = async (root: string): Promise<Processes> => {
    const one = (ROLE: string) => startServer({ databaseUrl: database.url, root, env: { ...ENV, ROLE } });
    const [api, worker] = await Promise.all([one("api"), one("worker")]);
    return { api, worker };
  };

  const enter = async ({ api, worker }: Processes, lists: RunningServer[][]): Promise<void> => {
    await pollUntil(async () => (await isReady(api)) && (await isReady(worker)));
    for (const list of lists) list.push(api);
  };

  const leave = async ({ api, worker }: Processes): Promise<void> => {
    await Promise.all([api.kill("SIGTERM"), worker.kill("SIGTERM")]);
    targets.splice(targets.indexOf(api), 1);
  };

  const openBalancer = async (list: readonly RunningServer[]): Promise<string> => {
    const proxy = openProxy(list).listen(0, "127.0.0.1");
    // Longer than any pause of a client, so that it never sends a request on a connection that is being closed.
    proxy.keepAliveTimeout = 120_000;
    proxies.push(proxy);
    await once(proxy, "listening");
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  };

  /** Repeats a call after a 503 as clients do, and records any other failure. */
  const call = async (
    key: string,
    method: string,
    path: string,
    {
      body,
      base = origin,
      headers = {},
    }: { body?: object; base?: string; headers?: Record<string, string> } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the responses of two versions
  ): Promise<any> => {
    for (;;) {
      const [response] = await Promise.all([
        fetch(`${base}/v1/partner${path}`, {
          method,
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        sleep(CALL_EVERY_MS),
      ]);
      const text = await response.text();
      if (response.status < 300) return JSON.parse(text).data;
      if (response.status !== 503) {
        failures.push(`${method} ${path} ${response.status} ${text}`);
        return null;
      }
    }
  };

  /** Orders that the former release accepts, and while the new version runs, orders with what only that knows. */
  const create = async (): Promise<string> => {
    const id = newId();
    if (!isNewServed || Math.random() < 0.5) {
      await call(keys.live, "POST", "/orders", { body: orderBody({ external_order_id: id }) });
      ledger.set(id, {
        comment: "",
        isCancelled: false,
        later: [{ metadata: {}, notify: null, windowFrom: null }],
      });
      return id;
    }
    const plain = orderBodyWith(Math.random() < 0.5 ? 1 : 3, { external_order_id: id });
    const from = new Date(Date.now() + 30 * HOUR_MS);
    const window = { from: from.toISOString(), to: new Date(from.getTime() + HOUR_MS).toISOString() };
    const isWindowed = Math.random() < 0.5;
    const later = plain.dropoffs.map((_, index) => ({
      metadata: { id: `${id}-${index}` },
      notify: index % 2 === 0,
      windowFrom: isWindowed ? window.from : null,
    }));
    const dropoffs = plain.dropoffs.map((dropoff, index) => {
      const { windowFrom: _, ...own } = later[index] ?? {};
      return { ...dropoff, ...own };
    });
    const body = {
      ...plain,
      dropoffs,
      metadata: { id },
      notify: false,
      locale: "en",
      delivery_mode: "direct",
      delivery_window: isWindowed ? window : null,
    };
    creations += 1;
    await call(keys.live, "POST", "/orders", { body, base: newOrigin });
    creations -= 1;
    ledger.set(id, { comment: "", isCancelled: false, later });
    return id;
  };

  const work = async (client: number): Promise<void> => {
    const own = owned[client] ?? [];
    while (!isOver) {
      own.push(await create());
      // Also orders of earlier phases, which other versions have written.
      for (const id of [own.at(-1), own[Math.floor(Math.random() * own.length)]]) {
        const entry = id === undefined ? undefined : ledger.get(id);
        if (id === undefined || entry === undefined || entry.isCancelled) continue;
        const comment = `${client} ${Math.random()}`;
        const size = ["S", "M"][Math.floor(Math.random() * 2)];
        const body = { comment, cargo_size: size, dropoffs: [{ contact: { name: comment } }] };
        const changed = await call(keys.live, "PATCH", `/orders/${id}`, { body });
        ledger.set(id, { ...entry, comment });
        const read = await call(keys.live, "GET", `/orders/${id}`);
        if (changed?.price !== read?.price) failures.push(`${id} was read without its change`);
        if (Math.random() > 0.3) continue;
        await call(keys.live, "POST", `/orders/${id}/cancel`);
        ledger.set(id, { ...entry, comment, isCancelled: true });
      }
      if (Math.random() < 0.5) continue;
      const test = newId();
      const headers = { "X-Sandbox-Speed": "60" };
      await call(keys.test, "POST", "/orders", { body: orderBody({ external_order_id: test }), headers });
      sandbox.push(test);
    }
  };

  /** Follows the event log until the load is over and nothing is left. */
  const follow = async (mode: "live" | "test"): Promise<void> => {
    let after = "";
    for (let isLast = false; ; ) {
      const page = await call(keys[mode], "GET", `/events?limit=100${after === "" ? "" : `&after=${after}`}`);
      if (page === null) return;
      for (const { id } of page.events) {
        if (readers[mode].has(id)) failures.push(`The event ${id} was read twice`);
        readers[mode].add(id);
      }
      after = page.next_cursor;
      if (page.has_more) continue;
      if (isLast) return;
      isLast = isOver && (await isSettled());
    }
  };

  const isSettled = async (): Promise<boolean> => {
    const [open, pending] = await Promise.all([
      db.models.order.count({
        where: { accountId, mode: "test", status: { notIn: ["delivered", "cancelled"] } },
      }),
      db.models.webhookDelivery.count({ where: { state: { not: "succeeded" } } }),
    ]);
    return open === 0 && pending === 0;
  };

  /** Runs the load while the steps are taken, and checks everything that was acknowledged so far. */
  const runDirection = async (steps: readonly (() => Promise<void>)[]): Promise<void> => {
    isOver = false;
    for (const seen of Object.values(readers)) seen.clear();
    const load = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    const followers = Promise.all([follow("live"), follow("test")]);
    try {
      await sleep(PHASE_MS);
      for (const step of steps) {
        await step();
        await sleep(PHASE_MS);
      }
    } finally {
      isOver = true;
    }
    await load;
    await followers;
    expect(failures).toEqual([]);

    const orders = await db.models.order.findMany({
      where: { accountId },
      include: { stops: { orderBy: { position: "asc" } }, events: { orderBy: { sequence: "asc" } } },
    });
    expect(orders).toHaveLength(ledger.size + sandbox.length);
    for (const order of orders) {
      const { externalOrderId: id, mode, status, comment, stops, events } = order;
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      for (const event of events) expect(readers[mode]).toContain(event.id);
      if (mode === "test") {
        expect(ENDED).toContain(status);
        continue;
      }
      const entry = ledger.get(id);
      expect({ id, comment, isCancelled: status === "cancelled" }).toEqual({
        id,
        comment: entry?.comment,
        isCancelled: entry?.isCancelled,
      });
      const { metadata, notify, deliveryMode } = order;
      const isLater = entry?.later[0]?.notify !== null;
      expect({ id, metadata, notify, deliveryMode }).toEqual({
        id,
        deliveryMode: isLater ? "direct" : "shared",
        metadata: isLater ? { id } : {},
        notify: isLater ? false : null,
      });
      const kept = stops.slice(1).map(({ metadata: own, notify: isNotified, windowFrom }) => ({
        metadata: own,
        notify: isNotified,
        windowFrom: windowFrom?.toISOString() ?? null,
      }));
      expect({ id, kept }).toEqual({ id, kept: entry?.later });
    }
    const arrived = new Set(receiver.received.map(({ id }) => id));
    expect(
      orders
        .flatMap(({ mode, events }) => (mode === "live" ? events : []))
        .filter(({ id }) => !arrived.has(id)),
    ).toEqual([]);
  };

  beforeAll(async () => {
    if ("reason" in built) return;
    database = await createEmptyDatabase();
    await migrate(database.url, join(former, "prisma/migrations"));
    db = openDatabase(database.url, 4);
    receiver = await startReceiver();
    accountId = (await cli("account", "create", "--email", "shop@example.com", "--name", "Shop")).id;
    await cli("account", "update", "--account", accountId, "--rate-limit", "none");
    for (const mode of ["live", "test"] as const)
      keys[mode] = (await cli("key", "create", "--account", accountId, "--name", mode, "--mode", mode)).key;
    await cli("webhook", "add", "--account", accountId, "--url", receiver.url);
    origin = await openBalancer(targets);
    newOrigin = await openBalancer(newTargets);
    oldOnes = await start(former);
    await enter(oldOnes, [targets]);
  });

  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    for (const processes of [oldOnes, newOnes]) {
      await processes?.api.kill();
      await processes?.worker.kill();
    }
    await receiver?.close();
    await db?.close();
    await database?.drop();
  });

  it(`upgrade from ${FORMER_RELEASE.commit} without a failed request, a lost event, a duplicate order or a lost field`, async ({
    skip,
  }) => {
    if ("reason" in built) skip(built.reason);
    await runDirection([
      async () => {
        await migrate(database.url);
        await pollUntil(() => isReady(oldOnes.api));
      },
      async () => {
        newOnes = await start(process.cwd());
        await enter(newOnes, [targets, newTargets]);
        isNewServed = true;
      },
      () => leave(oldOnes),
    ]);
  });

  it("go back one release in the same way", async ({ skip }) => {
    if ("reason" in built) skip(built.reason);
    await runDirection([
      async () => {
        oldOnes = await start(former);
        await enter(oldOnes, [targets]);
      },
      async () => {
        isNewServed = false;
        await pollUntil(async () => creations === 0);
        await leave(newOnes);
      },
    ]);
  });
});
