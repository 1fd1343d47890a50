import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordPosition } from "@/lib/couriers/record-position";
import { execute } from "@/lib/db/sql";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";
import { destinationPoint } from "@/lib/routing/path";
import { isLongRun } from "@/testing/amount";
import { address, orderBody } from "@/testing/api-client";
import { buildFormerRelease } from "@/testing/former-release";
import { type RunningServer, startServer } from "@/testing/server";
import { openStageOn, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";
import { createUpgradedDatabase } from "@/testing/upgraded-database";

const COURIERS = 10;

const built = isLongRun ? buildFormerRelease() : { reason: "npm run test:long runs it" };

describe.skipIf(!isLongRun)("dispatch by processes of two releases", () => {
  let stage: TestServer;
  const workers: RunningServer[] = [];

  beforeAll(async () => {
    stage = await openStageOn(await createUpgradedDatabase(), { env: { LOG_LEVEL: "warn" } });
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill("SIGKILL")));
    await stage?.close();
  });

  const startWorker = async (root: string): Promise<RunningServer> => {
    const env = { ROLE: "worker", LOG_LEVEL: "warn", CHECK_RESPONSES: "0" };
    const worker = await startServer({ databaseUrl: stage.databaseUrl, root, env });
    workers.push(worker);
    return worker;
  };
  const startShifts = async (): Promise<void> => {
    const { couriers, db } = stage;
    for (let index = 0; index < COURIERS; index += 1) {
      const place = destinationPoint(address(), index * 36, 300 + index * 50);
      const courierId = await couriers.makeCourier();
      await recordPosition(couriers.context, courierId, { ...place, heading: 0, recordedAt: new Date() });
      await execute(db)`UPDATE couriers SET on_shift_since = now() WHERE id = ${courierId}::uuid`;
    }
    await notifyDispatch(db);
  };
  const countAssigned = (ids: readonly string[]) =>
    stage.db.models.order.count({ where: { status: "assigned", externalOrderId: { in: [...ids] } } });
  const readPickups = async (ids: readonly string[]): Promise<unknown[]> => {
    const pickups: unknown[] = [];
    for (const id of ids) {
      const { status, data } = await stage.api.get<{ status: string; planned_pickup: unknown }>(
        `/v1/partner/orders/${id}`,
      );
      expect(status).toBe(200);
      if (data.status === "new") pickups.push(data.planned_pickup);
    }
    return pickups;
  };

  it.for(["former", "new"] as const)(
    "orders are assigned once when the %s release dispatches first, then the other one",
    async (first, { skip }) => {
      if ("reason" in built) return skip(built.reason);
      const roots = { former: built.root, new: process.cwd() };
      const other = first === "former" ? "new" : "former";
      await execute(stage.db)`UPDATE couriers SET on_shift_since = NULL`;
      const ids: string[] = [];
      for (let index = 0; index < 2 * COURIERS; index += 1) {
        const body = orderBody();
        ids.push(body.external_order_id);
        expect((await stage.api.create(body)).status).toBe(201);
      }
      const dispatching = await startWorker(roots[first]);
      await startShifts();
      await pollUntil(async () => (await countAssigned(ids)) === COURIERS);
      const isPlanned = async () => (await readPickups(ids)).every((pickup) => pickup !== null);
      await pollUntil(isPlanned);
      const following = await startWorker(roots[other]);
      await dispatching.kill("SIGTERM");
      await pollUntil(isPlanned);
      await startShifts();
      await pollUntil(async () => (await countAssigned(ids)) === 2 * COURIERS);
      const orders = await stage.db.models.order.findMany({
        where: { externalOrderId: { in: ids } },
        include: { events: true },
      });
      expect(new Set(orders.map(({ courierId }) => courierId)).size).toBe(2 * COURIERS);
      for (const { events } of orders) {
        expect(events.map(({ type }) => type).sort()).toEqual(["order.assigned", "order.created"]);
      }
      await following.kill("SIGTERM");
    },
  );
});
