import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getCourierRoute } from "@/lib/console/get-courier-route";
import { listRoute } from "@/lib/couriers/list-route";
import { moveRouteStops } from "@/lib/couriers/move-route-stops";
import { pinRoute, unpinRoute } from "@/lib/couriers/pin-route";
import { toRouteVersion } from "@/lib/couriers/route-sequence";
import type { TransportType } from "@/lib/couriers/vehicle";
import { execute } from "@/lib/db/sql";
import { assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { assignRoute } from "@/lib/dispatch/assign-route";
import { changeStacking } from "@/lib/dispatch/change-stacking";
import { checkAcceptance } from "@/lib/dispatch/check-acceptance";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { listCandidates } from "@/lib/dispatch/list-candidates";
import type { StackingSettings } from "@/lib/dispatch/stacking-settings";
import { DomainError } from "@/lib/domain-error";
import { MINUTE_MS } from "@/lib/duration";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { takeOffRoute } from "@/lib/orders/fulfillment/take-off-route";
import { getOrder } from "@/lib/orders/load-order";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { destinationPoint } from "@/lib/routing/path";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const SHOP = { latitude: 59.9, longitude: 30.3 };
const at = (place: { latitude: number; longitude: number }) => ({
  address: address(place.latitude, place.longitude),
  contact: { value: "+7" },
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
    UPDATE orders SET status = 'cancelled', cancel_reason = 'other' WHERE status NOT IN ('cancelled', 'delivered')`;
  ({ shop } = await local.newShop());
  await allow("own_account");
});

const allow = (scope: StackingSettings["scope"]) =>
  changeStacking(local.couriers.context, {
    scope,
    max_orders_foot: 2,
    max_orders_bike: 3,
    max_orders_car: 6,
    max_orders_van: 12,
    max_added_minutes: 10,
  });

/** An order from the shop to a door in the same street, `meters` to the north. */
async function place(meters: number, { by = shop, size = "S" as CargoSize, bearing = 0 } = {}) {
  const body = orderBody({
    pickup: at(SHOP),
    dropoffs: [at(destinationPoint(SHOP, bearing, meters))],
    cargo_size: size,
  });
  await createOrder(local.couriers.context, by.scope, { body });
  const externalOrderId = body.external_order_id;
  const { id, orderCode } = await local.db.models.order.findFirstOrThrow({ where: { externalOrderId } });
  return { id, code: orderCode, externalOrderId, scope: by.scope };
}
type Placed = Awaited<ReturnType<typeof place>>;

const makeCourier = (type: TransportType = "car") =>
  local.couriers.makeFreeCourier(destinationPoint(SHOP, 90, 300), { type });
const give = ({ externalOrderId, scope }: Placed, courierId: string) =>
  assignOrReassign(local.couriers.context, scope, { externalOrderId, courierId });
const accept = (courierId: string, { id }: Placed) => local.couriers.take(courierId, id, { type: "accept" });

const readCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

/** The doors of a route as the meters to the north. */
async function listDoors(courierId: string, orders: ReadonlyMap<bigint, number>): Promise<number[]> {
  const route = await listRoute(local.db, courierId);
  return route.flatMap(({ kind, orderId }) =>
    kind === "deliver" ? [orders.get(orderId) ?? Number.NaN] : [],
  );
}

/** Promises the only dropoff of an order by a time. */
async function promise({ id }: Placed, courierId: string, minutes: number): Promise<void> {
  const now = local.clock.now();
  const until = new Date(now.getTime() + minutes * MINUTE_MS);
  await local.db.models.order.update({ where: { id }, data: { promisedUntil: until } });
  const window = { firstFrom: now, firstTo: until, firstAt: now, shownFrom: now, shownTo: until };
  const shown = { promisedUntil: until, ...window, courierId, attempts: 0 };
  await local.db.models.shownArrival.upsert({
    where: { orderId_position: { orderId: id, position: 1 } },
    create: { orderId: id, position: 1, ...shown },
    update: shown,
  });
}

describe("an order that an operator gives to a courier with others", () => {
  it("comes into the route where it costs least, and pins it", async () => {
    const courierId = await makeCourier();
    const orders = new Map<bigint, number>();
    for (const meters of [600, 200, 400]) {
      const order = await place(meters);
      orders.set(order.id, meters);
      await give(order, courierId);
    }
    expect(await listDoors(courierId, orders)).toEqual([200, 400, 600]);
    expect(await getCourierRoute(local.runtime, courierId)).toMatchObject({ isPinned: true });
  });

  it("comes where it makes no other recipient later than promised", async () => {
    const courierId = await makeCourier();
    const first = await place(3_000);
    await give(first, courierId);
    const near = await place(1_000);
    const listOrders = async () => {
      const route = await listRoute(local.db, courierId);
      return route.flatMap(({ kind, orderId }) => (kind === "deliver" ? [orderId] : []));
    };
    await promise(first, courierId, 20);
    await give(near, courierId);
    expect(await listOrders()).toEqual([first.id, near.id]);
    await takeOffRoute(local.couriers.context, near.scope, near.externalOrderId);
    await promise(first, courierId, 60);
    await give(near, courierId);
    expect(await listOrders()).toEqual([near.id, first.id]);
  });

  it("is refused with a plan from before the route changed", async () => {
    const courierId = await makeCourier();
    const [first, second] = [await place(500), await place(600)];
    await give(first, courierId);
    const { externalOrderId, scope } = second;
    const collect = { orderId: second.id, kind: "collect", stopPosition: 0 } as const;
    const route = [collect, { ...collect, kind: "deliver", stopPosition: 1 } as const];
    const outdated = assignCourier(local.couriers.context, scope, { externalOrderId, courierId, route });
    expect(await readCode(outdated)).toBe("ROUTE_CHANGED");
    expect(await listRoute(local.db, courierId)).toHaveLength(2);
  });

  it("is shown with the reason for which a courier cannot have it", async () => {
    const { shop: other } = await local.newShop();
    const [biker, walker] = [await makeCourier("bike"), await makeCourier("foot")];
    for (const meters of [500, 600, 700]) await give(await place(meters), biker);
    await give(await place(500), walker);
    const read = async (placed: Placed) => {
      const order = await getOrder(local.db, { code: placed.code }, ["request", "progress"]);
      const { couriers } = await listCandidates(local.couriers.context, order);
      const find = (courierId: string) => couriers.find(({ id }) => id === courierId)?.route?.refusal;
      return [find(biker), find(walker)];
    };
    const own = await place(800);
    expect(await read(own)).toEqual(["COURIER_FULL", null]);
    expect(await read(await place(800, { by: other }))).toEqual(["ROUTE_NOT_SHARED", "ROUTE_NOT_SHARED"]);
    expect(await read(await place(800, { size: "M" }))).toEqual(["COURIER_FULL", "VEHICLE_TOO_SMALL"]);
    await allow("none");
    expect(await read(own)).toEqual(["COURIER_BUSY", "COURIER_BUSY"]);
  });

  it("stays with a driving courier until they can see it, as long as the route is pinned", async () => {
    const courierId = await makeCourier();
    const first = await place(1_000);
    await give(first, courierId);
    await accept(courierId, first);
    const second = await place(900);
    await give(second, courierId);
    const check = () => checkAcceptance(local.couriers.context, `${second.id}:${courierId}`);
    expect(await check()).toMatchObject({ type: "again" });
    const read = () => local.db.models.order.findFirstOrThrow({ where: { id: second.id } });
    expect(await read()).toMatchObject({ courierId });
    await unpinRoute(local.db, courierId);
    await check();
    expect(await read()).toMatchObject({ courierId: null });
  });
});

describe("a pinned route", () => {
  it("gets no order of dispatch until it is unpinned or done", async () => {
    const courierId = await makeCourier();
    const first = await place(1_000);
    await dispatchOrders(local.couriers.context);
    await accept(courierId, first);
    await local.couriers.take(courierId, first.id, { type: "arrive_at_pickup" });
    await pinRoute(local.db, courierId, local.clock.now());
    const second = await place(900);
    const read = () => local.db.models.order.findFirstOrThrow({ where: { id: second.id } });
    await dispatchOrders(local.couriers.context);
    expect(await read()).toMatchObject({ courierId: null });
    await unpinRoute(local.db, courierId);
    await dispatchOrders(local.couriers.context);
    expect(await read()).toMatchObject({ courierId });
    await pinRoute(local.db, courierId, local.clock.now());
    for (const { externalOrderId, scope } of [first, second])
      await local.couriers.lead(scope, externalOrderId, "delivered");
    await place(800);
    await local.couriers.place(courierId);
    const third = await place(700);
    await dispatchOrders(local.couriers.context);
    expect(await local.db.models.order.findFirst({ where: { id: third.id } })).toMatchObject({ courierId });
  });
});

describe("an operator who moves stops", () => {
  /** A route of three orders, in the sequence collect × 3, deliver × 3. */
  async function makeRoute(type: TransportType = "car", size: CargoSize = "S") {
    const courierId = await makeCourier(type);
    const orders = [await place(500, { size }), await place(1_000, { size }), await place(1_500, { size })];
    for (const order of orders) await give(order, courierId);
    const read = async () => {
      const route = await listRoute(local.db, courierId);
      return {
        seenVersion: toRouteVersion(route),
        kinds: route.map(({ kind, orderId }) => `${kind} ${orders.findIndex(({ id }) => id === orderId)}`),
      };
    };
    const move = async (from: number, to: number, seenVersion?: string) =>
      readCode(
        moveRouteStops(local.couriers.context, courierId, {
          from,
          count: 1,
          to,
          seenVersion: seenVersion ?? (await read()).seenVersion,
        }),
      );
    return { courierId, orders, read, move };
  }

  it("changes their sequence, but not that of one order's stops", async () => {
    const { read, move, courierId } = await makeRoute();
    expect((await read()).kinds.slice(3)).toEqual(["deliver 0", "deliver 1", "deliver 2"]);
    expect(await move(5, 3)).toBe("done");
    expect((await read()).kinds.slice(3)).toEqual(["deliver 2", "deliver 0", "deliver 1"]);
    const { kinds } = await read();
    const collected = Number(kinds[2]?.at(-1));
    expect(await move(2, kinds.indexOf(`deliver ${collected}`))).toBe("STEP_NOT_POSSIBLE");
    expect([await move(0, 99), await move(1, 1)]).toEqual(["STEP_NOT_POSSIBLE", "STEP_NOT_POSSIBLE"]);
    expect(await getCourierRoute(local.runtime, courierId)).toMatchObject({ isPinned: true });
  });

  it("leaves the first stop of a courier on the way, and a route that has changed since", async () => {
    const { courierId, orders, read, move } = await makeRoute();
    const { seenVersion } = await read();
    expect(await move(4, 5)).toBe("done");
    expect(await move(4, 5, seenVersion)).toBe("ROUTE_CHANGED");
    for (const order of orders) await accept(courierId, order);
    expect(await move(0, 1)).toBe("STEP_NOT_POSSIBLE");
    expect(await move(1, 0)).toBe("STEP_NOT_POSSIBLE");
    const missing = moveRouteStops(local.couriers.context, crypto.randomUUID(), {
      from: 0,
      count: 1,
      to: 1,
      seenVersion: "",
    });
    expect(await readCode(missing)).toBe("COURIER_NOT_FOUND");
  });

  it("cannot overload the vehicle", async () => {
    // 4 of 10 units each: two at once, so one is delivered before the third is collected.
    const { read, move } = await makeRoute("bike", "M");
    const { kinds } = await read();
    const last = kinds.findLastIndex((kind) => kind.startsWith("collect"));
    const door = kinds.findIndex((kind) => kind.startsWith("deliver"));
    expect(door).toBeLessThan(last);
    expect(await move(last, door)).toBe("COURIER_FULL");
    expect((await read()).kinds).toEqual(kinds);
  });

  it("loses no stop to others who move, assign and take off at the same time", async () => {
    const { courierId, orders, move } = await makeRoute();
    const [first] = orders;
    if (first === undefined) throw new Error("The route has orders.");
    const added = await place(1_200);
    const codes = await Promise.all([
      move(3, 4),
      move(4, 5),
      readCode(give(added, courierId)),
      readCode(takeOffRoute(local.couriers.context, first.scope, first.externalOrderId)),
    ]);
    for (const code of codes) expect(["done", "ROUTE_CHANGED", "STEP_NOT_POSSIBLE"]).toContain(code);
    const route = await listRoute(local.db, courierId);
    const assigned = await local.db.models.order.findMany({ where: { courierId, status: "assigned" } });
    expect(route).toHaveLength(2 * assigned.length);
    for (const { id } of assigned) {
      const own = route.filter(({ orderId }) => orderId === id).map(({ kind }) => kind);
      expect(own).toEqual(["collect", "deliver"]);
    }
  });
});

describe("an order that an operator takes off a route", () => {
  it("is searched for again, and does not come back to the rest, which is pinned", async () => {
    const courierId = await makeCourier();
    const [first, second] = [await place(500), await place(1_000)];
    await give(first, courierId);
    await give(second, courierId);
    await unpinRoute(local.db, courierId);
    await takeOffRoute(local.couriers.context, second.scope, second.externalOrderId);
    const read = () => local.db.models.order.findFirstOrThrow({ where: { id: second.id } });
    expect(await read()).toMatchObject({ courierId: null, status: "assigned" });
    const events = await local.db.models.event.findMany({ where: { orderId: second.id } });
    expect(events.at(-1)).toMatchObject({ type: "order.driver_changed" });
    await accept(courierId, first);
    await local.couriers.take(courierId, first.id, { type: "arrive_at_pickup" });
    await dispatchOrders(local.couriers.context);
    expect(await read()).toMatchObject({ courierId: null });
    const again = takeOffRoute(local.couriers.context, second.scope, second.externalOrderId);
    expect(await readCode(again)).toBe("STEP_NOT_POSSIBLE");
    const carried = await place(700);
    await local.couriers.lead(carried.scope, carried.externalOrderId, "in_progress");
    const late = takeOffRoute(local.couriers.context, carried.scope, carried.externalOrderId);
    expect(await readCode(late)).toBe("STEP_NOT_POSSIBLE");
  });
});

describe("orders that an operator puts on one route", () => {
  const load = (orders: readonly Placed[]) =>
    Promise.all(orders.map(({ code }) => getOrder(local.db, { code }, ["request"])));
  const assign = async (orders: readonly Placed[], courierId: string | null = null) => {
    const { courierName, refusals } = await assignRoute(local.couriers.context, {
      orders: await load(orders),
      courierId,
    });
    return { courierName, codes: orders.map(({ id }) => refusals.get(id) ?? "done") };
  };

  it("go to the courier who can take most of them, in the best sequence, and are pinned", async () => {
    await makeCourier("bike");
    const van = await makeCourier("van");
    const meters = [1_600, 200, 1_400, 400, 1_200, 600, 1_000, 800];
    const orders = await Promise.all(meters.map((each) => place(each)));
    expect((await assign(orders)).codes).toEqual(orders.map(() => "done"));
    const byId = new Map(orders.map(({ id }, index) => [id, meters[index] ?? 0]));
    expect(await listDoors(van, byId)).toEqual(meters.toSorted((a, b) => a - b));
    const route = await getCourierRoute(local.runtime, van);
    expect(route.isPinned).toBe(true);
    expect(route.stops.slice(0, 8).map(({ kind }) => kind)).toEqual(meters.map(() => "collect"));
  });

  it("join what the chosen courier has, and those that do not fit are refused one by one", async () => {
    const { shop: other } = await local.newShop();
    const courierId = await makeCourier("bike");
    const first = await place(500);
    await give(first, courierId);
    const orders = [
      first,
      await place(600),
      await place(650, { by: other }),
      await place(700, { size: "L" }),
      await place(800),
      await place(900),
    ];
    const [, , , , , over] = orders;
    if (over === undefined) throw new Error("There are six orders.");
    await local.couriers.lead(over.scope, over.externalOrderId, "delivered");
    expect((await assign(orders, courierId)).codes).toEqual([
      "done",
      "done",
      "ROUTE_NOT_SHARED",
      "VEHICLE_TOO_SMALL",
      "COURIER_FULL",
      "ORDER_NOT_ASSIGNABLE",
    ]);
    expect(await listRoute(local.db, courierId)).toHaveLength(4);
  });

  it("are collected together with those that the courier has been offered", async () => {
    const courierId = await makeCourier("bike");
    const orders = [await place(500), await place(600), await place(700)];
    const [first] = orders;
    if (first === undefined) throw new Error("There are three orders.");
    await give(first, courierId);
    for (const _ of ["all", "none is left"])
      expect((await assign(orders, courierId)).codes).toEqual(["done", "done", "done"]);
    const route = await listRoute(local.db, courierId);
    expect(route.map(({ kind }) => kind)).toEqual([
      "collect",
      "collect",
      "collect",
      "deliver",
      "deliver",
      "deliver",
    ]);
  });

  it("are all refused without a courier, and while routes are not shared all but one", async () => {
    const orders = [await place(500), await place(600)];
    expect(await assign(orders)).toEqual({
      courierName: null,
      codes: ["COURIER_NOT_FOUND", "COURIER_NOT_FOUND"],
    });
    expect((await assign(orders, crypto.randomUUID())).codes).toEqual([
      "COURIER_NOT_FOUND",
      "COURIER_NOT_FOUND",
    ]);
    await allow("none");
    const courierId = await makeCourier();
    expect((await assign(orders, courierId)).codes).toEqual(["done", "COURIER_BUSY"]);
  });

  it("are on one route each, however many operators try at the same time", async () => {
    const couriers = [await makeCourier(), await makeCourier(), await makeCourier()];
    const orders = await Promise.all([500, 600, 700, 800].map((meters) => place(meters)));
    const results = await Promise.all(couriers.map((courierId) => assign(orders, courierId)));
    expect(results.flatMap(({ codes }) => codes)).toContain("done");
    const assigned = await local.db.models.order.findMany({
      where: { id: { in: orders.map(({ id }) => id) } },
      include: { routeStops: true },
    });
    for (const { courierId, routeStops } of assigned) {
      expect(routeStops).toHaveLength(2);
      expect(new Set(routeStops.map((stop) => stop.courierId))).toEqual(new Set([courierId]));
    }
  });
});

describe("the timeline of a route", () => {
  it("shows each stop with its time, its promise and what there is to spare", async () => {
    const courierId = await makeCourier();
    const [first, second] = [await place(1_000), await place(2_000)];
    await give(first, courierId);
    await give(second, courierId);
    await promise(first, courierId, 60);
    await promise(second, courierId, 1);
    const { stops, isUnderWay } = await getCourierRoute(local.runtime, courierId);
    expect(isUnderWay).toBe(false);
    expect(stops.map(({ orderCode, kind }) => [orderCode, kind])).toEqual([
      [expect.any(String), "collect"],
      [expect.any(String), "collect"],
      [first.code, "deliver"],
      [second.code, "deliver"],
    ]);
    const times = stops.map(({ arrivesAt }) => Date.parse(arrivesAt ?? ""));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // Both are collected with one wait.
    expect(stops.map(({ slackMinutes }) => slackMinutes)).toEqual([
      null,
      null,
      expect.any(Number),
      expect.any(Number),
    ]);
    expect(stops[2]?.slackMinutes).toBeGreaterThan(30);
    expect(stops[3]?.slackMinutes).toBeLessThan(0);
    await accept(courierId, first);
    await accept(courierId, second);
    await local.couriers.take(courierId, first.id, { type: "arrive_at_pickup" });
    const there = await getCourierRoute(local.runtime, courierId);
    expect(there).toMatchObject({ isUnderWay: true });
    expect(there.stops.some(({ isReached }) => isReached)).toBe(true);
  });

  it("is empty without orders, and without times while the courier's place is unknown", async () => {
    const courierId = await local.couriers.makeCourier();
    expect(await getCourierRoute(local.runtime, courierId)).toMatchObject({
      stops: [],
      isPinned: false,
    });
    const { externalOrderId, scope } = await place(500);
    await assignCourier(local.couriers.context, scope, { externalOrderId, courierId });
    const { stops } = await getCourierRoute(local.runtime, courierId);
    expect(stops.map(({ arrivesAt, slackMinutes }) => [arrivesAt, slackMinutes])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});
