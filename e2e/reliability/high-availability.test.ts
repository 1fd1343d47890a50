import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { isLongRun } from "@/testing/amount";
import { ApiClient, orderBody } from "@/testing/api-client";
import { findMissingProgram, PatroniCluster, type PatroniNode } from "@/testing/patroni";
import { runText } from "@/testing/run-text";
import { type RunningServer, startServer } from "@/testing/server";
import { type Client, makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const CLIENTS_PER_PROCESS = 2;
const PAUSE_MS = 100;
const WITHIN_MS = 120_000;

const missing = isLongRun ? findMissingProgram() : null;
if (missing !== null)
  process.stderr.write(`The test with Patroni is skipped: this machine has no ${missing}.\n`);

/** Orders sent to one process, repeated until they are acknowledged. */
class Load {
  readonly acknowledged = new Map<string, string>();
  readonly wrong: string[] = [];
  #lastAt = performance.now();
  #longestMs = 0;
  #isOver = false;
  readonly #clients: Promise<void>[];

  constructor(readonly api: ApiClient) {
    this.#clients = Array.from({ length: CLIENTS_PER_PROCESS }, () => this.#order());
    // A failed set-up ends the processes first.
    for (const client of this.#clients) client.catch(() => {});
  }

  /** Returns the longest time without an acknowledged order since the last call, in seconds. */
  takePause(): number {
    const pause = Math.max(this.#longestMs, performance.now() - this.#lastAt);
    this.#longestMs = 0;
    return Math.round(pause / 100) / 10;
  }

  stop(): void {
    this.#isOver = true;
  }

  async end(): Promise<void> {
    this.stop();
    await Promise.all(this.#clients);
  }

  async #order(): Promise<void> {
    let body = orderBody();
    for (let isRepeated = false; !this.#isOver || isRepeated; ) {
      const [answer] = await Promise.all([this.api.create(body), sleep(PAUSE_MS)]);
      isRepeated = answer.status === 503;
      if (isRepeated) continue;
      if (answer.status !== 200 && answer.status !== 201) this.wrong.push(`${answer.status} ${answer.text}`);
      else this.#acknowledge(body.external_order_id, answer.data.order_code);
      body = orderBody();
    }
  }

  #acknowledge(id: string, code: string): void {
    this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#lastAt);
    this.#lastAt = performance.now();
    this.acknowledged.set(id, code);
  }
}

describe.runIf(isLongRun && missing === null)("PostgreSQL under Patroni with a synchronous standby", () => {
  const cluster = new PatroniCluster();
  const processes: RunningServer[] = [];
  const loads: { readonly pooled: Load[]; readonly direct: Load[] } = { pooled: [], direct: [] };
  let shop: Client;

  const everyLoad = () => [...loads.pooled, ...loads.direct];
  /** Waits until every process has had orders acknowledged again, and prints the longest pause of each path. */
  const report = async (event: string): Promise<void> => {
    const counts = everyLoad().map(({ acknowledged }) => acknowledged.size);
    await pollUntil(
      () => everyLoad().every(({ acknowledged }, index) => acknowledged.size > (counts[index] ?? 0) + 5),
      WITHIN_MS,
    );
    const [pooled, direct] = [loads.pooled, loads.direct].map((some) =>
      Math.max(...some.map((load) => load.takePause())),
    );
    process.stderr.write(
      `${event}: no write was acknowledged for ${pooled} s by PgBouncer, ${direct} s directly.\n`,
    );
  };
  const getPrimary = async (): Promise<PatroniNode> => {
    let primary: PatroniNode | undefined;
    await pollUntil(async () => {
      primary = await cluster.findPrimary();
      return primary !== undefined;
    }, WITHIN_MS);
    return primary as PatroniNode;
  };
  const getOther = (node: PatroniNode): PatroniNode =>
    cluster.nodes.find((other) => other !== node) as PatroniNode;
  const waitForSync = (node: PatroniNode) => pollUntil(() => getOther(node).hasSynchronous(node), WITHIN_MS);
  const readTimeline = async (node: PatroniNode) => {
    const [row] = await node.query<{ timeline: number }>(
      "SELECT received_tli AS timeline FROM pg_stat_wal_receiver",
    );
    return row?.timeline ?? 0;
  };

  beforeAll(async () => {
    await cluster.start();
    await migrate(cluster.pooledUrl);
    const db = openDatabase(cluster.pooledUrl, 1);
    shop = await makeClient(db);
    await db.close();
    const start = (databaseUrl: string, env: Record<string, string> = {}) =>
      startServer({ databaseUrl, env: { LOG_LEVEL: "error", ...env } });
    processes.push(
      ...(await Promise.all([
        start(cluster.pooledUrl),
        start(cluster.pooledUrl),
        start(cluster.directUrl),
        start(cluster.directUrl),
        start(cluster.pooledUrl, { ROLE: "worker" }),
      ])),
    );
    const [first, second, third, fourth] = processes.map(
      ({ baseUrl }) => new Load(new ApiClient(baseUrl, shop.key)),
    );
    loads.pooled.push(...[first, second].filter((load) => load !== undefined));
    loads.direct.push(...[third, fourth].filter((load) => load !== undefined));
  }, WITHIN_MS * 3);

  afterAll(async () => {
    for (const load of everyLoad()) load.stop();
    for (const server of processes) await server.kill();
    await cluster.remove();
  }, WITHIN_MS);

  it(
    "limits statements behind PgBouncer as without it",
    async () => {
      const db = openDatabase(cluster.pooledUrl, 1);
      const [row] = await runText(
        db,
        "SELECT current_setting('statement_timeout') AS statement, current_setting('timezone') AS zone",
      );
      expect(row).toEqual({ statement: "5s", zone: "UTC" });
      await db.close();
    },
    WITHIN_MS,
  );

  it(
    "serves again after PgBouncer was restarted",
    async () => {
      await report("Before any failure");
      await cluster.stopBouncer();
      cluster.startBouncer();
      await report("PgBouncer restarted");
    },
    WITHIN_MS * 3,
  );

  it(
    "stops waiting for a standby that stalls, and waits for it again when it continues",
    async () => {
      const standby = getOther(await getPrimary());
      standby.signal("SIGSTOP", "server");
      await report("Standby stalled");
      expect(await getPrimary()).not.toBe(standby);
      standby.signal("SIGCONT", "server");
      await waitForSync(standby);
      await report("Standby back");
    },
    WITHIN_MS * 3,
  );

  it(
    "promotes no standby that lacks acknowledged orders",
    async () => {
      const primary = await getPrimary();
      const standby = getOther(primary);
      standby.signal("SIGSTOP", "server");
      await report("Standby stalled again");
      primary.signal("SIGKILL", "patroni");
      standby.signal("SIGCONT", "server");
      // Patroni's ttl and more.
      await sleep(30_000);
      expect(await standby.is("/primary")).toBe(false);
      primary.start();
      await waitForSync(standby);
      await report("Lonely primary killed and started");
    },
    WITHIN_MS * 3,
  );

  it(
    "replaces a killed primary, which comes back as a standby",
    async () => {
      const primary = await getPrimary();
      const standby = getOther(primary);
      const before = await readTimeline(standby);
      primary.signal("SIGKILL", "patroni");
      await pollUntil(() => standby.is("/primary"), WITHIN_MS);
      await report("Primary killed");
      primary.start();
      await waitForSync(primary);
      expect(await getPrimary()).toBe(standby);
      expect(await readTimeline(primary)).toBe(before + 1);
      await report("Killed primary back");
    },
    WITHIN_MS * 4,
  );

  it(
    "takes no write on a stopped primary that continues after its replacement",
    async () => {
      const primary = await getPrimary();
      const standby = getOther(primary);
      const before = await readTimeline(standby);
      primary.signal("SIGSTOP", "patroni");
      await pollUntil(() => standby.is("/primary"), WITHIN_MS);
      await report("Primary stopped");
      primary.signal("SIGCONT", "patroni");
      await waitForSync(primary);
      expect(await getPrimary()).toBe(standby);
      expect(await readTimeline(primary)).toBe(before + 1);
      await report("Stopped primary back");
    },
    WITHIN_MS * 4,
  );

  it(
    "has every acknowledged order once, with its event, on both servers",
    async () => {
      await Promise.all(everyLoad().map((load) => load.end()));
      expect(everyLoad().flatMap(({ wrong }) => wrong)).toEqual([]);
      const acknowledged = new Map(everyLoad().flatMap((load) => [...load.acknowledged]));
      process.stderr.write(`${acknowledged.size} orders were acknowledged.\n`);
      const primary = await getPrimary();
      const [at] = await primary.query<{ lsn: string }>("SELECT pg_current_wal_insert_lsn() AS lsn");
      await pollUntil(async () => {
        const [row] = await getOther(primary).query<{ isThere: boolean }>(
          `SELECT pg_last_wal_replay_lsn() >= '${at?.lsn}'::pg_lsn AS "isThere"`,
        );
        return row?.isThere === true;
      });
      for (const node of cluster.nodes) {
        const rows = await node.query<{ id: string; code: string; events: number }>(
          `SELECT external_order_id AS id, order_code AS code,
             (SELECT count(*)::int FROM events e WHERE e.order_id = o.id) AS events FROM orders o`,
        );
        expect(new Map(rows.map(({ id, code }) => [id, code]))).toEqual(acknowledged);
        expect(rows.filter(({ events }) => events !== 1)).toEqual([]);
      }
      for (const { process: child } of processes) expect(child.exitCode).toBeNull();
    },
    WITHIN_MS,
  );
});
