import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, orderBody } from "@/e2e/harness/api-client";
import { createDatabase, type TestDatabase } from "@/e2e/harness/database";
import { type RunningServer, startServer } from "@/e2e/harness/server";
import { type Client, makeClient } from "@/e2e/harness/world";
import { type Database, openDatabase } from "@/lib/db/client";

const ROUNDS = 100;
const CALLERS = 50;

describe("50 simultaneous creates with one identifier", () => {
  let database: TestDatabase;
  let server: RunningServer;
  let db: Database;
  let shop: Client;

  beforeAll(async () => {
    database = await createDatabase();
    server = await startServer({ databaseUrl: database.url, env: { LOG_LEVEL: "warn" } });
    db = openDatabase(database.url, 2);
    shop = await makeClient(db);
  });

  afterAll(async () => {
    await db?.$disconnect();
    await server?.kill("SIGTERM");
    await database?.drop();
  });

  it(`make exactly one order and one event, ${ROUNDS} rounds`, async () => {
    const api = new ApiClient(server.baseUrl, shop.key);
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = orderBody();
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, (_, caller) => api.create(body, caller % 2 ? "partner" : "delivery")),
      );
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
      const bodies = answers.filter((answer) => answer.status !== 409).map((answer) => answer.text);
      expect(new Set(bodies).size).toBe(1);
    }
    const orders = await db.order.findMany({ include: { events: true, stops: true, statusChanges: true } });
    expect(orders).toHaveLength(ROUNDS);
    for (const order of orders) {
      expect(order.events.map((event) => event.type)).toEqual(["order.created"]);
      expect([order.stops.length, order.statusChanges.length]).toEqual([2, 1]);
    }
  });
});
