import { afterAll, beforeAll, expect, it } from "vitest";
import { recordPosition } from "@/lib/couriers/record-position";
import { text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";
import { destinationPoint } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { type RunningServer, startServer } from "@/testing/server";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const ORDERS = 60;

let stage: TestServer;
const servers: RunningServer[] = [];

const start = async () => {
  const env = { ROLE: "worker", LOG_LEVEL: "warn", CHECK_RESPONSES: "0" };
  const server = await startServer({ databaseUrl: stage.databaseUrl, env });
  servers.push(server);
  return server;
};

beforeAll(async () => {
  stage = await startTestServer({ env: { LOG_LEVEL: "warn" } });
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
const countAssigned = () => stage.db.models.order.count({ where: { status: "assigned" } });

it("another process continues dispatch when the dispatching process is killed, and gives no courier two orders (STA-9)", async () => {
  const { couriers, db, api } = stage;
  const { context } = couriers;
  for (let index = 0; index < ORDERS; index += 1) expect((await api.create(orderBody())).status).toBe(201);
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
  const orders = await stage.db.models.order.findMany({ include: { events: true } });
  expect(new Set(orders.map(({ courierId }) => courierId)).size).toBe(ORDERS);
  for (const { events } of orders) {
    expect(events.map(({ type }) => type).sort()).toEqual(["order.assigned", "order.created"]);
  }
});
