import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "@/testing/amount";
import { type ApiAnswer, type ApiClient, orderBody } from "@/testing/api-client";
import { type RunningServer, startServer } from "@/testing/server";
import { startTestServer, type TestServer } from "@/testing/stage";

const ORDERS = amount(150, 1_000);
const CLIENTS = 32;
const KILLS = amount(2, 8);
const TRIES = 400;

describe("kill -9 of the API", () => {
  let stage: TestServer;
  // The stage's own server at first, then its replacements.
  let server: RunningServer;

  const env = { LOG_LEVEL: "warn", CHECK_RESPONSES: "0" };

  beforeAll(async () => {
    stage = await startTestServer({ env });
    server = stage.server;
  });

  afterAll(async () => {
    await server?.kill("SIGTERM");
    await stage?.close();
  });

  /** Creates an order as a careful client does: retries with the same identifier, whatever goes wrong. */
  const createSurely = async (api: ApiClient, body: unknown): Promise<ApiAnswer> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await api.create(body).catch(() => null);
      if (answer !== null && answer.status < 400) return answer;
      await sleep(20 + (tries % 5) * 10);
    }
    throw new Error("The order could not be created.");
  };

  it("loses no acknowledged order, creates none twice, and keeps each with exactly one event (CRE-5)", async () => {
    const { port } = new URL(server.baseUrl);
    const { api, db, databaseUrl } = stage;
    const bodies = Array.from({ length: ORDERS }, () => orderBody());
    const acknowledged = new Map<string, string>();
    let next = 0;
    const client = async () => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
        const answer = await createSurely(api, body);
        acknowledged.set(body.external_order_id, answer.text);
      }
    };
    const killer = async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        while (acknowledged.size < (ORDERS * kill) / (KILLS + 1)) await sleep(5);
        await server.kill("SIGKILL");
        server = await startServer({ databaseUrl, port: Number(port), env });
      }
    };
    await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);

    expect(acknowledged.size).toBe(ORDERS);
    const rows = await db.models.order.findMany({
      include: { events: true, stops: true, statusChanges: true },
    });
    expect(rows).toHaveLength(ORDERS);
    expect(new Set(rows.map((row) => row.externalOrderId)).size).toBe(ORDERS);
    for (const row of rows) {
      expect([row.events.length, row.events[0]?.type, row.stops.length, row.statusChanges.length]).toEqual([
        1,
        "order.created",
        2,
        1,
      ]);
      expect(acknowledged.get(row.externalOrderId)).toContain(`"order_code":"${row.orderCode}"`);
    }
    for (const [index, body] of bodies.entries()) {
      if (index % 20 !== 0) continue;
      const again = await api.create(body);
      expect([again.status, again.text]).toEqual([200, acknowledged.get(body.external_order_id)]);
    }
  });
});
