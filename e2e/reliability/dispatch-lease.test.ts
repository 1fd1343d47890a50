import { afterAll, beforeAll, expect, it } from "vitest";
import { recordPosition } from "@/lib/couriers/record-position";
import { type Database, openDatabase } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";
import { createOrder } from "@/lib/orders/create-order";
import { destinationPoint } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type RunningServer, startServer } from "@/testing/server";
import { CourierSide, makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const ORDERS = 60;

let database: TestDatabase;
let db: Database;
const servers: RunningServer[] = [];

const start = async () => {
  const env = { ROLE: "worker", LOG_LEVEL: "warn", CHECK_RESPONSES: "0" };
  const server = await startServer({ databaseUrl: database.url, env });
  servers.push(server);
  return server;
};

beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, 4);
  await db.loadModels();
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill("SIGKILL")));
  await db?.close();
  await database?.drop();
});

const holder = async () => {
  const [lease] = await query(db, { holder: text })`
    SELECT holder::text AS holder FROM leases WHERE name = 'dispatch' AND held_until > now()`;
  return lease?.holder ?? null;
};
const countAssigned = () => db.models.order.count({ where: { status: "assigned" } });

it("another process continues dispatch when the dispatching process is killed, and gives no courier two orders (STA-9)", async () => {
  const couriers = new CourierSide(db);
  const { context } = couriers;
  const { scope } = await makeClient(db);
  for (let index = 0; index < ORDERS; index += 1) await createOrder(context, scope, { body: orderBody() });
  const dispatching = await start();
  await pollUntil(async () => (await holder()) !== null);
  const first = await holder();
  await start();
  const center = address();
  for (let index = 0; index < ORDERS; index += 1) {
    const fix = {
      ...destinationPoint(center, index * 7, 200 + index * 20),
      heading: 0,
      recordedAt: new Date(),
    };
    await recordPosition(context, await couriers.makeCourier(), fix);
  }
  // All of them at one moment, so that the pass has enough to do to be killed in the middle of it.
  await execute(db)`UPDATE couriers SET on_shift_since = now()`;
  await notifyDispatch(db);
  await pollUntil(async () => (await countAssigned()) > 0);
  await dispatching.kill("SIGKILL");
  await pollUntil(async () => (await countAssigned()) === ORDERS);
  await pollUntil(async () => ![null, first].includes(await holder()));
  const orders = await db.models.order.findMany({ include: { events: true } });
  expect(new Set(orders.map(({ courierId }) => courierId)).size).toBe(ORDERS);
  for (const { events } of orders) {
    expect(events.map(({ type }) => type).sort()).toEqual(["order.assigned", "order.created"]);
  }
});
