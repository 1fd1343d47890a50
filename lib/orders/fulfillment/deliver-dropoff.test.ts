import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setShift } from "@/lib/couriers/set-shift";
import type { DomainError } from "@/lib/domain-error";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { getOrder } from "@/lib/orders/load-order";
import { fromRubles } from "@/lib/pricing/money";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addKey } from "@/testing/shop";

const readCode = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: DomainError) => error.code,
  );

describe("a delivery recorded by an operator", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const carried = async (isPickedUp = true) => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    const { dropoffs } = orderBodyWith(2);
    const body = orderBodyWith(2, {
      if_undeliverable: "return",
      dropoffs: dropoffs.map((dropoff, index) => ({
        ...dropoff,
        payment_amount: 100 * (index + 1),
        payment_type: "cash" as const,
      })),
    });
    await api.create(body);
    const externalOrderId = body.external_order_id;
    const courierId = await local.couriers.makeCourier();
    const { id: orderId } = await assignCourier(context, shop.scope, { externalOrderId, courierId });
    if (isPickedUp) await local.couriers.take(courierId, orderId, { type: "pick_up" });
    const paid = async () =>
      (await local.db.models.courierCash.findMany({ where: { courierId }, orderBy: { amount: "desc" } })).map(
        ({ amount }) => fromRubles(amount),
      );
    const notified = async () =>
      (await local.db.models.event.findMany({ where: { orderId }, orderBy: { sequence: "asc" } }))
        .slice(3)
        .map(({ type }) => type);
    return {
      ...{ shop, context, externalOrderId, courierId, orderId, paid, told: notified },
      take: (step: Parameters<typeof recordStep>[2]["step"], report = {}) =>
        recordStep(context, courierId, { orderId, step, report }),
      deliver: () => deliverOrder(context, shop.scope, externalOrderId),
      deliverOne: (position: number) => deliverDropoff(context, shop.scope, { externalOrderId, position }),
      read: () => getOrder(local.db, { scope: shop.scope, externalOrderId }, ["history", "stops", "charges"]),
    };
  };
  const [FIRST, SECOND] = [fromRubles(-100), fromRubles(-200)];

  it("records each buyout of the courier once", async () => {
    const order = await carried();
    await order.take({ type: "hand_over", dropoff: 0 });
    expect(await order.paid()).toEqual([FIRST]);
    await order.deliver();
    expect(await order.paid()).toEqual([FIRST, SECOND]);
    expect(await readCode(order.deliver())).toBe("ORDER_NOT_DELIVERABLE");
    // An offline phone reports the same handover later.
    await readCode(order.take({ type: "hand_over", dropoff: 1 }));
    expect(await order.paid()).toEqual([FIRST, SECOND]);
  });

  it("attributes the buyouts to the courier with the goods during a takeover", async () => {
    const order = await carried();
    const yulia = await local.couriers.makeCourier();
    await setShift(order.context, yulia, true);
    await local.couriers.place(order.courierId);
    await reassignInProgress(order.context, order.shop.scope, {
      externalOrderId: order.externalOrderId,
      courierId: yulia,
      isAnyVehicleFine: true,
    });
    await order.deliver();
    expect(await order.paid()).toEqual([FIRST, SECOND]);
  });

  it("records the buyout of a dropoff that had failed before", async () => {
    const order = await carried();
    await order.take({ type: "arrive", dropoff: 0 });
    await order.take({ type: "fail", dropoff: 0 }, { failure: { code: "refused", comment: null } });
    await order.deliver();
    expect(await order.paid()).toEqual([FIRST, SECOND]);
    expect(await order.read()).toMatchObject({ status: "delivered", returnState: null });
  });

  it("can cover one of several dropoffs, is idempotent, and ends the order with the last one", async () => {
    const order = await carried();
    await order.deliverOne(2);
    const once = [await order.read(), await order.told(), await order.paid()];
    expect(once).toMatchObject([{ status: "in_progress" }, ["order.stop_completed"], [SECOND]]);
    await order.deliverOne(2);
    expect([await order.read(), await order.told(), await order.paid()]).toEqual(once);
    await order.deliverOne(1);
    expect([(await order.read()).status, await order.told(), await order.paid()]).toEqual([
      "delivered",
      ["order.stop_completed", "order.delivered"],
      [FIRST, SECOND],
    ]);
    await order.deliverOne(1);
    expect(await order.told()).toHaveLength(2);
  });

  it("is rejected without changes when nothing can be handed over", async () => {
    const waiting = await carried(false);
    expect(await readCode(waiting.deliverOne(1))).toBe("STEP_NOT_POSSIBLE");
    const order = await carried();
    for (const position of [0, 3, -1, 1.5]) {
      expect([position, await readCode(order.deliverOne(position))]).toEqual([position, "STEP_NOT_POSSIBLE"]);
    }
    await order.take({ type: "arrive", dropoff: 0 });
    await order.take({ type: "fail", dropoff: 0 }, { failure: { code: "refused", comment: null } });
    expect(await readCode(order.deliverOne(1))).toBe("STEP_NOT_POSSIBLE");
    await order.deliverOne(2);
    // The return has begun.
    expect(await readCode(order.deliverOne(1))).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(order.deliver())).toBe("ORDER_NOT_DELIVERABLE");
    expect([await waiting.paid(), await order.paid()]).toEqual([[], [SECOND]]);
  });

  it("is rejected for an order of the other mode or another shop", async () => {
    const { context, shop, externalOrderId, paid } = await carried();
    const { scope: test } = await addKey(local.db, shop.accountId, "test");
    const { scope: other } = (await local.newShop()).shop;
    for (const scope of [test, other]) {
      expect(await readCode(deliverDropoff(context, scope, { externalOrderId, position: 1 }))).toBe(
        "ORDER_NOT_FOUND",
      );
      expect(await readCode(deliverOrder(context, scope, externalOrderId))).toBe("ORDER_NOT_FOUND");
    }
    expect(await paid()).toEqual([]);
  });
});
