import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBoard } from "@/lib/console/get-board";
import { getOverview } from "@/lib/console/overview/get-overview";
import { setBreak, setShift } from "@/lib/couriers/set-shift";
import { openDatabase } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { execute } from "@/lib/db/sql";
import { checkAcceptance } from "@/lib/dispatch/check-acceptance";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { findPlannedOrder, listCourierPlans } from "@/lib/dispatch/planned-order";
import { DISPATCH_MESSAGE, JOBS_CHANNEL } from "@/lib/jobs/job";
import type { EventResource } from "@/lib/orders/event";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { greatCircleMeters } from "@/lib/routing/geo";
import { destinationPoint } from "@/lib/routing/path";
import { createRouter } from "@/lib/routing/router";
import { amount } from "@/testing/amount";
import { type ApiClient, address, orderBody } from "@/testing/api-client";
import {
  type Behavior,
  type FakeOsrm,
  neverAnswer,
  respondTable,
  respondText,
  startFakeOsrm,
} from "@/testing/fake-osrm";
import { expectFinalJournal } from "@/testing/final-journal";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const MINUTE_MS = 60_000;

describe("dispatch", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;
  // Each test has its own place, out of reach of the others.
  let places = 0;
  let pickup = address();

  beforeAll(async () => {
    local = await openLocalApi();
  });

  afterAll(() => local?.close());

  const begin = async (mode: "live" | "test" = "live") => {
    places += 1;
    pickup = address(40 + places, 20);
    ({ shop, api } = await local.newShop(mode));
  };

  const near = (meters: number) => destinationPoint(pickup, 90, meters);
  const free = (meters: number, type: "foot" | "bike" | "car" | "van" = "car") =>
    local.couriers.makeFreeCourier(near(meters), { type });

  const door = () => ({ address: { ...pickup, ...near(3_000) }, contact: { value: "+7" } });

  const order = async (change: Parameters<typeof orderBody>[0] = {}) => {
    const body = orderBody({
      pickup: { address: pickup, contact: { value: "+7" } },
      dropoffs: [door()],
      cargo_size: "S",
      ...change,
    });
    expect((await api.create(body)).status).toBe(201);
    const row = await local.db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    return { body, id: body.external_order_id, orderId: row.id };
  };
  /** Matches all waiting orders. @returns who has this one then */
  const dispatch = async (orderId: bigint, context = local.couriers.context) => {
    while ((await dispatchOrders(context)).isContested);
    return (await read(orderId)).courierId;
  };
  const read = (orderId: bigint) => local.db.models.order.findUniqueOrThrow({ where: { id: orderId } });
  const readEvents = async (id: string) => {
    await expectFinalJournal(local.db);
    return (await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100")).data.events
      .filter((event) => event.external_order_id === id)
      .map(({ event, order: { driver } }) => `${event} ${driver === null ? "-" : "driver"}`);
  };

  it("assigns the nearest courier whose vehicle can carry the order (STA-1)", async () => {
    await begin();
    await free(300, "foot");
    const bike = await free(900, "bike");
    const car = await free(2_500);
    const van = await free(6_000, "van");
    for (const [size, courierId] of [
      ["M", bike],
      ["L", car],
      ["XL", van],
    ] as const) {
      const { orderId } = await order({ cargo_size: size });
      expect(await dispatch(orderId)).not.toBeNull();
      expect([size, (await read(orderId)).courierId]).toEqual([size, courierId]);
    }
  });

  describe("by road", () => {
    let osrm: FakeOsrm;
    beforeAll(async () => {
      osrm = await startFakeOsrm();
    });
    afterAll(() => osrm.close());

    const dispatchByRoad = (orderId: bigint, budgetMs = 30_000) => {
      const router = createRouter({ osrmUrl: osrm.url, tableBudgetMs: budgetMs });
      return dispatch(orderId, { ...local.couriers.context, router });
    };

    it("assigns the courier with the shortest time by road, with one table per travel mode (STA-1)", async () => {
      await begin();
      const [near1, , bike] = [await free(300), await free(500), await free(900, "bike")];
      const { latitude, longitude } = near(900);
      // The other couriers are across the river.
      osrm.behave(
        respondTable((place) => (greatCircleMeters(place, { latitude, longitude }) < 1 ? 200 : 1_000)),
      );
      const requested = osrm.requests.length;
      const { orderId } = await order();
      await dispatchByRoad(orderId);
      expect((await read(orderId)).courierId).toBe(bike);
      expect(osrm.requests.slice(requested).map((path) => path.split("/")[3])).toEqual(["driving", "bike"]);
      // No other courier is as near by bike; among drivers, time decides, then straight-line distance.
      const second = await order();
      osrm.behave(respondTable((place) => greatCircleMeters(place, pickup)));
      await dispatchByRoad(second.orderId);
      expect((await read(second.orderId)).courierId).toBe(near1);
    });

    it.each<[string, Behavior, number]>([
      ["does not respond", neverAnswer, 50],
      ["returns an invalid table", respondText(200, '{"code":"Ok","durations":[[1]]}'), 30_000],
      ["is down", respondText(503, ""), 30_000],
      ["knows no roads there", respondText(400, '{"code":"NoTable"}'), 30_000],
    ])("assigns the nearest courier when the routing server %s", async (_, behavior, budgetMs) => {
      await begin();
      const nearest = await free(300);
      await free(600);
      osrm.behave(behavior);
      const { orderId } = await order();
      expect(await dispatchByRoad(orderId, budgetMs)).not.toBeNull();
      expect((await read(orderId)).courierId).toBe(nearest);
    });

    it("skips a courier who was assigned during the table request, and locks nothing meanwhile", async () => {
      await begin();
      const [first, second] = [await free(300), await free(600)];
      const { orderId } = await order();
      const tomorrow = new Date(local.clock.now().getTime() + 24 * 60 * MINUTE_MS).toISOString();
      const other = await order({ delivery_time: tomorrow });
      const taken = { externalOrderId: other.id, courierId: first };
      osrm.behave((response, points) => {
        // Blocks if the search holds a lock.
        void assignCourier(local.couriers.context, shop.scope, taken)
          .catch(() => {})
          .then(() => respondTable((place) => greatCircleMeters(place, pickup))(response, points));
      });
      expect(await dispatchByRoad(orderId)).toBe(second);
      expect((await read(other.orderId)).courierId).toBe(first);
    });

    it("assigns a different courier to each of several orders that compare the same couriers (STA-1)", async () => {
      await begin();
      const couriers = [await free(300), await free(600), await free(900)];
      osrm.behave(respondTable((place) => greatCircleMeters(place, pickup)));
      const orders = [await order(), await order(), await order()];
      for (const { orderId } of orders) await dispatchByRoad(orderId);
      const input = await Promise.all(orders.map(({ orderId }) => read(orderId)));
      expect(new Set(input.map(({ courierId }) => courierId))).toEqual(new Set(couriers));
    });
  });

  it("adds up the dropoffs' sizes, with the order's size for a dropoff that has none (STA-1)", async () => {
    await begin();
    await free(300, "foot");
    const bike = await free(600, "bike");
    const van = await free(900, "van");
    for (const [sizes, courierId] of [
      [["S", undefined, undefined, "S"], bike],
      [[undefined, "XL"], van],
    ] as const) {
      const { orderId } = await order({
        dropoffs: sizes.map((size) => ({ ...door(), cargo_size: size })),
      });
      await dispatch(orderId);
      expect([sizes, (await read(orderId)).courierId]).toEqual([sizes, courierId]);
    }
  });

  it("skips couriers who are off shift, disabled, busy, simulated, of the other mode or without a recent position", async () => {
    await begin();
    const { context } = local.couriers;
    const off = await free(100);
    await setShift(context, off, false);
    const disabled = await free(150);
    await local.db.models.courier.update({ where: { id: disabled }, data: { disabledAt: new Date() } });
    const lost = await free(200);
    await local.db.models.courierPosition.update({
      where: { courierId: lost },
      data: { receivedAt: new Date(context.clock.now().getTime() - 30 * MINUTE_MS) },
    });
    const simulated = await free(250);
    await local.db.models.courier.update({ where: { id: simulated }, data: { isSimulated: true } });
    const first = await order();
    const busy = await free(300);
    await dispatch(first.orderId);
    expect((await read(first.orderId)).courierId).toBe(busy);
    const second = await order();
    expect(await dispatch(second.orderId)).toBeNull();
    expect((await read(second.orderId)).status).toBe("new");
    const right = await free(2_000);
    await dispatch(second.orderId);
    expect((await read(second.orderId)).courierId).toBe(right);
  });

  it("offers nothing during a break, which a carried order and a repeated request survive", async () => {
    await begin();
    const { context } = local.couriers;
    const courierId = await free(100);
    const carried = await order();
    expect(await dispatch(carried.orderId)).toBe(courierId);
    await setBreak(context, courierId, true);
    const { onBreakSince } = await local.db.models.courier.findUniqueOrThrow({ where: { id: courierId } });
    await setBreak(context, courierId, true);
    const at = async () => local.db.models.courier.findUniqueOrThrow({ where: { id: courierId } });
    expect(onBreakSince).not.toBeNull();
    expect((await at()).onBreakSince).toEqual(onBreakSince);
    await startOrder(context, shop.scope, carried.id);
    await deliverOrder(context, shop.scope, carried.id);
    expect(await read(carried.orderId)).toMatchObject({ status: "delivered", courierId });
    const next = await order();
    expect(await dispatch(next.orderId)).toBeNull();
    await setBreak(context, courierId, false);
    expect(await dispatch(next.orderId)).toBe(courierId);
    await setBreak(context, courierId, true);
    await setShift(context, courierId, false);
    await setBreak(context, courierId, true);
    expect(await at()).toMatchObject({ onShiftSince: null, onBreakSince: null });
  });

  it("assigns only couriers within about 25 km", async () => {
    await begin();
    await free(60_000);
    const { orderId } = await order();
    expect(await dispatch(orderId)).toBeNull();
    const far = await free(20_000);
    await dispatch(orderId);
    expect((await read(orderId)).courierId).toBe(far);
  });

  it("assigns a courier to a scheduled order one trip and a margin before its time (STA-10, ORD-9)", async () => {
    await begin();
    const courierId = await free(300);
    const inTwoHours = new Date(local.clock.now().getTime() + 120 * MINUTE_MS);
    const { id, orderId } = await order({ delivery_time: inTwoHours.toISOString() });
    const { dispatchAt, durationSeconds } = await read(orderId);
    expect(inTwoHours.getTime() - dispatchAt.getTime()).toBe(durationSeconds * 1000 + 15 * MINUTE_MS);
    expect(await dispatch(orderId)).toBeNull();
    const sooner = new Date(local.clock.now().getTime() + 15 * MINUTE_MS).toISOString();
    await api.send("PATCH", `/v1/partner/orders/${id}`, { delivery_time: sooner });
    expect(await dispatch(orderId)).not.toBeNull();
    expect((await read(orderId)).courierId).toBe(courierId);
  });

  it("tries waiting orders again as soon as a courier is free (STA-9)", async () => {
    await begin();
    const courierId = await free(300);
    const notified: string[] = [];
    let listening = (): void => {};
    const isListening = new Promise<void>((resolve) => {
      listening = resolve;
    });
    const listener = listen(local.databaseUrl, JOBS_CHANNEL, {
      message: (message) => notified.push(message),
      connected: listening,
    });
    await isListening;
    const wakes = () => notified.filter((message) => message === DISPATCH_MESSAGE).length;
    const first = await order();
    await pollUntil(async () => wakes() === 1);
    await dispatch(first.orderId);
    const second = await order();
    await pollUntil(async () => wakes() === 2);
    await startOrder(local.couriers.context, shop.scope, first.id);
    await deliverOrder(local.couriers.context, shop.scope, first.id);
    await pollUntil(async () => wakes() > 2);
    // Messages come in the order of the commits, so that of the start would have been there.
    expect(wakes()).toBe(3);
    await listener.close();
    expect(await dispatch(second.orderId)).toBe(courierId);
  });

  it("replaces a courier who does not accept once another is free, and never assigns the first one again", async () => {
    await begin();
    const first = await free(300);
    const { id, orderId } = await order();
    await dispatch(orderId);
    const check = () => checkAcceptance(local.couriers.context, `${orderId}:${first}`);
    expect(await check()).toMatchObject({ type: "again" });
    expect((await read(orderId)).courierId).toBe(first);
    const second = await free(2_000);
    expect(await check()).toEqual({ type: "done" });
    expect(await read(orderId)).toMatchObject({ status: "assigned", courierId: second });
    expect(await readEvents(id)).toEqual([
      "order.created -",
      "order.assigned driver",
      "order.driver_changed driver",
    ]);
    expect(await check()).toEqual({ type: "done" });
    await unassignSelf(local.couriers.context, second, orderId);
    expect(await dispatch(orderId)).toBeNull();
  });

  it("reports once per search to shop, overview and operators that no courier was found, and keeps searching (EVT-3, STA-9)", async () => {
    await begin();
    const { context } = local.couriers;
    const attention = async (code: string) => ({
      shop: (await getOverview(context, shop.scope, "Europe/Moscow")).troubled.flatMap(
        ({ order: one, troubles }) => (one.code === code ? troubles : []),
      ),
      operators: (await getBoard(local.runtime, "live")).orders.find((one) => one.code === code)
        ?.isCourierNotFound,
    });
    const inAnHour = new Date(local.clock.now().getTime() + 60 * MINUTE_MS).toISOString();
    const { id, orderId } = await order({ delivery_time: inAnHour });
    const { dispatchAt, orderCode } = await read(orderId);
    const findNotifications = async () =>
      (await readEvents(id)).filter((event) => event.startsWith("order.courier_not_found"));
    // The search starts when the order is due for dispatch, not when it was created.
    local.clock.advance(dispatchAt.getTime() + 15 * MINUTE_MS - 1 - local.clock.now().getTime());
    expect(await dispatch(orderId)).toBeNull();
    expect([await findNotifications(), await attention(orderCode)]).toEqual([
      [],
      { shop: [], operators: false },
    ]);
    local.clock.advance(1);
    for (let round = 0; round < 3; round += 1) {
      expect(await dispatch(orderId)).toBeNull();
      local.clock.advance(MINUTE_MS);
    }
    expect(await findNotifications()).toEqual(["order.courier_not_found -"]);
    expect(await attention(orderCode)).toEqual({ shop: ["no_courier"], operators: true });
    const courierId = await free(300);
    expect(await dispatch(orderId)).not.toBeNull();
    expect((await attention(orderCode)).operators).toBe(false);

    // Handing it back starts a new search.
    await unassignSelf(context, courierId, orderId);
    expect((await attention(orderCode)).operators).toBe(false);
    local.clock.advance(15 * MINUTE_MS - 1);
    await dispatch(orderId);
    expect(await findNotifications()).toHaveLength(1);
    local.clock.advance(1);
    await Promise.all([dispatch(orderId), dispatch(orderId), dispatch(orderId)]);
    expect(await findNotifications()).toHaveLength(2);
    expect((await attention(orderCode)).operators).toBe(true);
    expect((await read(orderId)).status).toBe("assigned");
  });

  it("assigns by hand a vehicle that is too small only after a second confirmation", async () => {
    await begin();
    const { context } = local.couriers;
    const bike = await free(300, "bike");
    const { id, orderId } = await order({ cargo_size: "M", dropoffs: [door(), door(), door()] });
    const assign = (terms?: { isAnyVehicleFine: boolean }) =>
      assignCourier(context, shop.scope, { externalOrderId: id, courierId: bike, ...terms });
    await expect(assign()).rejects.toMatchObject({ code: "VEHICLE_TOO_SMALL" });
    expect(await read(orderId)).toMatchObject({ status: "new", courierId: null });
    expect(await assign({ isAnyVehicleFine: true })).toMatchObject({ status: "assigned", courierId: bike });
  });

  it("does not replace a courier who has accepted", async () => {
    await begin();
    const courierId = await free(300);
    const { orderId } = await order();
    await dispatch(orderId);
    await recordStep(local.couriers.context, courierId, { orderId, step: { type: "accept" } });
    await free(100);
    expect(await checkAcceptance(local.couriers.context, `${orderId}:${courierId}`)).toEqual({
      type: "done",
    });
    expect((await read(orderId)).courierId).toBe(courierId);
  });

  it("keeps a handed-back order assigned, with no driver until another courier takes it (STA-11, EVT-5, RES-8)", async () => {
    await begin();
    const { context } = local.couriers;
    const first = await free(300);
    const { id, orderId } = await order();
    await dispatch(orderId);
    await recordStep(context, first, { orderId, step: { type: "accept" } });
    await unassignSelf(context, first, orderId);
    const { data } = await api.get(`/v1/partner/orders/${id}`);
    expect([data.status, data.driver, data.driver_location]).toEqual(["assigned", null, null]);
    await expect(startOrder(context, shop.scope, id)).rejects.toMatchObject({ code: "ORDER_NOT_STARTABLE" });
    await expect(recordStep(context, first, { orderId, step: { type: "pick_up" } })).rejects.toMatchObject({
      code: "ORDER_NOT_FOUND",
    });
    const second = await free(2_000);
    expect(await dispatch(orderId)).not.toBeNull();
    expect(await read(orderId)).toMatchObject({ courierId: second, acceptedAt: null });
    expect(await readEvents(id)).toEqual([
      "order.created -",
      "order.assigned driver",
      "order.driver_changed -",
      "order.driver_changed driver",
    ]);
  });

  it("does not wait for a concurrent edit, and uses its sizes afterwards", async () => {
    await begin();
    await free(100, "foot");
    const { id, orderId } = await order();
    await local.db.transaction(async (tx) => {
      await execute(tx)`UPDATE orders SET comment = 'larger' WHERE id = ${orderId}`;
      await execute(
        tx,
      )`UPDATE order_stops SET cargo_size = 'XL' WHERE order_id = ${orderId} AND position > 0`;
      expect((await dispatchOrders(local.couriers.context)).isContested).toBe(true);
    });
    expect(await dispatch(orderId)).toBeNull();
    expect((await api.get<{ status: string }>(`/v1/partner/orders/${id}`)).data.status).toBe("new");
  });

  it("assigns another courier after an edit that is too large for the vehicle (STA-12)", async () => {
    await begin();
    const bike = await free(300, "bike");
    const { body, id, orderId } = await order();
    await dispatch(orderId);
    expect((await read(orderId)).courierId).toBe(bike);
    await api.send("PATCH", `/v1/partner/orders/${id}`, { cargo_size: "M" });
    expect((await read(orderId)).courierId).toBe(bike);
    // Each dropoff alone would fit.
    const three = { ...body, cargo_size: "M", dropoffs: [door(), door(), door()] };
    expect((await api.send("PUT", `/v1/partner/orders/${id}`, three)).data.driver).toBeNull();
    const van = await free(900, "van");
    await dispatch(orderId);
    expect((await read(orderId)).courierId).toBe(van);
  });

  it("frees the courier after an edit that postpones the delivery, even at the pickup, until its time comes (STA-12, EVT-5)", async () => {
    await begin();
    const { context } = local.couriers;
    const courierId = await free(300);
    const { id, orderId } = await order();
    await dispatch(orderId);
    await recordStep(context, courierId, { orderId, step: { type: "arrive_at_pickup" } });
    const later = new Date(local.clock.now().getTime() + 24 * 60 * MINUTE_MS).toISOString();
    const edited = await api.send("PATCH", `/v1/partner/orders/${id}`, { delivery_time: later });
    expect([edited.status, edited.data.status, edited.data.driver]).toEqual([200, "assigned", null]);
    expect(await read(orderId)).toMatchObject({ courierId: null, acceptedAt: null, arrivedAt: null });
    await expect(
      recordStep(context, courierId, { orderId, step: { type: "pick_up" } }),
    ).rejects.toMatchObject({
      code: "ORDER_NOT_FOUND",
    });
    // A courier who becomes free does not bring it forward either; the courier can take another order.
    expect(await dispatch(orderId)).toBeNull();
    const second = await order();
    await dispatch(second.orderId);
    expect((await read(second.orderId)).courierId).toBe(courierId);
    await startOrder(context, shop.scope, second.id);
    await deliverOrder(context, shop.scope, second.id);
    expect(await dispatch(orderId)).toBeNull();
    const forward = await api.send("PATCH", `/v1/partner/orders/${id}`, { delivery_time: null });
    expect(forward.data.driver).toBeNull();
    expect(await dispatch(orderId)).not.toBeNull();
    expect((await read(orderId)).courierId).toBe(courierId);
    expect(await readEvents(id)).toEqual([
      "order.created -",
      "order.assigned driver",
      "order.driver_changed -",
      "order.updated -",
      "order.updated -",
      "order.driver_changed driver",
    ]);
  });

  it("frees the courier after an edit that moves the pickup, and assigns the nearest one there (STA-12)", async () => {
    await begin();
    const first = await free(300);
    const { id, orderId } = await order();
    await dispatch(orderId);
    const moveTo = (meters: number) =>
      api.send("PATCH", `/v1/partner/orders/${id}`, { pickup: { address: near(meters) } });
    expect((await moveTo(400)).data.driver).not.toBeNull();
    expect((await moveTo(15_000)).data.driver).toBeNull();
    const second = await free(14_000);
    expect(await dispatch(orderId)).not.toBeNull();
    expect((await read(orderId)).courierId).toBe(second);
    expect(second).not.toBe(first);
  });

  it("assigns a simulated courier to a test order anywhere, and never to a live one (AUTH-9)", async () => {
    await begin("test");
    const { id, orderId } = await order({ cargo_size: "XL" });
    expect(await dispatch(orderId)).not.toBeNull();
    const { courierId } = await read(orderId);
    const courier = await local.db.models.courier.findUniqueOrThrow({ where: { id: courierId ?? "" } });
    expect(courier).toMatchObject({ mode: "test", isSimulated: true, transportType: "van" });
    expect((await api.get(`/v1/partner/orders/${id}`)).data.driver_location).not.toBeNull();
    await begin();
    const live = await order();
    expect(await dispatch(live.orderId)).toBeNull();
  });

  it("does not assign a courier to a cancelled order", async () => {
    await begin();
    await free(300);
    const { id, orderId } = await order();
    await api.post(`/v1/partner/orders/${id}/cancel`);
    expect(await dispatch(orderId)).toBeNull();
    expect(await read(orderId)).toMatchObject({ status: "cancelled", courierId: null });
  });

  it("gives an order to a busy courier who will be there before a free one, once they are free (STA-1)", async () => {
    await begin();
    const busy = await free(300);
    const first = await order();
    expect(await dispatch(first.orderId)).toBe(busy);
    const far = await free(24_000);
    const second = await order();
    expect(await dispatch(second.orderId)).toBeNull();
    const now = local.clock.now();
    const planned = await findPlannedOrder(local.db, second.orderId, now);
    expect(planned).toMatchObject({ courierId: busy, position: 1 });
    expect(await read(second.orderId)).toMatchObject({ status: "new", courierId: null });
    await startOrder(local.couriers.context, shop.scope, first.id);
    await deliverOrder(local.couriers.context, shop.scope, first.id);
    expect(await dispatch(second.orderId)).toBe(busy);
    expect(await listCourierPlans(local.db, now, busy)).toEqual([]);
    expect(await local.db.models.order.count({ where: { courierId: far } })).toBe(0);
  });

  it("plans an order again at once when its planned courier ends the shift", async () => {
    await begin();
    const busy = await free(300);
    const first = await order();
    await dispatch(first.orderId);
    await free(24_000);
    const second = await order();
    await dispatch(second.orderId);
    await setBreak(local.couriers.context, busy, true);
    expect(await dispatch(second.orderId)).not.toBeNull();
    expect((await read(second.orderId)).courierId).not.toBe(busy);
  });

  it("serves both of two orders that one courier could reach first", async () => {
    await begin();
    const couriers = [await free(9_000), await free(7_000)];
    const orders = [await order(), await order()];
    for (const { orderId } of orders) await dispatch(orderId);
    const rows = await Promise.all(orders.map(({ orderId }) => read(orderId)));
    expect(new Set(rows.map(({ courierId }) => courierId))).toEqual(new Set(couriers));
  });

  it("assigns couriers to the orders that fit, which many larger orders do not delay", async () => {
    await begin();
    const { orderId: oldest } = await order({ cargo_size: "XL" });
    // More orders than are assigned in one transaction wait for a van; the others are newer.
    for (let count = 0; count < amount(100, 500); count += 20) {
      await Promise.all(Array.from({ length: 20 }, () => order({ cargo_size: "XL" })));
    }
    const small: bigint[] = [];
    for (let count = 0; count < 5; count += 1) small.push((await order()).orderId);
    const couriers = [await free(300), await free(200), await free(100)];
    const have = async (orders: readonly bigint[]) =>
      (await Promise.all(orders.map(read))).map(({ courierId }) => courierId);
    await dispatch(oldest);
    const assigned = await have(small);
    expect(assigned.filter((courierId) => courierId !== null).sort()).toEqual(couriers.toSorted());
    const others = [await free(3_000), await free(4_000)];
    await dispatch(oldest);
    expect((await have(small)).filter((courierId) => courierId !== null).sort()).toEqual(
      [...couriers, ...others].sort(),
    );
    expect(await dispatch(oldest)).toBeNull();
    const van = await free(5_000, "van");
    await dispatch(oldest);
    expect(await local.db.models.order.count({ where: { courierId: van, cargoSize: "XL" } })).toBe(1);
  });

  it("gives no courier two orders and no order twice when two processes dispatch at once", async () => {
    await begin();
    const other = openDatabase(local.databaseUrl, 10);
    const otherProcess = { ...local.couriers.context, db: other };
    const orders: bigint[] = [];
    for (let index = 0; index < 30; index += 1) orders.push((await order()).orderId);
    for (let index = 0; index < 20; index += 1) await free(100 + index * 50);
    await Promise.all([
      dispatchOrders(local.couriers.context),
      dispatchOrders(otherProcess),
      dispatchOrders(otherProcess),
    ]);
    await dispatch(orders[0] ?? 0n);
    await other.close();
    const rows = await local.db.models.order.findMany({
      where: { id: { in: orders } },
      include: { events: true },
      orderBy: { id: "asc" },
    });
    const input = rows.flatMap(({ courierId }) => courierId ?? []);
    expect([input.length, new Set(input).size]).toEqual([20, 20]);
    for (const { courierId, events } of rows) {
      expect(events.map(({ type }) => type).sort()).toEqual(
        courierId === null ? ["order.created"] : ["order.assigned", "order.created"],
      );
    }
  });
});
