import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { readConfig } from "@/lib/config";
import { readServiceState, type ServiceState } from "@/lib/console/read-service-state";
import { openDatabase } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { renderMetrics } from "@/lib/metrics";
import { updateGauges } from "@/lib/process/update-gauges";
import { MESSAGE_KINDS } from "@/lib/tracking/messages/message";
import { orderBody } from "@/testing/api-client";
import { execute as runStatements } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { readFreshState } from "@/testing/read-fresh-state";
import { skipWithout } from "@/testing/skip-without";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const MINUTE_MS = 60_000;

it("problems raise their alerts, and a healthy service none", (context) => {
  skipWithout(["promtool", "--version"], context);
  const { stdout, stderr } = spawnSync("promtool", ["test", "rules", "deploy/alerts.test.yml"], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`).toContain("SUCCESS");
  const tested = readFileSync("deploy/alerts.test.yml", "utf8");
  const alerts = readFileSync("deploy/alerts.yml", "utf8").match(/(?<=alert: )\w+/g) ?? [];
  expect(alerts.filter((name) => !tested.includes(`alertname="${name}"`))).toEqual([]);
});

describe("the service's state", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
    // The database tells by its own clock what is overdue.
    local.clock.advance(Date.now() - MINUTE_MS - local.clock.now().getTime());
  });
  afterAll(() => local?.close());

  const configure = (variables: Record<string, string>) =>
    readConfig({ DATABASE_URL: local.databaseUrl, ...variables });
  const read = () => readFreshState(local.db);
  const metric = async (name: string): Promise<number> => {
    const { text } = await renderMetrics();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1).replace("+Inf", "Infinity"));
  };
  const change = async (name: string, work: () => Promise<unknown>): Promise<number> => {
    const before = await metric(name);
    await work();
    return (await metric(name)) - (Number.isNaN(before) ? 0 : before);
  };

  it("shows what waits, and since when", async () => {
    const { shop, api } = await local.newShop();
    await updateAccount(local.db, shop.accountId, { messageKinds: [...MESSAGE_KINDS], messageCap: 50 });
    await addEndpoint(testWebhooks(local.db), shop.scope, "http://127.0.0.1/hook");
    const idle = await read();
    expect(idle).toMatchObject({
      jobOverdueSeconds: 0,
      webhookOverdueSeconds: 0,
      messageOverdueSeconds: 0,
      ordersWithoutCourier: 0,
      orderWithoutCourierSeconds: 0,
      journalLagSeconds: 0,
    });
    const body = { ...orderBody(), notify: true };
    await api.create(body);
    const { models } = local.db;
    await models.job.create({ data: { kind: "clean_up", key: randomUUID(), runAt: local.clock.now() } });
    // A version that is being rolled out may know other kinds.
    await models.job.create({ data: { kind: "unknown", key: randomUUID(), runAt: new Date(0) } });
    await models.webhookDelivery.updateMany({ data: { runAt: local.clock.now() } });
    await models.recipientMessage.updateMany({ data: { runAt: local.clock.now() } });
    const busy = await read();
    const overdue: (keyof ServiceState)[] = [
      "jobOverdueSeconds",
      "webhookOverdueSeconds",
      "messageOverdueSeconds",
      "orderWithoutCourierSeconds",
    ];
    for (const name of overdue) {
      expect([name, Math.floor(Number(busy[name]) / 60)]).toEqual([name, 1]);
    }
    expect(busy.ordersWithoutCourier).toBe(1);

    const soon = new Date(Date.now() + MINUTE_MS);
    await models.webhookDelivery.updateMany({ data: { leasedUntil: soon } });
    await models.recipientMessage.updateMany({ data: { leasedUntil: soon } });
    await models.job.updateMany({ data: { runAt: soon } });
    expect(await read()).toMatchObject({
      jobOverdueSeconds: 0,
      webhookOverdueSeconds: 0,
      messageOverdueSeconds: 0,
    });
    await local.couriers.makeFreeCourier(body.pickup.address);
    const waited = await change("dropline_dispatch_wait_seconds_count", () =>
      dispatchOrders(local.couriers.context),
    );
    expect(waited).toBe(1);
    expect((await read()).ordersWithoutCourier).toBe(0);
  });

  it("leaves out endpoints that fail, which their shops see", async () => {
    const { models } = local.db;
    await models.webhookDelivery.updateMany({ data: { leasedUntil: null, runAt: new Date(0) } });
    expect((await read()).webhookOverdueSeconds).toBeGreaterThan(MINUTE_MS);
    await models.webhookEndpoint.updateMany({ data: { failingSince: new Date() } });
    expect((await read()).webhookOverdueSeconds).toBe(0);
  });

  it("shows how full the server and the pool are", async () => {
    const before = await read();
    expect(before.databaseBytes).toBeGreaterThan(1_000_000);
    const waited = await change("dropline_database_pool_wait_seconds_count", () =>
      local.db.transaction(async (tx) => {
        await execute(tx)`SELECT 1`;
        expect(local.db.connections.used).toBeGreaterThan(0);
        await local.db.models.account.count();
      }),
    );
    expect(waited).toBe(2);
    expect(local.db.connections).toEqual({ used: 0, max: 10 });
    expect(before.connections).toBeGreaterThan(0);
    expect(before.maxConnections).toBeGreaterThan(before.connections);
  });

  it("counts statements on a read-only server, and refused connections", async () => {
    const readOnly = await change('dropline_database_refusals_total{code="25006"}', () =>
      local.db
        .transaction(async (tx) => {
          await execute(tx)`SET TRANSACTION READ ONLY`;
          await tx.models.writeCheck.deleteMany();
        })
        .catch(() => {}),
    );
    expect(readOnly).toBe(1);
    const role = `full_${randomUUID().replaceAll("-", "")}`;
    const url = new URL(local.databaseUrl);
    [url.username, url.password] = [role, "full"];
    await runStatements(local.databaseUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'full' CONNECTION LIMIT 0`);
    const full = openDatabase(url.href, 1);
    const refused = await change('dropline_database_refusals_total{code="53300"}', () =>
      execute(full)`SELECT 1`.catch(() => {}),
    );
    await full.close();
    await runStatements(local.databaseUrl, `DROP ROLE ${role}`);
    expect(refused).toBeGreaterThan(0);
  });

  it("is read once for all that ask within two seconds", async () => {
    const reads = await Promise.all([1, 2, 3].map(() => readServiceState(local.db)));
    expect(new Set(reads).size).toBe(1);
  });

  it("is unknown while the database is down, and the metrics are still served", async () => {
    const down = openDatabase("postgresql://127.0.0.1:1/none", 1);
    await updateGauges({ db: down, hub: local.runtime.hub }, configure({ OSRM_URL: "http://127.0.0.1:1" }));
    expect(await metric("dropline_database_up")).toBe(0);
    expect(await metric("dropline_job_overdue_seconds")).toBeNaN();
    expect(await metric("dropline_road_engine_up")).toBe(0);
    await down.close();
  });

  it("shows a restart of the road engine by its start time", async () => {
    let startedAt = "2026-11-27T08:00:00.000Z";
    const engine = createServer((_, response) => response.end(JSON.stringify({ started_at: startedAt })));
    await new Promise<void>((ready) => engine.listen(0, "127.0.0.1", ready));
    const address = engine.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const settings = configure({ OSRM_URL: url });
    const readStart = async () => {
      await updateGauges(local.runtime, settings);
      expect(await metric("dropline_road_engine_up")).toBe(1);
      return metric("dropline_road_engine_start_time_seconds");
    };
    const first = await readStart();
    startedAt = "2026-11-27T08:01:00.000Z";
    expect((await readStart()) - first).toBe(60);
    engine.close();
  });

  it("shows the age of the newest backup and of the log, and whether the last attempt failed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gauges-"));
    writeFileSync(join(folder, "postgres.password"), new URL(local.databaseUrl).password);
    const scheduled = { DATA_DIR: folder, BACKUP_TO: "backups", BACKUP_KEY: `age1${"q".repeat(58)}` };
    const show = async (variables: Record<string, string>) => {
      await updateGauges(local.runtime, configure(variables));
      const names = ["age", "interval", "log_age", "failing"].map((name) =>
        name === "failing" ? name : `${name}_seconds`,
      );
      return Promise.all(names.map(async (name) => Math.round(await metric(`dropline_backup_${name}`))));
    };
    const unknown = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    const none = Number.POSITIVE_INFINITY;
    expect(await show({})).toEqual(unknown);
    expect(await show(scheduled)).toEqual([none, 86_400, none, 0]);
    const { backupState } = local.db.models;
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
    await backupState.create({ data: { target: "backups", takenAt: ago(60), archivedUntil: ago(30) } });
    const shown = await show(scheduled);
    expect(shown.map((value) => Math.floor(value / 60))).toEqual([60, 1_440, 30, 0]);
    await backupState.updateMany({ data: { failure: "No space.", failedAt: ago(1) } });
    expect((await show(scheduled)).at(-1)).toBe(1);
    expect((await show({ ...scheduled, DATA_DIR: "elsewhere" }))[2]).toBeNaN();
    expect(await metric("dropline_data_free_bytes")).toBeGreaterThan(0);
    rmSync(folder, { recursive: true });
  });

  it("has a panel for each metric, and alerts and panels only for metrics that exist", async () => {
    const { text } = await renderMetrics();
    const exported = [...text.matchAll(/^# TYPE (dropline_\w+)/gm)].map(([, name = ""]) => name);
    const namesIn = (file: string) => {
      const names = readFileSync(file, "utf8").match(/\bdropline_\w+/g) ?? [];
      return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, "")))].sort();
    };
    expect(namesIn("deploy/grafana-dashboard.json")).toEqual([...exported].sort());
    for (const file of ["deploy/alerts.yml", "deploy/alerts.test.yml"]) {
      expect([file, namesIn(file).filter((name) => !exported.includes(name))]).toEqual([file, []]);
    }
  });
});
