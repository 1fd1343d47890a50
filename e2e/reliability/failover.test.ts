import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "@/lib/config";
import { type Database, openDatabase, type Queryable } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { connect } from "@/lib/db/migrate";
import { isUnavailable } from "@/lib/db/pg-errors";
import { execute } from "@/lib/db/sql";
import { renderMetrics } from "@/lib/metrics";
import { createOrder } from "@/lib/orders/create-order";
import { getOrder } from "@/lib/orders/load-order";
import { updateGauges } from "@/lib/process/update-gauges";
import { type ApiAnswer, ApiClient, orderBody } from "@/testing/api-client";
import { readFreshState } from "@/testing/read-fresh-state";
import { type RunningServer, startServer } from "@/testing/server";
import { type Client, CourierSide, makeClient } from "@/testing/shop";
import { type StandbyPair, startStandbyPair } from "@/testing/standby";
import { pollUntil } from "@/testing/until";

const POOL_SIZE = 3;
// Long enough for any statement of these tests, and short enough to wait for.
const RESPONSE_MS = 1_500;

describe("a database with a synchronous standby", () => {
  let pair: StandbyPair;
  let shop: Client;
  let server: RunningServer;
  let api: ApiClient;
  const databases: Database[] = [];

  const open = (url = pair.primary.url, poolSize = POOL_SIZE): Database => {
    const db = openDatabase(url, poolSize, RESPONSE_MS);
    databases.push(db);
    return db;
  };
  const write = (db: Queryable) =>
    execute(db)`
      INSERT INTO write_checks (id, checked_at) VALUES (1, now())
      ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`;
  const readFailure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  /** The service's sessions on the primary: all of them, and those that wait for the standby. */
  const countBackends = async () => {
    const [row] = await pair.primary.query<{ all: number; waiting: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE wait_event = 'SyncRep')::int AS waiting
       FROM pg_stat_activity WHERE application_name LIKE 'dropline%'`,
    );
    return row ?? { all: 0, waiting: 0 };
  };

  beforeAll(async () => {
    pair = await startStandbyPair();
    const db = openDatabase(pair.primary.url, 1);
    shop = await makeClient(db);
    await db.close();
    await pair.waitForReplay();
    await pair.setSynchronous(true);
    server = await startServer({
      databaseUrl: pair.url,
      env: { LOG_LEVEL: "error", REQUEST_LOG: "0", DATABASE_POOL_SIZE: String(POOL_SIZE) },
    });
    api = new ApiClient(server.baseUrl, shop.key);
  });

  // A failing test leaves nothing behind for the next.
  beforeEach(async () => {
    pair.resume();
    await Promise.all(databases.splice(0).map((db) => db.close()));
  });

  afterAll(async () => {
    await server?.kill();
    await Promise.all(databases.map((db) => db.close()));
    await pair?.remove();
  });

  it("holds no more connections than the pool's size while the standby stalls, and none afterwards", async () => {
    const db = open();
    const before = await countBackends();
    await pair.stall();
    let most = 0;
    for (let round = 0; round < 4; round += 1) {
      const writes = Array.from({ length: POOL_SIZE }, () =>
        readFailure(db.transaction(write, { timeout: 200 })),
      );
      for (const failure of await Promise.all(writes)) expect(isUnavailable(failure)).toBe(true);
      most = Math.max(most, (await countBackends()).all - before.all);
    }
    expect(most).toBeLessThanOrEqual(POOL_SIZE);
    await pollUntil(async () => (await countBackends()).waiting === 0);
    const { needsSyncStandby, standbys } = await readFreshState(db);
    expect([needsSyncStandby, standbys.map(({ syncState }) => syncState)]).toEqual([true, ["sync"]]);
    expect(standbys[0]?.lagBytes).toBeGreaterThan(0);
    pair.resume();
    await db.transaction(write);
    await pollUntil(async () => (await readFreshState(db)).standbys[0]?.lagBytes === 0);
  });

  it("reports in the metrics that a synchronous standby is missing", async () => {
    const db = open();
    const isMissing = async () => {
      await readFreshState(db);
      await updateGauges({ db, hub: { openStreams: 0 } }, readConfig({ DATABASE_URL: "postgresql://x/x" }));
      return /^dropline_synchronous_standby_missing 1$/m.test((await renderMetrics()).text);
    };
    expect(await isMissing()).toBe(false);
    await pair.primary.set({ synchronous_standby_names: "another" });
    await pollUntil(isMissing);
    expect((await renderMetrics()).text).toContain('dropline_standbys{sync_state="async"} 1');
    await pair.setSynchronous(true);
  });

  it("bounds a statement outside a transaction whose commit waits for the standby", async () => {
    const db = open();
    await pair.stall();
    expect(isUnavailable(await readFailure(write(db)))).toBe(true);
    // Reads need no standby.
    expect(await execute(db)`SELECT 1`).toBe(1);
    await pollUntil(async () => (await countBackends()).waiting === 0);
    pair.resume();
    await write(db);
  });

  it("bounds a statement on a server that has stopped responding, and recovers with it", async () => {
    const db = open();
    await Promise.all([write(db), write(db), write(db)]);
    pair.primary.freeze();
    try {
      expect(isUnavailable(await readFailure(execute(db)`SELECT 1`))).toBe(true);
      expect(isUnavailable(await readFailure(db.models.order.count()))).toBe(true);
    } finally {
      pair.primary.thaw();
    }
    await pollUntil(async () => (await readFailure(write(db))) === null);
    expect((await countBackends()).waiting).toBe(0);
  });

  it("confirms an order only once the standby has it, even if its writer was interrupted", async () => {
    const db = open();
    const { context } = new CourierSide(db);
    const body = orderBody();
    const create = () => createOrder(context, shop.scope, { body });
    const read = () => getOrder(db, { scope: shop.scope, externalOrderId: body.external_order_id });
    await pair.stall();
    expect(isUnavailable(await readFailure(create()))).toBe(true);
    const findRow = `SELECT 1 FROM orders WHERE external_order_id = '${body.external_order_id}'`;
    // Ending its writer makes the order visible.
    await pollUntil(async () => (await pair.primary.query(findRow)).length === 1);
    expect(isUnavailable(await readFailure(create()))).toBe(true);
    expect(isUnavailable(await readFailure(read()))).toBe(true);
    pair.resume();
    expect(await create()).toMatchObject({ isReplay: true, isMismatch: false });
    expect((await read()).status).toBe("new");
  });

  it("gives up a connection to a server that has become read-only", async () => {
    const db = open(pair.primary.url, 1);
    await execute(db)`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`;
    expect(isUnavailable(await readFailure(write(db)))).toBe(true);
    await write(db);
  });

  it("is found behind a standby that the URL names first", async () => {
    const url = new URL(pair.primary.url);
    const standby = new URL(pair.standby.url);
    const reversed = pair.primary.url.replace(url.host, `${standby.host},${url.host}`);
    const db = open(reversed);
    await Promise.all([write(db), write(db), write(db)]);
    let received = "";
    const listener = listen(reversed, "anything", {
      message: (payload) => {
        received = payload;
      },
      connected: () => {},
    });
    await pollUntil(() => listener.heardUntil() > 0);
    await pair.primary.query("SELECT pg_notify('anything', 'told')");
    await pollUntil(() => received === "told");
    await listener.close();
    const client = await connect(reversed);
    expect((await client.query("SELECT pg_is_in_recovery() AS standby")).rows).toEqual([{ standby: false }]);
    await client.end();
  });

  it("loses and duplicates no acknowledged order when the standby is promoted, and writes again without a restart", async () => {
    const acknowledged = new Map<string, string>();
    const bodies = Array.from({ length: 60 }, () => orderBody());
    const send = async (body: ReturnType<typeof orderBody>): Promise<ApiAnswer> => {
      const answer = await api.create(body);
      expect([200, 201, 409, 503]).toContain(answer.status);
      if (answer.status > 201) return answer;
      const known = acknowledged.get(body.external_order_id);
      if (known !== undefined) expect(answer.text).toBe(known);
      acknowledged.set(body.external_order_id, answer.text);
      return answer;
    };
    await Promise.all(bodies.slice(0, 20).map(send));
    expect(acknowledged.size).toBe(20);
    // From here on the standby gets nothing, so what is acknowledged now would be lost.
    await pair.disconnect();
    const cutOff = bodies.slice(20, 40);
    await Promise.all(cutOff.map(send));
    await Promise.all(cutOff.map(send));
    expect(acknowledged.size).toBe(20);
    const underWay = bodies.slice(40).map(send);
    // A primary that was lost without closing its connections.
    pair.primary.freeze();
    await pair.promote();
    await Promise.all(underWay);
    await pollUntil(async () => (await Promise.all(bodies.map(send))).every(({ status }) => status <= 201));
    // The old primary runs again next to the new one, and the service does not connect to it.
    pair.primary.thaw();
    const later = Array.from({ length: 20 }, () => orderBody());
    bodies.push(...later);
    for (const { status } of await Promise.all(later.map(send))) expect(status).toBe(201);
    const ids = bodies.map(({ external_order_id: id }) => `'${id}'`).join(", ");
    const stored = await pair.standby.query<{ id: string; code: string }>(
      `SELECT external_order_id AS id, order_code AS code FROM orders WHERE external_order_id IN (${ids})`,
    );
    expect(stored).toHaveLength(bodies.length);
    for (const { id, code } of stored) expect(acknowledged.get(id)).toContain(code);
    const events = await pair.standby.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM events e JOIN orders o ON o.id = e.order_id
       WHERE o.external_order_id IN (${ids})`,
    );
    expect(events).toEqual([{ count: bodies.length }]);
    expect(server.process.exitCode).toBeNull();
  });
});
