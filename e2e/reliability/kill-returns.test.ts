import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import type { EventResource } from "@/lib/orders/event";
import { loadOrder } from "@/lib/orders/load-order";
import { setTariff } from "@/lib/pricing/set-tariff";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { CourierReceivers } from "@/testing/courier-receivers";
import { expectFinalJournal } from "@/testing/final-journal";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { pollUntil } from "@/testing/until";

const ROUNDS = amount(2, 10);
const ORDERS = 5;

// Every tap, in order, of a courier whose recipient refuses.
const TAPS = [
  { step: { type: "arrive", dropoff: 0 } },
  { step: { type: "fail", dropoff: 0 }, report: { failure: { code: "refused" }, calls: 1 } },
  { step: { type: "arrive_back" } },
  { step: { type: "give_back" } },
];

describe("a process that is killed while goods go back", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-returns-"));
  let local: LocalApi;
  let receivers: CourierReceivers;

  beforeAll(async () => {
    local = await openLocalApi();
    await setTariff(local.db, HIGHER_TARIFF);
    receivers = await CourierReceivers.start(ROUNDS + 1, { databaseUrl: local.databaseUrl, dataDir });
  });

  afterAll(async () => {
    receivers?.close();
    await local?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function newOrder() {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBodyWith(1, { if_undeliverable: "return" }));
    const courierId = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
    const { link } = await issueCourierLink(local.db, courierId, local.runtime.publicUrl);
    const order = await loadOrder(local.db, { code: data.order_code });
    if (order === null) throw new Error("The created order was not found");
    return { api, id: order.id, cookie: `courier=${link.slice(link.lastIndexOf("/") + 1)}` };
  }

  it("charges each return once and emits each of its events once, whichever responses were lost", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const orders = await Promise.all(Array.from({ length: ORDERS }, newOrder));
      let taken = 0;
      // As a phone does: one tap after another, each again and again until it has an answer.
      const sending = orders.map(async ({ id, cookie }) => {
        for (const tap of TAPS) {
          for (;;) {
            const answer = await fetch(`${receivers.url}/courier/steps`, {
              method: "POST",
              body: JSON.stringify({ orderId: String(id), ...tap }),
              headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
            }).catch(() => null);
            if (answer?.status === 204) break;
            expect([null, 503]).toContain(answer?.status ?? null);
            await sleep(20);
          }
          taken += 1;
        }
      });

      const enough = randomInt(2 * ORDERS, ORDERS * TAPS.length);
      await pollUntil(() => taken >= enough);
      await receivers.kill();
      receivers.moveOn();
      await Promise.all(sending);

      await expectFinalJournal(local.db);
      for (const { api, id } of orders) {
        const { data } = await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100");
        expect(data.events.map(({ event }) => event).slice(-4)).toEqual([
          "order.stop_failed",
          "order.return_started",
          "order.returned",
          "order.cancelled",
        ]);
        expect(data.events.map(({ sequence }) => sequence)).toEqual(data.events.map((_, at) => at + 1));
        const charges = await local.db.models.orderCharge.findMany({ where: { orderId: id } });
        expect(charges.map(({ type }) => type)).toEqual(["return"]);
        const stored = await local.db.models.order.findUniqueOrThrow({ where: { id } });
        expect(stored).toMatchObject({ returnState: "returned", status: "cancelled" });
        expect(stored.charges.equals(stored.returnPrice)).toBe(true);
      }
    }
  });
});
