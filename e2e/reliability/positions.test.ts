import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { amount } from "@/testing/amount";
import { address, orderBody } from "@/testing/api-client";
import { startTestServer, type TestServer } from "@/testing/stage";

const COURIERS = amount(50, 100);
const FIXES = amount(6, 25);
const CLIENTS = 100;

describe("many concurrent positions", () => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ env: { LOG_LEVEL: "warn" } });
  });

  afterAll(() => stage?.close());

  it(`never replace a newer one or block orders when ${FIXES} from each of ${COURIERS} couriers arrive out of order`, async () => {
    const { api, db, couriers, shop, server } = stage;
    const trackers: { courierId: string; token: string; id: string }[] = [];
    for (let index = 0; index < COURIERS; index += 1) {
      const courierId = await couriers.makeCourier();
      const { deviceToken } = await issueCourierLink(db, courierId, server.baseUrl);
      await setShift(couriers.context, courierId, true);
      const body = orderBody();
      await api.create(body);
      await assignCourier(couriers.context, shop.scope, {
        externalOrderId: body.external_order_id,
        courierId,
      });
      trackers.push({ courierId, token: deviceToken, id: body.external_order_id });
    }
    const { latitude, longitude } = address();
    const startedAt = Date.now();
    // One fix per second of the last half minute, a few meters apart, in random order.
    const queue = trackers.flatMap(({ token }, index) =>
      Array.from({ length: FIXES }, (_, second) => ({
        token,
        lat: latitude + index / 1_000 + second / 100_000,
        at: startedAt - (FIXES - second) * 1_000,
        order: Math.random(),
      })),
    );
    queue.sort((a, b) => a.order - b.order);
    const statuses = new Map<number, number>();
    const send = async () => {
      for (let fix = queue.pop(); fix !== undefined; fix = queue.pop()) {
        const query = `id=${fix.token}&lat=${fix.lat}&lon=${longitude}&timestamp=${fix.at}`;
        const { status } = await fetch(`${server.baseUrl}/gps?${query}`, { method: "POST" });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    let isOver = false;
    const shopping = async () => {
      while (!isOver) expect((await api.create(orderBody())).status).toBe(201);
    };
    await Promise.all([
      Promise.all(Array.from({ length: CLIENTS }, send)).finally(() => (isOver = true)),
      shopping(),
    ]);

    expect(statuses).toEqual(new Map([[200, COURIERS * FIXES]]));
    for (const [index, { courierId, id }] of trackers.entries()) {
      const newest = latitude + index / 1_000 + (FIXES - 1) / 100_000;
      const known = await db.models.courierPosition.findUniqueOrThrow({ where: { courierId } });
      expect([index, known.latitude]).toEqual([index, newest]);
      expect((await api.get(`/v1/partner/orders/${id}`)).data.driver_location?.latitude).toBe(newest);
    }
  });
});
