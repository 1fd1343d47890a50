import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { openDatabase } from "@/lib/db/client";
import { type EmbeddedPostgres, startEmbedded } from "@/packages/embedded-postgres/postgres";
import { amount } from "@/testing/amount";
import { type ApiAnswer, ApiClient, orderBody } from "@/testing/api-client";
import { clusterFolder, execute, memoryFolder } from "@/testing/cluster";
import { copyServer } from "@/testing/copy-server";
import { type RunningServer, startServer } from "@/testing/server";
import { CourierSide, makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const KILLS = amount(2, 3);

/** Makes PostgreSQL itself fail writes to a table: the first few, or all of them. */
const failWrites = (table: string, sqlState: string, times = 1_000_000) => [
  `CREATE SEQUENCE IF NOT EXISTS failed_writes`,
  `ALTER SEQUENCE failed_writes RESTART`,
  `CREATE OR REPLACE FUNCTION fail_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF nextval('failed_writes') <= ${times} THEN RAISE EXCEPTION 'planted' USING ERRCODE = '${sqlState}'; END IF;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER fail_writes BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_${table}()`,
];
const letWrite = (table: string) => `DROP TRIGGER fail_writes ON ${table}`;

/** Runs the work while another transaction holds what the statement locks. */
async function whileLocked(url: string, statement: string, work: () => Promise<void>): Promise<void> {
  const blocker = new Client({ connectionString: url });
  await blocker.connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query(statement);
    await work();
  } finally {
    await blocker.end();
  }
}

function expectUnavailable(answers: readonly ApiAnswer<unknown>[]): void {
  for (const { status, error, headers } of answers) {
    expect([status, error.id]).toEqual([503, "service.unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
}

describe("database failures", () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let server: RunningServer;
  let api: ApiClient;

  beforeAll(async () => {
    folder = clusterFolder(memoryFolder());
    await copyServer(folder);
    postgres = await startEmbedded({ dataDir: folder });
    const db = openDatabase(postgres.databaseUrl, 1);
    const shop = await makeClient(db);
    await db.close();
    server = await startServer({ databaseUrl: postgres.databaseUrl, env: { LOG_LEVEL: "error" } });
    api = new ApiClient(server.baseUrl, shop.key);
  });

  afterAll(async () => {
    await server?.kill("SIGTERM");
    await postgres?.remove();
  });

  const probe = async (path: string) => (await fetch(server.baseUrl + path)).status;

  it("a kill -9 of PostgreSQL causes 503 responses in the envelope, loses no acknowledged order and needs no restart of the service (ERR-9, ERR-10)", async () => {
    const bodies = Array.from({ length: 20 * KILLS }, () => orderBody());
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < KILLS; round += 1) {
      const batch = bodies.slice(round * 20, round * 20 + 20);
      const sent = batch.map(async (body, index) => {
        const answer = await api.create(body);
        if (index === 10) process.kill(postgres.pid, "SIGKILL");
        if (answer.status === 201) acknowledged.set(body.external_order_id, answer.text);
        else expect([answer.status, answer.error.id]).toEqual([503, "service.unavailable"]);
      });
      await Promise.all(sent);
      // The backends of a killed server work on until they notice, each for itself.
      const refused: ApiAnswer[] = [];
      await pollUntil(async () => {
        const body = orderBody();
        const answer = await api.create(body);
        if (answer.status !== 201) return refused.push(answer) > 0;
        bodies.push(body);
        acknowledged.set(body.external_order_id, answer.text);
        return false;
      });
      expectUnavailable(refused);
      await expect.poll(() => probe("/readyz")).toBe(503);
      expect(await probe("/healthz")).toBe(200);

      postgres = await startEmbedded({ dataDir: folder });
      await expect.poll(() => probe("/readyz")).toBe(200);
      for (const [id, text] of acknowledged) {
        const again = await api.create(bodies.find((body) => body.external_order_id === id));
        expect([again.status, again.text]).toEqual([200, text]);
      }
    }
    // A busy machine refuses some of them at first.
    const isStored = async (body: (typeof bodies)[number]) =>
      [200, 201].includes((await api.create(body)).status);
    await Promise.all(bodies.map((body) => expect.poll(() => isStored(body)).toBe(true)));
    expect(server.process.exitCode).toBeNull();
  });

  it("a kill -9 of PostgreSQL loses no acknowledged position, and phones resend the others after a 503 (GPS-5)", async () => {
    const db = openDatabase(postgres.databaseUrl, 1);
    const couriers = new CourierSide(db);
    const trackers: { courierId: string; deviceToken: string }[] = [];
    for (let index = 0; index < 20; index += 1) {
      const courierId = await couriers.makeCourier();
      const { deviceToken } = await issueCourierLink(db, courierId, server.baseUrl);
      await setShift(couriers.context, courierId, true);
      trackers.push({ courierId, deviceToken });
    }
    await db.close();
    const timestamp = Date.now();
    const send = async (deviceToken: string) => {
      const query = `id=${deviceToken}&lat=59.93&lon=30.33&timestamp=${timestamp}`;
      return (await fetch(`${server.baseUrl}/gps?${query}`, { method: "POST" })).status;
    };
    const statuses = await Promise.all(
      trackers.map(async ({ deviceToken }, index) => {
        const status = await send(deviceToken);
        if (index === 0) process.kill(postgres.pid, "SIGKILL");
        return status;
      }),
    );
    for (const status of statuses) expect([200, 503]).toContain(status);
    postgres = await startEmbedded({ dataDir: folder });
    await expect.poll(() => probe("/readyz")).toBe(200);
    const keptBy = async () => {
      const after = openDatabase(postgres.databaseUrl, 1);
      const rows = await after.models.courierPosition.findMany({ where: { latitude: 59.93 } });
      await after.close();
      return new Set(rows.map(({ courierId }) => courierId));
    };
    const stored = await keptBy();
    for (const [index, { courierId }] of trackers.entries()) {
      if (statuses[index] === 200) expect([index, stored.has(courierId)]).toEqual([index, true]);
    }
    for (const { deviceToken } of trackers) expect(await send(deviceToken)).toBe(200);
    expect((await keptBy()).size).toBe(trackers.length);
  });

  const newOrder = async () => {
    const body = orderBody();
    expect((await api.create(body)).status).toBe(201);
    return { id: body.external_order_id, path: `/v1/partner/orders/${body.external_order_id}` };
  };
  const run = (...statements: string[]) => execute(postgres.databaseUrl, ...statements);
  const countEvents = async (externalOrderId: string) => {
    const db = openDatabase(postgres.databaseUrl, 1);
    const count = await db.models.event.count({ where: { order: { externalOrderId } } });
    await db.close();
    return count;
  };
  const become = (status: number) => expect.poll(() => probe("/readyz")).toBe(status);
  /** Ends the service's connections, so that new ones take on the database's current settings. */
  const reconnect = () =>
    run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );

  it("a change of a locked order returns 503, and succeeds once the order is unlocked", async () => {
    const { id, path } = await newOrder();
    await whileLocked(
      postgres.databaseUrl,
      `SELECT 1 FROM orders WHERE external_order_id = '${id}' FOR UPDATE`,
      async () =>
        expectUnavailable(
          await Promise.all([
            api.send("PATCH", path, { comment: "later" }),
            api.post(`${path}/cancel`),
            api.post(`${path}/tracking_link`),
          ]),
        ),
    );
    expect((await api.send("PATCH", path, { comment: "later" })).status).toBe(200);
  });

  it("requests that read or write a table locked as by a migration return 503", async () => {
    const { path } = await newOrder();
    await whileLocked(postgres.databaseUrl, "LOCK TABLE orders, couriers", async () => {
      const creates = Array.from({ length: 8 }, () => api.create(orderBody()));
      const gps = fetch(`${server.baseUrl}/gps?id=${"x".repeat(22)}&lat=59.9&lon=30.3&timestamp=1`);
      expectUnavailable(await Promise.all([...creates, api.get(path)]));
      const { status, headers } = await gps;
      expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    });
    await newOrder();
  });

  it("API calls and the readiness probe return 503 while every connection waits, and recover without a restart", async () => {
    await whileLocked(postgres.databaseUrl, "LOCK TABLE orders", async () => {
      const lists = Array.from({ length: 25 }, () => api.get("/v1/partner/orders"));
      expect([await probe("/livez"), await probe("/readyz")]).toEqual([200, 503]);
      expectUnavailable(await Promise.all(lists));
    });
    await become(200);
    expect((await api.get("/v1/partner/orders")).status).toBe(200);
  });

  it("the readiness probe fails while the orders table is locked, with or without free connections", async () => {
    await whileLocked(postgres.databaseUrl, "LOCK TABLE orders", async () => {
      await become(503);
      let isOver = false;
      const creates = Promise.all(Array.from({ length: 15 }, () => api.create(orderBody()))).finally(() => {
        isOver = true;
      });
      const seen = new Set<number>();
      while (!isOver) seen.add(await probe("/readyz"));
      expectUnavailable(await creates);
      expect([...seen]).toEqual([503]);
    });
    await become(200);
  });

  it.each(["40P01", "40001"])(
    "a transaction that is rolled back twice by concurrent ones (%s) is retried and takes effect once",
    async (sqlState) => {
      const { id, path } = await newOrder();
      await run(...failWrites("orders", sqlState, 2));
      expect((await api.post(`${path}/cancel`)).status).toBe(200);
      await run(...failWrites("orders", sqlState, 2));
      const body = orderBody();
      expect((await api.create(body)).status).toBe(201);
      await run(...failWrites("orders", sqlState));
      expectUnavailable([await api.create(orderBody())]);
      await run(letWrite("orders"));
      expect([await countEvents(id), await countEvents(body.external_order_id)]).toEqual([2, 1]);
    },
  );

  it("writes to a full disk return 503, and the readiness probe fails", async () => {
    await run(...failWrites("orders", "53100"), ...failWrites("write_checks", "53100"));
    expectUnavailable(await Promise.all(Array.from({ length: 5 }, () => api.create(orderBody()))));
    await become(503);
    await run(letWrite("orders"), letWrite("write_checks"));
    await become(200);
    await newOrder();
  });

  it.each([
    // A disk that is full refuses a file that grows, as this limit does.
    ["temp_file_limit", "0"],
    ["default_transaction_read_only", "on"],
  ])("the service is not ready while its database cannot be written (%s)", async (setting, value) => {
    const database = new URL(postgres.databaseUrl).pathname.slice(1);
    await run(`ALTER DATABASE ${database} SET ${setting} = '${value}'`);
    await reconnect();
    await become(503);
    await run("SET default_transaction_read_only = off", `ALTER DATABASE ${database} RESET ${setting}`);
    await reconnect();
    await become(200);
  });
});
