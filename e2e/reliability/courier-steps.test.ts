import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import type { CourierStep } from "@/lib/orders/progress";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const ROUNDS = amount(8, 100);
const STEPS: readonly CourierStep[] = [
  { type: "accept" },
  { type: "arrive_at_pickup" },
  { type: "pick_up" },
  { type: "arrive", dropoff: 0 },
  { type: "hand_over", dropoff: 0 },
  { type: "arrive", dropoff: 1 },
  { type: "hand_over", dropoff: 1 },
];

/** The first dropoff refuses, the second takes its goods, and the first one's go back. */
const TURNED: readonly CourierStep[] = [
  ...STEPS.slice(0, 4),
  { type: "fail", dropoff: 0 },
  ...STEPS.slice(5),
  { type: "arrive_back" },
  { type: "give_back" },
];
/** The first dropoff refuses twice, with the second one between. */
const TRIED_TWICE: readonly CourierStep[] = [
  ...TURNED.slice(0, 7),
  { type: "arrive", dropoff: 0, attempt: 1 },
  { type: "fail", dropoff: 0, attempt: 1 },
];
const REFUSED: StepInput = { failure: { code: "refused", comment: null }, calls: 1 };

describe("a courier's steps", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });

  afterAll(() => local?.close());

  /** Creates an order with two dropoffs whose courier has taken this many steps. */
  const carried = async (taken: number, change: Partial<CreateOrderBody> = {}) => {
    const { shop, api } = await local.newShop();
    const body = orderBodyWith(2, change);
    await api.create(body);
    const { context } = local.couriers;
    const id = body.external_order_id;
    const courierId = await local.couriers.makeCourier();
    const { id: orderId } = await assignCourier(context, shop.scope, { externalOrderId: id, courierId });
    const take = (step: CourierStep, at?: Date) =>
      recordStep(context, courierId, {
        orderId,
        step,
        happenedAt: at,
        report: step.type === "fail" ? REFUSED : {},
      });
    for (const step of STEPS.slice(0, taken)) await take(step);
    const read = async () =>
      (
        await api.get<{ status: string; delivered_at: string | null; status_changes: { status: string }[] }>(
          `/v1/partner/orders/${id}`,
        )
      ).data;
    const notified = async () => {
      const events = await local.db.models.event.findMany({
        where: { orderId },
        orderBy: { sequence: "asc" },
      });
      return events.map(({ type }) => type.replace("order.", "")).join(" ");
    };
    const tries = async () => {
      const stops = await local.db.models.orderStop.findMany({
        where: { orderId, position: { gt: 0 } },
        orderBy: { position: "asc" },
      });
      return stops.map(({ deliveredAt, failedAt, attempts }) => [
        deliveredAt === null ? (failedAt === null ? "open" : "failed") : "done",
        attempts,
      ]);
    };
    return { shop, api, id, orderId, courierId, context, take, read, told: notified, tries };
  };
  const readCode = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: DomainError) => error.code,
    );

  it("move an order from assignment to delivery, however often each step is sent (STA-2, STA-3)", async () => {
    const { take, read, orderId } = await carried(0);
    for (const [index, step] of STEPS.entries()) {
      for (const known of STEPS.slice(0, index + 1)) await take(known);
      await take(step);
      local.clock.advance(1_000);
      const status = index < 2 ? "assigned" : index < 6 ? "in_progress" : "delivered";
      expect((await read()).status).toBe(status);
    }
    expect((await read()).status_changes.map(({ status }) => status)).toEqual([
      "new",
      "assigned",
      "in_progress",
      "delivered",
    ]);
    expect(await local.db.models.event.count({ where: { orderId } })).toBe(5);
  });

  it("count once when a stop fails, is retried and is returned, however often each step is sent (STOP-5, STOP-6)", async () => {
    const { take, read, told, tries, context, shop, id } = await carried(0);
    for (const [index, step] of TRIED_TWICE.entries()) {
      for (const known of TRIED_TWICE.slice(0, index)) await take(known);
      if (index === 5) {
        await resolveUndeliverable(context, shop.scope, { externalOrderId: id, action: "retry" });
        // The phone's repeats of the first attempt do not count as a second one.
        for (const known of TRIED_TWICE.slice(0, index)) await take(known);
      }
      if (index >= 5) expect((await tries())[0]).toEqual(["open", 1]);
      await take(step);
      local.clock.advance(1_000);
    }
    expect(await tries()).toEqual([
      ["failed", 2],
      ["done", 0],
    ]);
    await resolveUndeliverable(context, shop.scope, { externalOrderId: id, action: "return" });
    for (const step of [...TRIED_TWICE, ...TURNED.slice(-2), ...TRIED_TWICE, ...TURNED.slice(-2)])
      await take(step);
    expect((await read()).status).toBe("delivered");
    expect(await told()).toBe(
      "created assigned in_progress stop_failed updated stop_completed stop_failed return_started returned delivered",
    );
  });

  it("have the same result when a phone sends them out of order, repeatedly and concurrently (STOP-6)", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { take, read, told, tries } = await carried(0, { if_undeliverable: "return" });
      const shuffled = [...TURNED, ...TURNED, ...TURNED]
        .map((step) => ({ step, place: Math.random() }))
        .toSorted((a, b) => a.place - b.place);
      const codes =
        round % 2 === 0
          ? await Promise.all(shuffled.map(({ step }) => readCode(take(step))))
          : await shuffled.reduce(
              async (before, { step }) => [...(await before), await readCode(take(step))],
              Promise.resolve<string[]>([]),
            );
      for (const code of codes) expect(["done", "STEP_NOT_POSSIBLE"]).toContain(code);
      // The phone resends the rejected steps in order after it has read the order.
      for (const step of TURNED) await take(step);
      expect((await read()).status).toBe("delivered");
      expect(await tries()).toEqual([
        ["failed", 1],
        ["done", 0],
      ]);
      expect(await told()).toBe(
        "created assigned in_progress stop_failed stop_completed return_started returned delivered",
      );
    }
  });

  it("are accepted after a cancellation if they return goods, and rejected if they deliver them (STOP-7)", async () => {
    const { take, read, told, context, shop, id } = await carried(4);
    await cancelOrder(context, shop.scope, { externalOrderId: id });
    for (const step of TURNED.slice(3, 7)) expect(await readCode(take(step))).toBe("STEP_NOT_POSSIBLE");
    for (const step of [...TURNED.slice(-2), ...TURNED.slice(-2)]) await take(step);
    for (const step of TURNED.slice(0, 7)) expect(await readCode(take(step))).toBe("STEP_NOT_POSSIBLE");
    expect((await read()).status).toBe("cancelled");
    expect(await told()).toBe("created assigned in_progress cancelled returned");
  });

  it("are rejected out of order, by another courier, and after a cancellation", async () => {
    const { take, context, orderId, shop, id } = await carried(3);
    expect(await readCode(take({ type: "hand_over", dropoff: 1 }))).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(take({ type: "arrive", dropoff: 7 }))).toBe("STEP_NOT_POSSIBLE");
    const other = await local.couriers.makeCourier();
    expect(
      await readCode(recordStep(context, other, { orderId, step: { type: "arrive", dropoff: 0 } })),
    ).toBe("ORDER_NOT_FOUND");
    await cancelOrder(context, shop.scope, { externalOrderId: id });
    expect(await readCode(take({ type: "arrive", dropoff: 0 }))).toBe("STEP_NOT_POSSIBLE");
  });

  it("take effect at the time that the phone reports, limited to between the previous step and now", async () => {
    const { take, read, orderId } = await carried(5);
    const before = local.clock.now();
    local.clock.advance(10 * 60_000);
    await take({ type: "arrive", dropoff: 1 }, new Date(before.getTime() - 60_000));
    const stop = await local.db.models.orderStop.findUniqueOrThrow({
      where: { orderId_position: { orderId, position: 2 } },
    });
    expect(stop.arrivedAt).toEqual(before);
    const tapped = new Date(before.getTime() + 4 * 60_000);
    await take({ type: "hand_over", dropoff: 1 }, tapped);
    expect((await read()).delivered_at).toBe(tapped.toISOString());
    const late = await carried(6);
    await late.take({ type: "hand_over", dropoff: 1 }, new Date(local.clock.now().getTime() + 60_000));
    expect((await late.read()).delivered_at).toBe(local.clock.now().toISOString());
  });

  it("leave the order in a consistent state when a cancellation, the pickup and the hand-back run concurrently", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { take, context, courierId, orderId, shop, id, read } = await carried(2);
      const [cancelled, picked, handed] = await Promise.all([
        readCode(cancelOrder(context, shop.scope, { externalOrderId: id })),
        readCode(take({ type: "pick_up" })),
        readCode(unassignSelf(context, courierId, orderId)),
      ]);
      expect(cancelled).toBe("done");
      // Whichever of the two came first has ruled out the other.
      expect([picked, handed].filter((code) => code === "done").length).toBeLessThanOrEqual(1);
      const { status, status_changes } = await read();
      expect(status).toBe("cancelled");
      const path = status_changes.map((change) => change.status).join(" ");
      const isPicked = picked === "done";
      expect(path).toBe(isPicked ? "new assigned in_progress cancelled" : "new assigned cancelled");
      expect(await local.db.models.event.count({ where: { orderId, type: "order.cancelled" } })).toBe(1);
    }
  });

  it("end an order exactly once when a cancellation and the last handover run concurrently", async () => {
    const ends = { delivered: 0, cancelled: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { take, context, orderId, shop, id, read } = await carried(6);
      const cancel = () => readCode(cancelOrder(context, shop.scope, { externalOrderId: id }));
      // Each gets a head start in half of the rounds.
      const early = Array.from({ length: round % 2 === 0 ? 3 : 0 }, cancel);
      const handing = readCode(take({ type: "hand_over", dropoff: 1 }));
      const late = Array.from({ length: 3 }, cancel);
      const codes = new Set(await Promise.all([...early, ...late]));
      const handed = await handing;
      const { status, delivered_at, status_changes } = await read();
      const isDelivered = status === "delivered";
      expect(codes).toEqual(new Set([isDelivered ? "ORDER_NOT_CANCELLABLE" : "done"]));
      expect(handed).toBe(isDelivered ? "done" : "STEP_NOT_POSSIBLE");
      expect(delivered_at !== null).toBe(isDelivered);
      expect(status_changes.map((change) => change.status)).toEqual([
        "new",
        "assigned",
        "in_progress",
        status,
      ]);
      const events = await local.db.models.event.count({
        where: { orderId, type: { in: ["order.cancelled", "order.delivered"] } },
      });
      expect(events).toBe(1);
      ends[isDelivered ? "delivered" : "cancelled"] += 1;
    }
    expect(ends.delivered + ends.cancelled).toBe(ROUNDS);
  });

  it("two operators who assign two couriers at once leave one courier assigned, and both changes are recorded", async () => {
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const { shop, api } = await local.newShop();
      const body = orderBodyWith(1);
      await api.create(body);
      const { context } = local.couriers;
      const couriers = [await local.couriers.makeCourier(), await local.couriers.makeCourier()];
      const id = body.external_order_id;
      await Promise.all(
        couriers.map((courierId) => assignCourier(context, shop.scope, { externalOrderId: id, courierId })),
      );
      const order = await local.db.models.order.findFirstOrThrow({
        where: { externalOrderId: id },
        include: { events: { orderBy: { sequence: "asc" } }, statusChanges: true },
      });
      expect(couriers).toContain(order.courierId);
      expect(order.events.map(({ type }) => type)).toEqual([
        "order.created",
        "order.assigned",
        "order.driver_changed",
      ]);
      expect(order.statusChanges).toHaveLength(2);
    }
  });
});
