import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { type RunningServer, startServer } from "@/testing/server";
import { startTestServer, type TestServer } from "@/testing/stage";

const ORDERS = amount(150, 500);
const KILLS = amount(2, 10);
const WITHIN_MS = 200_000;

describe("kill -9 of the worker", () => {
  let stage: TestServer;
  let worker: RunningServer | undefined;

  beforeAll(async () => {
    stage = await startTestServer();
  });

  afterAll(async () => {
    await worker?.kill("SIGTERM");
    await stage?.close();
  });

  it(`at ${KILLS} points of a batch creates each order exactly once, with one event (BAT-5)`, async () => {
    const { api, db, databaseUrl } = stage;
    const orders = Array.from({ length: ORDERS }, () => orderBody());
    const { data } = await api.post<{ batch_id: string }>("/v1/partner/batches", { orders });
    const path = `/v1/partner/batches/${data.batch_id}`;
    const until = Date.now() + WITHIN_MS;
    const waitFor = async (created: number): Promise<void> => {
      while ((await db.models.batchItem.count({ where: { outcome: { not: "pending" } } })) < created) {
        if (Date.now() > until) throw new Error("The batch does not finish.");
        await sleep(2);
      }
    };
    for (let kill = 1; kill <= KILLS + 1; kill += 1) {
      // As if the lease of the killed worker had ended.
      await db.models.job.updateMany({
        where: { kind: "run_batches", finishedAt: null },
        data: { runAt: new Date(0) },
      });
      worker = await startServer({ databaseUrl, env: { ROLE: "worker" } });
      await waitFor(Math.floor((ORDERS * kill) / (KILLS + 1)));
      if (kill <= KILLS) await worker.kill("SIGKILL");
    }
    await expect.poll(async () => (await api.get<{ status: string }>(path)).data.status).toBe("finished");
    expect((await api.get(path)).data).toMatchObject({ created: ORDERS, existing: 0, rejected: 0 });
    const rows = await db.models.order.findMany({ include: { events: true, stops: true } });
    expect(new Set(rows.map((row) => row.externalOrderId)).size).toBe(ORDERS);
    expect(rows).toHaveLength(ORDERS);
    for (const { events, stops } of rows) expect([events.length, stops.length]).toEqual([1, 2]);
  }, 240_000);
});
