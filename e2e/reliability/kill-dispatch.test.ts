import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import { createOrder } from "@/lib/orders/create-order";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { getOrder } from "@/lib/orders/load-order";
import { nextStep } from "@/lib/orders/progress";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { destinationPoint } from "@/lib/routing/path";
import { amount } from "@/testing/amount";
import { address, orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type RunningServer, startServer } from "@/testing/server";
import { CourierSide, makeClient } from "@/testing/shop";

const ORDERS = amount(24, 200);
const COURIERS = amount(10, 50);
const KILLS = amount(2, 5);
const WITHIN_MS = 240_000;

describe("two processes that dispatch, killed at random", () => {
  let database: TestDatabase;
  let db: Database;
  const servers: RunningServer[] = [];

  const start = async () => {
    const env = { ROLE: "worker", LOG_LEVEL: "warn", CHECK_RESPONSES: "0" };
    return startServer({ databaseUrl: database.url, env });
  };

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 12);
    await db.loadModels();
    servers.push(await start(), await start());
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill("SIGTERM")));
    await db?.close();
    await database?.drop();
  });

  it(`assign all of ${ORDERS} orders, and give none of ${COURIERS} couriers two at once`, async () => {
    const couriers = new CourierSide(db);
    const { context } = couriers;
    const { scope } = await makeClient(db);
    const center = address();
    for (let index = 0; index < COURIERS; index += 1) {
      await couriers.makeFreeCourier(destinationPoint(center, index * 7, 200 + index * 60));
    }
    const bodies = Array.from({ length: ORDERS }, () => orderBody());
    const startedAt = Date.now();
    let isOver = false;

    const create = async (body: CreateOrderBody): Promise<void> => {
      await createOrder(context, scope, { body }).catch((error) => {
        // A machine busy with all of this may briefly have no connection to spare.
        if (!isUnavailable(error)) throw error;
        return create(body);
      });
    };

    const shop = async (part: number) => {
      for (const [index, body] of bodies.entries()) {
        if (index % 8 !== part) continue;
        await create(body);
      }
    };
    // Couriers take the next step as soon as they have an order.
    const road = async () => {
      while (!isOver) {
        const moving = await db.models.order.findMany({
          where: { status: { in: ["assigned", "in_progress"] } },
        });
        await Promise.all(
          moving.map(async ({ id, courierId, status }) => {
            const { progress } = await getOrder(db, { orderId: id }, ["progress"]);
            const step = nextStep(status, progress);
            if (step === null || step.type === "wait" || courierId === null) return;
            await recordStep(context, courierId, { orderId: id, step }).catch((error) => {
              if (!(error instanceof DomainError) && !isUnavailable(error)) throw error;
            });
          }),
        );
        const done = await db.models.order.count({ where: { status: "delivered" } });
        isOver = done === ORDERS || Date.now() - startedAt > WITHIN_MS;
        await sleep(100);
      }
    };
    const killer = async () => {
      for (let kill = 0; kill < KILLS && !isOver; kill += 1) {
        await sleep(300 + Math.random() * 900);
        const victim = Math.floor(Math.random() * 2);
        await servers[victim]?.kill("SIGKILL");
        servers[victim] = await start();
      }
    };
    const ordered = Promise.all(Array.from({ length: 8 }, (_, part) => shop(part)));
    await Promise.all([ordered, killer(), road()]);

    const orders = await db.models.order.findMany({ include: { statusChanges: true, events: true } });
    expect(orders.filter(({ status }) => status !== "delivered").map(({ id }) => id)).toEqual([]);
    expect(orders).toHaveLength(ORDERS);
    const busy = new Map<string, { from: number; to: number }[]>();
    for (const { courierId, statusChanges, events } of orders) {
      expect(events.map(({ type }) => type).filter((type) => type === "order.assigned")).toHaveLength(1);
      const at = (status: string) =>
        statusChanges.find((change) => change.status === status)?.changedAt.getTime() ?? Number.NaN;
      const span = { from: at("assigned"), to: at("delivered") };
      busy.set(courierId ?? "", [...(busy.get(courierId ?? "") ?? []), span]);
    }
    for (const spans of busy.values()) {
      const sorted = spans.sort((a, b) => a.from - b.from);
      for (const [index, span] of sorted.entries()) {
        const next = sorted[index + 1];
        if (next !== undefined) expect(next.from).toBeGreaterThanOrEqual(span.to);
      }
    }
  });
});
