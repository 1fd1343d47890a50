import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listRoute } from "@/lib/couriers/list-route";
import { CAPACITY_UNITS, CARGO_UNITS, type TransportType } from "@/lib/couriers/vehicle";
import { execute } from "@/lib/db/sql";
import { changeStacking } from "@/lib/dispatch/change-stacking";
import { checkAcceptance } from "@/lib/dispatch/check-acceptance";
import { createDispatchMemory, dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import type { StackingSettings } from "@/lib/dispatch/stacking-settings";
import { DomainError } from "@/lib/domain-error";
import { MINUTE_MS } from "@/lib/duration";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { patchOrder } from "@/lib/orders/update/patch-order";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { destinationPoint } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";
import type { Client } from "@/testing/shop";

const SHOP = { latitude: 59.9, longitude: 30.3 };
const CONTACT = { value: "+7" };
const at = (place: { latitude: number; longitude: number }) => ({
  address: address(place.latitude, place.longitude),
  contact: CONTACT,
});

let local: LocalApi;
let shop: Client;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local.close());

beforeEach(async () => {
  await execute(local.db)`UPDATE couriers SET disabled_at = now()`;
  await execute(local.db)`
    UPDATE orders SET status = 'cancelled', cancel_reason = 'other' WHERE status <> 'cancelled'`;
  ({ shop } = await local.newShop());
  await allow("own_account");
});

const allow = (scope: StackingSettings["scope"], change: { max_added_minutes?: number } = {}) =>
  changeStacking(local.couriers.context, {
    scope,
    max_orders_foot: 2,
    max_orders_bike: 3,
    max_orders_car: 6,
    max_orders_van: 12,
    max_added_minutes: 10,
    ...change,
  });

/** Places an order from the shop to a door in the same street, `meters` to the north. */
async function place(
  meters: number,
  { from = SHOP, by = shop, size = "S" as CargoSize, isDirect = false } = {},
) {
  const body = orderBody({
    pickup: at(from),
    dropoffs: [at(destinationPoint(SHOP, 0, meters))],
    cargo_size: size,
  });
  await createOrder(local.couriers.context, by.scope, { body });
  const externalOrderId = body.external_order_id;
  const { id } = await local.db.models.order.findFirstOrThrow({ where: { externalOrderId } });
  if (isDirect) await execute(local.db)`UPDATE orders SET delivery_mode = 'direct' WHERE id = ${id}`;
  return { id, externalOrderId, scope: by.scope };
}

const makeCourier = (type: TransportType = "bike") =>
  local.couriers.makeFreeCourier(destinationPoint(SHOP, 90, 300), { type });

const dispatch = (memory = createDispatchMemory()) =>
  dispatchOrders(local.couriers.context, undefined, memory);

async function listAssigned(courierId: string): Promise<bigint[]> {
  const orders = await local.db.models.order.findMany({
    where: { courierId, status: { in: ["assigned", "in_progress"] } },
    orderBy: { id: "asc" },
  });
  return orders.map(({ id }) => id);
}

const accept = (courierId: string, orderId: bigint) =>
  local.couriers.take(courierId, orderId, { type: "accept" });
const arrive = (courierId: string, orderId: bigint) =>
  local.couriers.take(courierId, orderId, { type: "arrive_at_pickup" });

const readCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

describe("orders of one shop", () => {
  it("are given together to a courier, who collects all before the first door", async () => {
    const [far, near, middle] = [await place(1_500), await place(500), await place(1_000)];
    const courierId = await makeCourier();
    expect(await dispatch()).toMatchObject({ waiting: 0, isContested: false });
    expect(await listAssigned(courierId)).toEqual([far.id, near.id, middle.id]);
    const route = await listRoute(local.db, courierId);
    expect(route.map(({ kind }) => kind)).toEqual([
      "collect",
      "collect",
      "collect",
      "deliver",
      "deliver",
      "deliver",
    ]);
    expect(route.slice(3).map(({ orderId }) => orderId)).toEqual([near.id, middle.id, far.id]);
  });

  it("are given to a courier up to the number and the load that fit the vehicle", async () => {
    for (const meters of [500, 600, 700, 800]) await place(meters);
    const biker = await makeCourier("bike");
    await dispatch();
    expect(await listAssigned(biker)).toHaveLength(3);
    const walker = await makeCourier("foot");
    await place(550, { size: "S" });
    await dispatch();
    expect(await listAssigned(walker)).toHaveLength(2);
    const other = await makeCourier("bike");
    for (const meters of [500, 600, 700]) await place(meters, { size: "M" });
    await dispatch();
    // Two of size M take 8 of 10 units.
    expect(await listAssigned(other)).toHaveLength(2);
  });

  it("are given one by one while stacking is off, and if one is direct", async () => {
    await allow("none");
    await place(500);
    await place(600);
    const courierId = await makeCourier();
    await dispatch();
    expect(await listAssigned(courierId)).toHaveLength(1);
    await allow("own_account");
    await execute(local.db)`UPDATE orders SET delivery_mode = 'direct' WHERE courier_id IS NULL`;
    await arrive(courierId, (await listAssigned(courierId))[0] ?? 0n);
    await dispatch();
    expect(await listAssigned(courierId)).toHaveLength(1);
  });

  it("are not given together with those of another account, unless all accounts share routes", async () => {
    const { shop: other } = await local.newShop();
    await place(500);
    await place(600, { by: other });
    const courierId = await makeCourier();
    await dispatch();
    const [first = 0n] = await listAssigned(courierId);
    expect(await listAssigned(courierId)).toEqual([first]);
    await accept(courierId, first);
    await arrive(courierId, first);
    await dispatch();
    expect(await listAssigned(courierId)).toEqual([first]);
    await allow("all_accounts");
    await dispatch();
    expect(await listAssigned(courierId)).toHaveLength(2);
  });

  it("are all direct if the account is", async () => {
    await execute(local.db)`UPDATE accounts SET delivery_mode = 'direct' WHERE id = ${shop.accountId}::uuid`;
    await place(500);
    await place(600);
    const courierId = await makeCourier();
    await dispatch();
    expect(await listAssigned(courierId)).toHaveLength(1);
  });
});

describe("an order that comes later", () => {
  it("is added while the courier is at the pickup, not on the way there nor after it", async () => {
    const first = await place(1_000);
    const courierId = await makeCourier();
    await dispatch();
    await accept(courierId, first.id);
    const second = await place(900);
    await dispatch();
    expect(await listAssigned(courierId)).toEqual([first.id]);
    await arrive(courierId, first.id);
    await dispatch();
    expect(await listAssigned(courierId)).toEqual([first.id, second.id]);
    await local.couriers.take(courierId, second.id, { type: "accept" });
    await local.couriers.take(courierId, first.id, { type: "pick_up" });
    await local.couriers.take(courierId, second.id, { type: "pick_up" });
    await place(950);
    await dispatch();
    expect(await listAssigned(courierId)).toEqual([first.id, second.id]);
  });

  it("is withdrawn from a courier who goes on without an answer, and may be offered to them again", async () => {
    const first = await place(1_000);
    const courierId = await makeCourier();
    await dispatch();
    await accept(courierId, first.id);
    await arrive(courierId, first.id);
    const second = await place(900);
    await dispatch();
    expect(await listAssigned(courierId)).toEqual([first.id, second.id]);
    const check = () => checkAcceptance(local.couriers.context, `${second.id}:${courierId}`);
    // The courier is still at the stop where the app shows the offer, and no other one is free.
    await check();
    expect(await listAssigned(courierId)).toEqual([first.id, second.id]);
    await local.couriers.take(courierId, first.id, { type: "pick_up" });
    await check();
    expect(await listAssigned(courierId)).toEqual([first.id]);
    expect(await local.db.models.dispatchRefusal.count({ where: { orderId: second.id } })).toBe(0);
  });

  it("never delays a recipient beyond their promise", async () => {
    const first = await place(3_000);
    const courierId = await makeCourier();
    await dispatch();
    await accept(courierId, first.id);
    await arrive(courierId, first.id);
    const promisedUntil = new Date(local.clock.now().getTime() + 14 * MINUTE_MS);
    await local.db.models.order.update({ where: { id: first.id }, data: { promisedUntil } });
    const shown = { firstFrom: local.clock.now(), firstTo: promisedUntil, firstAt: local.clock.now() };
    await local.db.models.shownArrival.create({
      data: {
        orderId: first.id,
        position: 1,
        promisedUntil,
        ...shown,
        shownFrom: shown.firstFrom,
        shownTo: promisedUntil,
        courierId,
        attempts: 0,
      },
    });
    // 3 km in the other direction: before the first door it would break the promise, after it nothing is late.
    const body = orderBody({
      pickup: at(SHOP),
      dropoffs: [at(destinationPoint(SHOP, 180, 3_000))],
      cargo_size: "S",
    });
    await createOrder(local.couriers.context, shop.scope, { body });
    const { id } = await local.db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    await dispatch();
    const route = await listRoute(local.db, courierId);
    const doors = route.filter(({ kind }) => kind === "deliver").map(({ orderId }) => orderId);
    expect(doors.indexOf(first.id)).toBe(0);
    expect(doors.every((door) => door === first.id || door === id)).toBe(true);
  });
});

describe("an operator", () => {
  const assign = (order: Awaited<ReturnType<typeof place>>, courierId: string) =>
    readCode(
      assignCourier(local.couriers.context, order.scope, {
        externalOrderId: order.externalOrderId,
        courierId,
        isAnyVehicleFine: true,
      }),
    );

  it("can add an order to a route, or gets the reason why it does not fit", async () => {
    const { shop: other } = await local.newShop();
    const courierId = await makeCourier("bike");
    const codes = [];
    for (const order of [
      await place(500),
      await place(600, { size: "M" }),
      await place(700, { by: other }),
      await place(700, { isDirect: true }),
      await place(700, { size: "L" }),
      await place(700),
      await place(700),
    ])
      codes.push(await assign(order, courierId));
    expect(codes).toEqual([
      "done",
      "done",
      "ROUTE_NOT_SHARED",
      "ROUTE_NOT_SHARED",
      "COURIER_FULL",
      "done",
      "COURIER_FULL",
    ]);
    await allow("none");
    expect(await assign(await place(500), courierId)).toBe("COURIER_BUSY");
  });

  it("gives a courier the last place once, however many try at the same time", async () => {
    const courierId = await makeCourier("foot");
    const orders = await Promise.all([500, 600, 700, 800].map((meters) => place(meters)));
    const codes = await Promise.all(orders.map((order) => assign(order, courierId)));
    expect(codes.toSorted()).toEqual(["COURIER_FULL", "COURIER_FULL", "done", "done"]);
  });

  it("releases an order whose edit no longer fits the others", async () => {
    const courierId = await makeCourier("bike");
    const [first, second] = [await place(500, { size: "M" }), await place(600, { size: "M" })];
    expect([await assign(first, courierId), await assign(second, courierId)]).toEqual(["done", "done"]);
    const { externalOrderId } = second;
    await patchOrder(local.couriers.context, shop.scope, {
      externalOrderId,
      body: { comment: "Ring twice" },
    });
    expect(await listAssigned(courierId)).toEqual([first.id, second.id]);
    await execute(local.db)`UPDATE couriers SET transport_type = 'car' WHERE id = ${courierId}::uuid`;
    const [third, fourth] = [await place(700, { size: "L" }), await place(800)];
    expect([await assign(third, courierId), await assign(fourth, courierId)]).toEqual(["done", "done"]);
    const enlarge = (order: typeof first) =>
      patchOrder(local.couriers.context, shop.scope, {
        externalOrderId: order.externalOrderId,
        body: { cargo_size: "L" },
      });
    // 4 + 12 + 12 + 1 of 36 units, then 37.
    await enlarge(second);
    expect(await listAssigned(courierId)).toEqual([first.id, second.id, third.id, fourth.id]);
    const released = await enlarge(first);
    expect(released.courierId).toBeNull();
    expect(await listAssigned(courierId)).toEqual([second.id, third.id, fourth.id]);
  });
});

it("PostgreSQL refuses a transaction that leaves a courier with orders that may not be together", async () => {
  const courierId = await makeCourier("foot");
  const ids = [await place(500), await place(600), await place(700)].map(({ id }) => id);
  const give = (...orderIds: bigint[]) =>
    execute(local.db)`
      UPDATE orders SET courier_id = ${courierId}::uuid, status = 'assigned' WHERE id = ANY(${orderIds}::bigint[])`;
  await expect(give(...ids)).rejects.toMatchObject({ code: "23514", constraint: "orders_may_share_route" });
  expect(await listAssigned(courierId)).toEqual([]);
  await give(...ids.slice(0, 2));
  await allow("none");
  // Release 1.1.0 takes this violation for a courier who has just been given another order.
  await expect(give(...ids.slice(2))).rejects.toMatchObject({
    code: "23505",
    constraint: "one_active_order_per_courier",
  });
});

it("PostgreSQL and the planner count the same units", async () => {
  const [units] = await runText(
    local.db,
    `SELECT (SELECT json_object_agg(size, to_cargo_units(size)) FROM unnest(enum_range(NULL::cargo_size)) AS size) AS cargo,
            (SELECT json_object_agg(type, to_capacity_units(type)) FROM unnest(enum_range(NULL::transport_type)) AS type)
              AS capacity`,
  );
  expect(JSON.parse(units?.cargo ?? "")).toEqual(CARGO_UNITS);
  expect(JSON.parse(units?.capacity ?? "")).toEqual(CAPACITY_UNITS);
});
