import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { placeFrom } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { type RunningServer, startServer } from "@/testing/server";
import { CourierSide } from "@/testing/shop";
import { openStage, type Stage } from "@/testing/stage";
import { until } from "@/testing/until";

const ORDERS = 60;
/** Orders that are assigned when the sweeping process is killed. */
const ASSIGNED_BEFORE = 5;

let stage: Stage;
const servers: RunningServer[] = [];

const start = async () => {
  const env = { ROLE: "worker", LOG_LEVEL: "warn", CHECK_RESPONSES: "0" };
  const server = await startServer({ databaseUrl: stage.databaseUrl, env });
  servers.push(server);
  return server;
};

beforeAll(async () => {
  stage = await openStage({ env: { LOG_LEVEL: "warn" } });
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill("SIGKILL")));
  await stage?.close();
});

const holder = async () => {
  const [lease] = await query(stage.db, { holder: text })`
    SELECT holder::text AS holder FROM leases WHERE name = 'dispatch' AND held_until > now()`;
  return lease?.holder ?? null;
};
const countAssigned = () => stage.db.order.count({ where: { status: "assigned" } });

it("another process goes on where the one that sweeps is killed, and gives no courier two orders (STA-9)", async () => {
  const db = openDatabase(stage.databaseUrl, 4);
  const couriers = new CourierSide(db);
  const bodies = Array.from({ length: ORDERS }, () => orderBody());
  for (const body of bodies) expect((await stage.api.create(body)).status).toBe(201);
  const sweeping = await start();
  await until(async () => (await holder()) !== null);
  const first = await holder();
  await start();
  const centre = address();
  for (let index = 0; index < ORDERS; index += 1) {
    await couriers.makeFreeCourier(placeFrom(centre, index * 7, 200 + index * 20));
    if (index === ASSIGNED_BEFORE) {
      await until(async () => (await countAssigned()) > 0);
      await sweeping.kill("SIGKILL");
    }
  }
  await db.$disconnect();
  await until(async () => (await countAssigned()) === ORDERS, 60_000);
  expect(await holder()).not.toBe(first);
  const orders = await stage.db.order.findMany({ include: { events: true } });
  expect(new Set(orders.map(({ courierId }) => courierId)).size).toBe(ORDERS);
  for (const { events } of orders) {
    expect(events.map(({ type }) => type).sort()).toEqual(["order.assigned", "order.created"]);
  }
}, 180_000);
