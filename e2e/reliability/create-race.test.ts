import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { startTestServer, type TestServer } from "@/testing/stage";

const ROUNDS = amount(4, 200);
const CALLERS = 50;

describe("50 simultaneous creates with one identifier", () => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ env: { LOG_LEVEL: "warn" } });
  });

  afterAll(() => stage?.close());

  it(`create exactly one order and one event in each of ${ROUNDS} rounds (CRE-5)`, async () => {
    const { api, db } = stage;
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = orderBody();
      const call = async (_: unknown, caller: number) => {
        // A busy machine has too few connections for all of them at once, and returns a 503.
        for (;;) {
          const answer = await api.create(body, caller % 2 ? "partner" : "delivery");
          if (answer.status !== 503) return answer;
        }
      };
      const answers = await Promise.all(Array.from({ length: CALLERS }, call));
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
      const bodies = answers.filter((answer) => answer.status !== 409).map((answer) => answer.text);
      expect(new Set(bodies).size).toBe(1);
    }
    const orders = await db.models.order.findMany({
      include: { events: true, stops: true, statusChanges: true },
    });
    expect(orders).toHaveLength(ROUNDS);
    for (const order of orders) {
      expect(order.events.map((event) => event.type)).toEqual(["order.created"]);
      expect([order.stops.length, order.statusChanges.length]).toEqual([2, 1]);
    }
  });
});
