import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDispatchMemory, dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { listPlannedOrders } from "@/lib/dispatch/planned-order";
import { createOrder } from "@/lib/orders/create-order";
import { destinationPoint } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const CENTER = address(59.9, 30.3);
const MINUTE_MS = 60_000;

let local: LocalApi;
let shop: Client;
beforeAll(async () => {
  local = await openLocalApi();
  ({ shop } = await local.newShop());
});
afterAll(() => local.close());
beforeEach(async () => {
  await local.db.models.courier.updateMany({ data: { disabledAt: local.clock.now() } });
});

const at = (meters: number) => ({ ...CENTER, ...destinationPoint(CENTER, 90, meters) });

/** A dropoff by its distance from the center in meters. Its window counts from now, in minutes. */
type PlacedDropoff = readonly [meters: number, from: number, to: number];

/** @returns the order's number */
async function place(...dropoffs: readonly PlacedDropoff[]): Promise<bigint> {
  const inMinutes = (minutes: number) =>
    new Date(local.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  const contact = { value: "+7" };
  const body = orderBody({
    pickup: { address: CENTER, contact },
    dropoffs: dropoffs.map(([meters, from, to]) => ({
      address: at(meters),
      contact,
      delivery_window: { from: inMinutes(from), to: inMinutes(to) },
    })),
    cargo_size: "S",
  });
  const { order } = await createOrder(local.couriers.context, shop.scope, { body });
  const { id } = await local.db.models.order.findFirstOrThrow({ where: { orderCode: order.orderCode } });
  return id;
}

/** Dispatches each minute, until all orders are assigned. @returns the last plan before that of each order */
async function dispatchUntilAssigned(ids: readonly bigint[], courierId: string) {
  const memory = createDispatchMemory();
  const planned = new Map<bigint, { at: Date; deliveredAt: Date }>();
  const isWaiting = async () =>
    (await local.db.models.order.count({ where: { id: { in: [...ids] }, courierId: null } })) > 0;
  for (let minute = 0; minute < 300 && (await isWaiting()); minute += 1) {
    await local.db.models.courierPosition.update({
      where: { courierId },
      data: { receivedAt: local.clock.now() },
    });
    await dispatchOrders(local.couriers.context, async () => true, memory);
    for (const order of await listPlannedOrders(local.db, local.clock.now()))
      if (order.courierId !== null)
        planned.set(order.orderId, { at: local.clock.now(), deliveredAt: order.deliveredAt });
    local.clock.advance(MINUTE_MS);
  }
  expect(await isWaiting()).toBe(false);
  return ids.map((id) => planned.get(id));
}

it("an order is planned to be handed over in its window, and is assigned as late as that needs (STA-15, STA-14)", async () => {
  const courierId = await local.couriers.makeFreeCourier(at(500), { type: "bike" });
  const placedAt = local.clock.now().getTime();
  const id = await place([3_000, 90, 150]);
  const memory = createDispatchMemory();
  await dispatchOrders(local.couriers.context, async () => true, memory);
  expect(await listPlannedOrders(local.db, local.clock.now())).toEqual([]);
  const [plan] = await dispatchUntilAssigned([id], courierId);
  const minutes = (time: Date | undefined) => ((time?.getTime() ?? 0) - placedAt) / MINUTE_MS;
  expect(minutes(plan?.deliveredAt)).toBeGreaterThanOrEqual(90);
  expect(minutes(plan?.deliveredAt)).toBeLessThanOrEqual(150);
  // The trip takes about a quarter of an hour.
  expect(minutes(plan?.at)).toBeGreaterThan(60);
  expect(minutes(plan?.at)).toBeLessThan(90);
});

it("a courier waits for the window of a later dropoff (STA-15)", async () => {
  const courierId = await local.couriers.makeFreeCourier(at(500), { type: "bike" });
  const placedAt = local.clock.now().getTime();
  const id = await place([3_000, 60, 100], [3_500, 150, 200]);
  const [plan] = await dispatchUntilAssigned([id], courierId);
  expect(((plan?.deliveredAt.getTime() ?? 0) - placedAt) / MINUTE_MS).toBeGreaterThanOrEqual(150);
});

it("orders with earlier windows are planned first, also if they were placed later (STA-15)", async () => {
  const courierId = await local.couriers.makeFreeCourier(at(500), { type: "bike" });
  const [late, early] = [await place([3_000, 45, 120]), await place([3_000, 30, 60])];
  for (const _ of Array.from({ length: 40 })) {
    await local.db.models.courierPosition.update({
      where: { courierId },
      data: { receivedAt: local.clock.now() },
    });
    await dispatchOrders(local.couriers.context);
    local.clock.advance(MINUTE_MS);
  }
  const orders = await local.db.models.order.findMany({ where: { id: { in: [late, early] } } });
  expect(orders.map(({ id, courierId: has }) => [id, has]).toSorted()).toEqual([
    [late, null],
    [early, courierId],
  ]);
});
