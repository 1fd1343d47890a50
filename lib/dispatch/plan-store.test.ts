import { afterAll, beforeAll, expect, it } from "vitest";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { listCouriersOnDuty } from "@/lib/dispatch/plan-store";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import {
  resolveUndeliverable,
  resolveUndeliverableStop,
} from "@/lib/orders/fulfillment/resolve-undeliverable";
import { lockOrder } from "@/lib/orders/load-order";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { address, orderBody } from "@/testing/api-client";
import { countLockWaits } from "@/testing/count-lock-waits";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const CONTACT = { value: "+7" };
const at = (latitude: number) => ({ address: address(latitude, 30.3), contact: CONTACT });
const CENTER = { latitude: 59.9, longitude: 30.3 };

let local: LocalApi;
let shop: Client;
beforeAll(async () => {
  local = await openLocalApi();
  ({ shop } = await local.newShop());
});
afterAll(() => local.close());

async function order(courierId: string, latitudes: readonly number[]) {
  const body = orderBody({ pickup: at(59.9), dropoffs: latitudes.map(at), cargo_size: "S" });
  await createOrder(local.couriers.context, shop.scope, { body });
  const externalOrderId = body.external_order_id;
  const { id } = await assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId });
  return { id, externalOrderId };
}

/** Returns the latitudes of the courier's route. */
async function listRoute(courierId: string): Promise<number[]> {
  await local.couriers.place(courierId);
  const couriers = await listCouriersOnDuty(local.db, availabilityCriteria(local.couriers.context));
  return [...(couriers.find(({ id }) => id === courierId)?.latitudes ?? [])];
}

it("a courier's route has the remaining stops of an order: failed dropoffs again at its end after an answer, then the return", async () => {
  const { couriers } = local;
  const courierId = await couriers.makeFreeCourier(CENTER);
  const { id, externalOrderId } = await order(courierId, [59.91, 59.92, 59.93]);
  const report = { failure: { code: "refused", comment: null } } as const;
  const answer = (action: "retry" | "return", index: number) =>
    resolveUndeliverable(couriers.context, shop.scope, { externalOrderId, action, index });
  expect(await listRoute(courierId)).toEqual([59.9, 59.91, 59.92, 59.93]);
  await couriers.take(courierId, id, { type: "pick_up" });
  expect(await listRoute(courierId)).toEqual([59.91, 59.92, 59.93]);
  for (const dropoff of [0, 1]) {
    await couriers.take(courierId, id, { type: "arrive", dropoff });
    await couriers.take(courierId, id, { type: "fail", dropoff }, report);
  }
  expect(await listRoute(courierId)).toEqual([59.93]);
  await answer("retry", 2);
  await answer("retry", 1);
  expect(await listRoute(courierId)).toEqual([59.93, 59.91, 59.92]);
  await couriers.take(courierId, id, { type: "hand_over", dropoff: 2 });
  await couriers.take(courierId, id, { type: "arrive", dropoff: 0, attempt: 1 });
  await couriers.take(courierId, id, { type: "fail", dropoff: 0, attempt: 1 }, report);
  await answer("return", 1);
  expect(await listRoute(courierId)).toEqual([59.92]);
  await couriers.take(courierId, id, { type: "hand_over", dropoff: 1, attempt: 1 });
  expect(await listRoute(courierId)).toEqual([59.9]);
  await couriers.take(courierId, id, { type: "give_back" });
  expect(await listRoute(courierId)).toEqual([]);
});

it("an edit of the dropoffs changes the route, and a cancellation empties it", async () => {
  const courierId = await local.couriers.makeFreeCourier(CENTER);
  const { externalOrderId } = await order(courierId, [59.91, 59.92]);
  const latitudes = [59.93, 59.91, 59.94];
  const body = orderBody({
    external_order_id: externalOrderId,
    pickup: at(59.9),
    dropoffs: latitudes.map(at),
    cargo_size: "S",
  });
  await replaceOrder(local.couriers.context, shop.scope, { externalOrderId, body });
  expect(await listRoute(courierId)).toEqual([59.9, 59.93, 59.91, 59.94]);
  await cancelOrder(local.couriers.context, shop.scope, { externalOrderId });
  expect(await listRoute(courierId)).toEqual([]);
});

it("the route of a courier who takes goods over begins at the takeover, and that of the former one is empty", async () => {
  const { context } = local.couriers;
  const courierId = await local.couriers.makeFreeCourier(CENTER);
  const next = await local.couriers.makeFreeCourier(CENTER);
  const { id, externalOrderId } = await order(courierId, [59.91]);
  await local.couriers.take(courierId, id, { type: "pick_up" });
  const place = { latitude: 59.95, longitude: 30.3 };
  await reassignInProgress(context, shop.scope, { externalOrderId, courierId: next, place });
  expect(await listRoute(next)).toEqual([59.95, 59.91]);
  expect(await listRoute(courierId)).toEqual([]);
  await local.couriers.take(next, id, { type: "take_over" });
  expect(await listRoute(next)).toEqual([59.91]);
});

it("a dropoff that is tried again and an order that is assigned meanwhile follow one another in the route", async () => {
  await allowSeveralOrders(local.db);
  const { couriers } = local;
  const courierId = await couriers.makeFreeCourier(CENTER);
  const { id } = await order(courierId, [59.91]);
  const report = { failure: { code: "refused", comment: null } } as const;
  await couriers.take(courierId, id, { type: "pick_up" });
  await couriers.take(courierId, id, { type: "arrive", dropoff: 0 });
  await couriers.take(courierId, id, { type: "fail", dropoff: 0 }, report);
  let assigned: Promise<unknown> | undefined;
  await local.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, { orderId: id }, ["progress"]);
    if (locked === null) throw new Error("The order exists.");
    const { dropoffs } = locked.progress;
    await resolveUndeliverableStop(couriers.context, tx, locked, { position: 1, action: "retry", dropoffs });
    assigned = order(courierId, [59.92]);
    await pollUntil(async () => (await countLockWaits(local.db)) > 0);
  });
  await assigned;
  expect(await listRoute(courierId)).toEqual([59.91, 59.9, 59.92]);
});

it("orders that a courier gets at the same time are collected together, and their doors follow", async () => {
  const courierId = await local.couriers.makeFreeCourier(CENTER);
  const latitudes = [59.91, 59.92, 59.93, 59.94, 59.95, 59.96];
  await Promise.all(latitudes.map((latitude) => order(courierId, [latitude])));
  const route = await listRoute(courierId);
  expect(route.slice(0, latitudes.length)).toEqual(latitudes.map(() => 59.9));
  expect(route.slice(latitudes.length).sort()).toEqual(latitudes);
});
