import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Mode, mintScope } from "@/lib/account-scope";
import { KeyUseRecorder } from "@/lib/accounts/key-use-recorder";
import { listKeys } from "@/lib/accounts/list-account-keys";
import { findInvitationById } from "@/lib/accounts/people-store";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { findLinkedCourier, findTrackedCourier } from "@/lib/couriers/check-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { recordFixes } from "@/lib/couriers/record-fixes";
import { setShift } from "@/lib/couriers/set-shift";
import { checkWritable } from "@/lib/db/check-writable";
import { syncClock } from "@/lib/db/sync-clock";
import { listOrderEvents } from "@/lib/events/list-order-events";
import { SharedRateLimiter } from "@/lib/http/shared-rate-limiter";
import { claimScheduleSlots } from "@/lib/jobs/store";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { findDeliveryRecord } from "@/lib/orders/detail/find-delivery-record";
import { findEndedTask, listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import { loadOrder } from "@/lib/orders/load-order";
import { simulateIdle } from "@/lib/sandbox/simulate-idle";
import { resolveTrackingLink } from "@/lib/tracking/get-tracking";
import { listOrderDeliveries } from "@/lib/webhooks/list-deliveries";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

// Other tests run these statements in another process; here they are checked against PostgreSQL's description.
describe("the check of a running service's SQL statements", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const newOrder = async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBodyWith(2));
    const order = await loadOrder(local.db, { code: data.order_code });
    if (order === null) throw new Error("The query for a created order returned no row");
    return { shop, data, order, id: data.external_order_id };
  };

  it("covers the clock, the disk and the usage of keys", async () => {
    const { db, clock } = local;
    // It would go on reading for as long as the process lives.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    await syncClock(db);
    vi.useRealTimers();
    await checkWritable(db);
    const { shop } = await local.newShop();
    const recorder = new KeyUseRecorder(db);
    for (const at of [clock.now(), new Date(0)]) {
      recorder.record(shop.keyId, { at, network: "192.0.2.1", route: "GET /v1/partner/ping" });
      await recorder.flush();
    }
    expect((await db.models.apiKey.findUniqueOrThrow({ where: { id: shop.keyId } })).lastUsedAt).toEqual(
      clock.now(),
    );
  });

  it("covers a key's calls over all processes", async () => {
    const limiter = new SharedRateLimiter(local.db);
    expect(await limiter.take("key", 2)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(await limiter.take("key", 2)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await limiter.take("key", 2)).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(await limiter.usage(["key", "another"])).toEqual(new Map([["key", 2]]));
  });

  it("covers the schedules", async () => {
    const { db } = local;
    const hourly = { name: "hourly", everyMs: 3_600_000, kind: "clean_up" } as const;
    expect(await claimScheduleSlots(db, hourly, 10)).toBe(1);
    expect(await claimScheduleSlots(db, hourly, 10)).toBe(0);
  });

  it("covers an order in progress as its courier, its recipient and its account read it", async () => {
    const { db, couriers } = local;
    const { context } = couriers;
    const { shop, data, order, id } = await newOrder();
    await addEndpoint(testWebhooks(db), shop.scope, "https://shop.example/hook");
    const courierId = await couriers.lead(shop.scope, id, "in_progress");
    expect((await listCourierTasks(db, courierId, DEFAULT_DISPATCH))[0]).toMatchObject({
      orderId: String(order.id),
      status: "in_progress",
      dropoffs: [{ arrivedAt: null }, { arrivedAt: null }],
    });
    const events = await listOrderEvents(db, order);
    expect(events.map(({ type, driverName }) => [type, driverName])).toEqual([
      ["order.created", null],
      ["order.assigned", "Алексей Громов"],
      ["order.in_progress", null],
    ]);
    const { deliveries } = await listOrderDeliveries(db, order);
    expect(deliveries.map(({ eventType, state, status }) => [eventType, state, status])).toEqual([
      ["order.in_progress", "pending", null],
      ["order.assigned", "pending", null],
    ]);

    const token = data.tracking_url?.split("/").at(-1) ?? "";
    expect(await resolveTrackingLink(context, token)).toMatchObject({ kind: "open" });
    await revokeTrackingLinks(context, shop.scope, id);
    expect(await resolveTrackingLink(context, token)).toEqual({ kind: "unknown" });

    const since = local.clock.now();
    expect(await findEndedTask(db, courierId, since)).toBeNull();
    await cancelOrder(context, shop.scope, { externalOrderId: id, reason: "changed_mind" });
    // Its goods go back.
    expect(await findEndedTask(db, courierId, since)).toBeNull();
    expect((await listCourierTasks(db, courierId, DEFAULT_DISPATCH))[0]).toMatchObject({
      status: "cancelled",
      returnState: "on_the_way",
    });
  });

  it("covers an order's page, keys, invitations and links", async () => {
    const { db, couriers, clock } = local;
    const { shop, data, id } = await newOrder();
    await cancelOrder(couriers.context, shop.scope, { externalOrderId: id, reason: "changed_mind" });
    const staff = { scope: (mode: Mode) => mintScope(shop.accountId, mode) };
    expect((await findDeliveryRecord(db, { member: staff, code: data.order_code }))?.cancellation).toEqual({
      reason: "changed_mind",
      comment: null,
    });
    expect((await revokeKey(db, shop.keyId, clock.now())).revokedAt).toEqual(clock.now());
    expect((await listKeys(db, shop.accountId)).map(({ id }) => id)).toEqual([shop.keyId]);
    expect(await findInvitationById(db, randomUUID(), clock.now())).toBeNull();
    const courierId = await couriers.makeCourier();
    const { link } = await issueCourierLink(db, courierId, "http://localhost:3000");
    expect((await findLinkedCourier(db, link.slice(link.lastIndexOf("/") + 1)))?.id).toBe(courierId);
  });

  it("covers couriers' devices and simulated couriers", async () => {
    const { db, clock, couriers } = local;
    const courierId = await couriers.makeCourier();
    const { deviceToken } = await issueCourierLink(db, courierId, "http://localhost:3000");
    expect(await findTrackedCourier(db, deviceToken)).toBe(courierId);
    const fix = {
      latitude: 59.93,
      longitude: 30.33,
      heading: null,
      accuracyMeters: 10,
      recordedAt: clock.now(),
    };
    const report = { courierId, fixes: [fix], receivedAt: clock.now() };
    expect(await recordFixes(couriers.context.db, [report])).toEqual([null]);
    await setShift(couriers.context, courierId, true);
    expect(await recordFixes(couriers.context.db, [report])).toEqual([["current"]]);
    expect(await recordFixes(couriers.context.db, [report])).toEqual([["past"]]);

    await db.models.courier.update({ where: { id: courierId }, data: { isSimulated: true } });
    clock.advance(60_000);
    const dispatch = { ...couriers.context.dispatch, simulateLive: true };
    await simulateIdle({ ...couriers.context, dispatch });
    const position = await db.models.courierPosition.findUniqueOrThrow({ where: { courierId } });
    expect(position.receivedAt).toEqual(clock.now());
  });
});
