import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBatch } from "@/lib/imports/batches/get-batch";
import { submitBatch } from "@/lib/imports/batches/submit-batch";
import { findProgress } from "@/lib/imports/find-import";
import { submitImport } from "@/lib/imports/submit-import";
import { orderBody as schema, stopFromBody } from "@/lib/orders/schema";
import { amount } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";
import { makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const ROWS = amount(120, 1_000);
const KILLS = amount(2, 20);
/** Orders of a batch that another account sends by API meanwhile. */
const BATCH = amount(15, 30);
const WITHIN_MS = 200_000;

const HEADER = ["Order ID", "Street", "House", "Latitude", "Longitude", "Phone"];
const COLUMNS = ["order_id", "street", "building", "latitude", "longitude", "phone"] as const;
const TERMS = {
  phoneCountry: "RU",
  timeZone: "Europe/Moscow",
  geocoder: null,
  language: null,
  bounds: null,
  dateOrder: "day_first",
  pickup: stopFromBody(schema.parse(orderBody()).pickup),
} as const;

describe("kill -9 of the worker", () => {
  let local: LocalApi;
  let program: string;
  let worker: ChildProcess | undefined;

  beforeAll(async () => {
    program = await bundleProgram("testing/batch-runner.ts");
    local = await openLocalApi();
  });
  afterAll(async () => {
    worker?.kill("SIGKILL");
    await local?.close();
  });

  const startWorker = async (): Promise<void> => {
    // As if the leases of the killed worker had ended.
    await local.db.models.job.updateMany({
      where: { kind: "run_batches", finishedAt: null },
      data: { runAt: new Date(0) },
    });
    worker = spawn(process.execPath, [...NODE_FLAGS, program, local.databaseUrl], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  const killWorker = async (): Promise<void> => {
    if (worker === undefined) throw new Error("There is no worker");
    const ended = once(worker, "exit");
    worker.kill("SIGKILL");
    await ended;
  };

  it(`at ${KILLS} points of an import of ${ROWS} rows creates each order exactly once, with one event, and those of a concurrent batch (BAT-5)`, async () => {
    const { db, couriers } = local;
    const [importer, sender] = [await makeClient(db), await makeClient(db)];
    const ids = Array.from({ length: ROWS }, (_, row) => `ROW-${row}`);
    const groups = ids.map((id) => [[id, "улица Марата", "30", "59.93", "30.35", "+79161234567"]]);
    const importId = await submitImport(
      couriers.context,
      importer.scope,
      {
        ...{ id: randomUUID(), fileName: "orders.csv", header: HEADER, columns: COLUMNS, groups, places: {} },
        userId: randomUUID(),
      },
      TERMS,
    );
    const orders = Array.from({ length: BATCH }, () => orderBody());
    const batch = await submitBatch(couriers.context, sender.scope, {
      ...{ externalBatchId: null, orders, keyId: sender.keyId, userId: null },
    });
    const read = () => findProgress(db, importer.scope, importId);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await startWorker();
      const created = Math.floor((ROWS * kill) / (KILLS + 1));
      await pollUntil(async () => ((await read())?.created ?? 0) >= created, WITHIN_MS);
      await killWorker();
      expect((await read())?.pending).toBeGreaterThan(0);
    }
    await startWorker();
    await pollUntil(async () => (await read())?.pending === 0, WITHIN_MS);
    const outcome = { existing: 0, rejected: 0, skipped: 0, pending: 0 };
    expect(await read()).toMatchObject({ ...outcome, total: ROWS, created: ROWS, missing: 0 });
    await pollUntil(async () => (await getBatch(db, sender.scope, batch.id)).status === "finished");
    expect(await getBatch(db, sender.scope, batch.id)).toMatchObject({ ...outcome, created: BATCH });
    for (const [{ accountId }, names] of [
      [importer, ids],
      [sender, orders.map((order) => order.external_order_id)],
    ] as const) {
      const rows = await db.models.order.findMany({
        where: { accountId },
        include: { events: true, stops: true },
      });
      expect(rows.map((row) => row.externalOrderId).sort()).toEqual([...names].sort());
      for (const { events, stops } of rows) expect([events.length, stops.length]).toEqual([1, 2]);
    }
  });
});
