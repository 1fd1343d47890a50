import { expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { describeOnServer, type ServerStage } from "@/testing/adapters";
import { orderBody } from "@/testing/api-client";

const MINUTE_MS = 60_000;

describeOnServer("the GPS endpoint", (stage) => {
  /** Puts an order on its way; returns how its courier's tracker sends fixes, and what the API then shows. */
  const underWay = async ({ db, api, shop, couriers, server }: ServerStage) => {
    const body = orderBody();
    await api.create(body);
    const courierId = await couriers.makeCourier();
    const { deviceToken } = await issueCourierLink(db, courierId, server.baseUrl);
    await setShift(couriers.context, courierId, true);
    await assignCourier(couriers.context, shop.scope, { externalOrderId: body.external_order_id, courierId });
    const position = async () =>
      (await api.get(`/v1/partner/orders/${body.external_order_id}`)).data.driver_location;
    const send = async (fix: Record<string, string | number>, id = deviceToken) => {
      const query = new URLSearchParams(
        Object.entries({ id, ...fix }).map(([name, value]) => [name, String(value)]),
      );
      return (await fetch(`${server.baseUrl}/gps?${query}`, { method: "POST" })).status;
    };
    const sendJson = async (value: unknown) =>
      (
        await fetch(`${server.baseUrl}/gps`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: typeof value === "string" ? value : JSON.stringify(value),
        })
      ).status;
    return { courierId, deviceToken, position, send, sendJson, db, orderCode: body.external_order_id };
  };
  const seconds = (ago: number) => Math.round((Date.now() - ago) / 1000);

  it("accepts the query form and shows the driver's location and heading (GPS-1, RES-9)", async () => {
    const { position, send } = await underWay(stage());
    expect(await position()).toBeNull();
    expect(
      await send({ lat: 59.93, lon: 30.33, timestamp: seconds(5_000), bearing: 271.5, accuracy: 8 }),
    ).toBe(200);
    expect(await position()).toMatchObject({ latitude: 59.93, longitude: 30.33, heading: 271.5 });
  });

  it("accepts the JSON form of Traccar Client 9 (GPS-1)", async () => {
    const { position, sendJson, deviceToken } = await underWay(stage());
    const timestamp = new Date(Date.now() - 2_000).toISOString();
    const coords = {
      latitude: 59.94,
      longitude: 30.31,
      accuracy: 6.1,
      speed: 3.2,
      heading: 90.5,
      altitude: 4,
    };
    const message = {
      location: { timestamp, coords, is_moving: true, event: "motionchange" },
      device_id: deviceToken,
    };
    expect(await sendJson(message)).toBe(200);
    expect(await position()).toMatchObject({ latitude: 59.94, longitude: 30.31, heading: 90.5 });
  });

  it("keeps the newest fix when fixes arrive late, repeated or out of order (GPS-2)", async () => {
    const { position, send } = await underWay(stage());
    for (const [ago, lat] of [
      [40_000, 59.931],
      [20_000, 59.932],
      [30_000, 59.939],
      [20_000, 59.938],
      [25_000, 59.937],
    ] as const) {
      expect(await send({ lat, lon: 30.33, timestamp: seconds(ago) })).toBe(200);
    }
    expect((await position())?.latitude).toBe(59.932);
  });

  it("returns 200 for implausible fixes, so that no tracker retries them forever, and stores none (GPS-3)", async () => {
    const { position, send } = await underWay(stage());
    await send({ lat: 59.93, lon: 30.33, timestamp: seconds(20_000) });
    const absurd = [
      { lat: 0, lon: 0, timestamp: seconds(1_000) },
      { lat: 61.5, lon: 30.33, timestamp: seconds(1_000) },
      { lat: 59.931, lon: 30.33, timestamp: seconds(-60 * MINUTE_MS) },
      { lat: 59.931, lon: 30.33, timestamp: seconds(1_000), accuracy: 5_000 },
      { lat: 91, lon: 30.33, timestamp: seconds(1_000) },
      { lat: 59.931, lon: 30.33, timestamp: seconds(48 * 60 * MINUTE_MS) },
    ];
    for (const fix of absurd) expect([fix, await send(fix)]).toEqual([fix, 200]);
    expect((await position())?.latitude).toBe(59.93);
  });

  it("stores the order's thinned history, with late fixes in chronological order", async () => {
    const { send, db, courierId } = await underWay(stage());
    await db.models.orderStatusChange.updateMany({
      where: { status: "assigned" },
      data: { changedAt: new Date(Date.now() - 10 * MINUTE_MS) },
    });
    for (const ago of [100, 99, 60, 98, 80, 79, 20, 60]) {
      await send({ lat: 59.93 + ago / 10_000, lon: 30.33, timestamp: seconds(ago * 1_000) });
    }
    const stored = await db.models.orderPosition.findMany({
      where: { courierId },
      orderBy: { recordedAt: "asc" },
    });
    expect(stored.map(({ latitude }) => Math.round((latitude - 59.93) * 10_000))).toEqual([100, 80, 60, 20]);
  });

  it("stores no fix of a courier who is off shift (GPS-3)", async () => {
    const { send, position, courierId } = await underWay(stage());
    await setShift(stage().couriers.context, courierId, false);
    expect(await send({ lat: 59.93, lon: 30.33, timestamp: seconds(1_000) })).toBe(200);
    expect(await position()).toBeNull();
  });

  it("rejects an unknown token and a request of another protocol (GPS-4)", async () => {
    const { send, sendJson, position, courierId, db } = await underWay(stage());
    const fix = { lat: 59.93, lon: 30.33 };
    expect(await send(fix, "AAAAAAAAAAAAAAAAAAAAAA")).toBe(401);
    expect(await send(fix, "' OR 1=1 --")).toBe(401);
    expect(await send({ lat: "north", lon: 30 })).toBe(400);
    expect(await sendJson("{")).toBe(400);
    expect(await sendJson({ device_id: "abc", location: {} })).toBe(400);
    expect(await sendJson("x".repeat(300 * 1024))).toBe(400);
    await db.models.courier.update({ where: { id: courierId }, data: { disabledAt: new Date() } });
    // Other processes are notified within a moment, and store nothing even before (lib/couriers/store.ts).
    await expect.poll(() => send(fix)).toBe(401);
    expect(await position()).toBeNull();
  });
});
