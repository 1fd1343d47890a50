import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type AppState,
  applyQueuedActions,
  listRemainingStops,
  listTasks,
} from "@/lib/courier-app/app-state";
import { getAppState } from "@/lib/courier-app/get-app-state";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { findNextStep } from "@/lib/orders/fulfillment/courier-task";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import type { CourierStep } from "@/lib/orders/progress";
import { createRandom } from "@/lib/random";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { mixRoute } from "@/testing/mix-route";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
  await allowSeveralOrders(local.db);
});
afterAll(() => local.close());

async function order(courierId: string, dropoffs: number, change: object = {}): Promise<bigint> {
  const { shop } = await local.newShop();
  const body = orderBodyWith(dropoffs, { cargo_size: "S", ...change });
  await createOrder(local.couriers.context, shop.scope, { body });
  const externalOrderId = body.external_order_id;
  return (await assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId })).id;
}

async function readState(courierId: string): Promise<AppState> {
  const courier = await local.db.models.courier.findUniqueOrThrow({ where: { id: courierId } });
  return getAppState({ ...local.couriers.context, dispatcherPhone: null, pushKey: null }, courier, "secret");
}

it.each(Array.from({ length: amount(8, 200) }, (_, index) => index + 1))(
  "a phone without a network predicts the service's state along a route of several orders (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const courierId = await local.couriers.makeCourier();
    const ids: bigint[] = [];
    for (let count = 2 + Math.floor(3 * random()); count > 0; count -= 1) {
      const ifUndeliverable = ["return", "leave", "ask"][Math.floor(3 * random())];
      ids.push(await order(courierId, 1 + Math.floor(2 * random()), { if_undeliverable: ifUndeliverable }));
    }
    await mixRoute(local.db, courierId, random);
    for (const orderId of ids)
      await recordStep(local.couriers.context, courierId, { orderId, step: { type: "accept" } });
    let state = await readState(courierId);
    expect(listTasks(state)).toHaveLength(ids.length);
    expect(state.job?.orderId).toBe(state.route?.[0]?.orderId);
    for (let taps = 0; taps < 60; taps += 1) {
      // Shows one arrival at a shared pickup.
      const { job } = applyQueuedActions(state, []);
      const next = job && findNextStep(job);
      if (job === null || next === null || next.type === "wait") break;
      local.clock.advance(60_000);
      const isFailure = next.type === "hand_over" && random() < 0.3;
      const step: CourierStep = isFailure ? { ...next, type: "fail" } : next;
      const report = isFailure ? { failure: { code: "refused", comment: null } as const } : {};
      const at = local.clock.now();
      await recordStep(local.couriers.context, courierId, { orderId: BigInt(job.orderId), step, report });
      const tap = { id: String(taps), at: at.toISOString() };
      const predicted = applyQueuedActions(state, [
        { ...tap, action: { type: "step", orderId: job.orderId, step, report } },
      ]);
      state = await readState(courierId);
      const open = listTasks(predicted).filter((task) => findNextStep(task) !== null);
      const describeTask = ({ orderId, status, returnState, dropoffs }: (typeof open)[number]) =>
        [
          orderId,
          status,
          returnState,
          ...dropoffs.map(({ deliveredAt, resolution }) => [deliveredAt, resolution]),
        ].join();
      expect(open.map(describeTask)).toEqual(listTasks(state).map(describeTask));
      // The phone learns of the stop of a new return, which comes last, from the service.
      const listKnown = (shown: AppState) =>
        listRemainingStops(shown).flatMap(({ stop }) => (stop.kind === "return" ? [] : [stop]));
      expect(listKnown(predicted)).toEqual(listKnown(state));
    }
    const waiting = listTasks(state).map((task) => findNextStep(task)?.type);
    expect(waiting).toEqual(waiting.map(() => "wait"));
  },
);

it("a courier who is disabled loses every order that is not picked up, and keeps the others", async () => {
  const courierId = await local.couriers.makeCourier();
  const [first, second, third] = [
    await order(courierId, 1),
    await order(courierId, 1),
    await order(courierId, 2),
  ];
  await local.couriers.take(courierId, second, { type: "pick_up" });
  await disableCourier(local.couriers.context, courierId, true);
  const orders = await local.db.models.order.findMany({
    where: { id: { in: [first, second, third] } },
    select: { id: true, courierId: true },
    orderBy: { id: "asc" },
  });
  expect(orders.map((one) => one.courierId)).toEqual([null, courierId, null]);
  expect((await readState(courierId)).route).toEqual([
    { orderId: String(second), kind: "deliver", stopPosition: 1 },
  ]);
});
