import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBoard } from "@/lib/board/get-board";
import { setShift } from "@/lib/couriers/set-shift";
import { int4 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { checkAcceptance, dispatchOrder } from "@/lib/dispatch/dispatch-order";
import { assignCourier } from "@/lib/orders/carrying/assign-courier";
import { deliverOrder } from "@/lib/orders/carrying/deliver-order";
import { startOrder } from "@/lib/orders/carrying/start-order";
import { handBackOrder, takeStep } from "@/lib/orders/carrying/take-step";
import type { EventResource } from "@/lib/orders/event";
import { getOverview } from "@/lib/overview/get-overview";
import { greatCircleMeters } from "@/lib/routing/geo";
import { placeFrom } from "@/lib/routing/path";
import { createRouter } from "@/lib/routing/route-trip";
import { type ApiClient, address, orderBody } from "@/testing/api-client";
import {
  answerTable,
  answerText,
  type Behaviour,
  type FakeOsrm,
  neverAnswer,
  startFakeOsrm,
} from "@/testing/fake-osrm";
import { journalIsFinal } from "@/testing/final-journal";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { until } from "@/testing/until";

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

  const near = (meters: number) => placeFrom(pickup, 90, meters);
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
    return { body, id: body.external_order_id, key: String(row.id), orderId: row.id };
  };
  const dispatch = (key: string) => dispatchOrder(local.couriers.context, key);
  const read = (orderId: bigint) => local.db.models.order.findUniqueOrThrow({ where: { id: orderId } });
  const eventsOf = async (id: string) => {
    await journalIsFinal(local.db);
    return (await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100")).data.events
      .filter((event) => event.external_order_id === id)
      .map(({ event, order: { driver } }) => `${event} ${driver === null ? "-" : "driver"}`);
  };

  it("gives an order to the nearest courier whose vehicle carries it (STA-1)", async () => {
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
      const { key, orderId } = await order({ cargo_size: size });
      expect(await dispatch(key)).toEqual({ type: "done" });
      expect([size, (await read(orderId)).courierId]).toEqual([size, courierId]);
    }
  });

  describe("with roads", () => {
    let osrm: FakeOsrm;
    beforeAll(async () => {
      osrm = await startFakeOsrm();
    });
    afterAll(() => osrm.close());

    const dispatchByRoad = (key: string, budgetMs = 30_000) => {
      const router = createRouter({ osrmUrl: osrm.url, tableBudgetMs: budgetMs });
      return dispatchOrder({ ...local.couriers.context, router }, key);
    };

    it("an order goes to the courier who is there first by road, by one table for each way to travel (STA-1)", async () => {
      await begin();
      const [near1, , bike] = [await free(300), await free(500), await free(900, "bike")];
      const { latitude, longitude } = near(900);
      // The other couriers are across the river.
      osrm.behave(
        answerTable((place) => (greatCircleMeters(place, { latitude, longitude }) < 1 ? 200 : 1_000)),
      );
      const asked = osrm.requests.length;
      const { key, orderId } = await order();
      await dispatchByRoad(key);
      expect((await read(orderId)).courierId).toBe(bike);
      expect(osrm.requests.slice(asked).map((path) => path.split("/")[3])).toEqual(["driving", "bike"]);
      // Nobody else is as near by bike; among drivers, time decides, then straight-line distance.
      const second = await order();
      osrm.behave(answerTable((place) => greatCircleMeters(place, pickup)));
      await dispatchByRoad(second.key);
      expect((await read(second.orderId)).courierId).toBe(near1);
    });

    it.each<[string, Behaviour, number]>([
      ["does not answer", neverAnswer, 50],
      ["answers rubbish", answerText(200, '{"code":"Ok","durations":[[1]]}'), 30_000],
      ["is down", answerText(503, ""), 30_000],
      ["knows no roads there", answerText(400, '{"code":"NoTable"}'), 30_000],
    ])("an order goes to the nearest courier when the server %s", async (_, behaviour, budgetMs) => {
      await begin();
      const nearest = await free(300);
      await free(600);
      osrm.behave(behaviour);
      const { key, orderId } = await order();
      expect(await dispatchByRoad(key, budgetMs)).toEqual({ type: "done" });
      expect((await read(orderId)).courierId).toBe(nearest);
    });

    it("who was taken while the table was asked for is passed over, and nothing is locked meanwhile", async () => {
      await begin();
      const [first, second] = [await free(300), await free(600)];
      const [one, other] = [await order(), await order()];
      osrm.behave((response, points) => {
        // Blocks if the search holds a lock.
        void dispatch(other.key).then(() =>
          answerTable((place) => greatCircleMeters(place, pickup))(response, points),
        );
      });
      expect(await dispatchByRoad(one.key)).toEqual({ type: "done" });
      expect([(await read(other.orderId)).courierId, (await read(one.orderId)).courierId]).toEqual([
        first,
        second,
      ]);
    });
  });

  it("adds up the sizes of the dropoffs, each its own or else the order's (STA-1)", async () => {
    await begin();
    await free(300, "foot");
    const bike = await free(600, "bike");
    const van = await free(900, "van");
    for (const [sizes, courierId] of [
      [["S", undefined, undefined, "S"], bike],
      [[undefined, "XL"], van],
    ] as const) {
      const { key, orderId } = await order({
        dropoffs: sizes.map((size) => ({ ...door(), cargo_size: size })),
      });
      await dispatch(key);
      expect([sizes, (await read(orderId)).courierId]).toEqual([sizes, courierId]);
    }
  });

  it("passes over who is off shift, disabled, lost, busy, simulated, or of the other mode", async () => {
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
    await dispatch(first.key);
    expect((await read(first.orderId)).courierId).toBe(busy);
    const second = await order();
    expect(await dispatch(second.key)).toMatchObject({ type: "again" });
    expect((await read(second.orderId)).status).toBe("new");
    const right = await free(9_000);
    await dispatch(second.key);
    expect((await read(second.orderId)).courierId).toBe(right);
  });

  it("looks some 25 km far and no farther", async () => {
    await begin();
    await free(60_000);
    const { key, orderId } = await order();
    expect(await dispatch(key)).toMatchObject({ type: "again" });
    const far = await free(20_000);
    await dispatch(key);
    expect((await read(orderId)).courierId).toBe(far);
  });

  it("finds a courier for a scheduled order a trip and a margin before its time (STA-10, ORD-9)", async () => {
    await begin();
    const courierId = await free(300);
    const inTwoHours = new Date(local.clock.now().getTime() + 120 * MINUTE_MS);
    const { id, key, orderId } = await order({ delivery_time: inTwoHours.toISOString() });
    const { dispatchAt, durationSeconds } = await read(orderId);
    expect(inTwoHours.getTime() - dispatchAt.getTime()).toBe(durationSeconds * 1000 + 15 * MINUTE_MS);
    expect(await dispatch(key)).toEqual({
      type: "again",
      afterMs: dispatchAt.getTime() - local.clock.now().getTime(),
    });
    const sooner = new Date(local.clock.now().getTime() + 15 * MINUTE_MS).toISOString();
    await api.send("PATCH", `/v1/partner/orders/${id}`, { delivery_time: sooner });
    expect(await dispatch(key)).toEqual({ type: "done" });
    expect((await read(orderId)).courierId).toBe(courierId);
  });

  it("a courier who is free again has the orders that wait looked at now (STA-9)", async () => {
    await begin();
    const courierId = await free(300);
    const first = await order();
    await dispatch(first.key);
    const second = await order();
    const due = () =>
      local.db.models.job.findFirstOrThrow({
        where: { kind: "dispatch_order", key: second.key, finishedAt: null },
      });
    await local.db.models.job.updateMany({
      where: { key: second.key },
      data: { runAt: new Date("2099-01-01") },
    });
    await startOrder(local.couriers.context, shop.scope, first.id);
    expect((await due()).runAt.getUTCFullYear()).toBe(2099);
    await deliverOrder(local.couriers.context, shop.scope, first.id);
    expect((await due()).runAt.getUTCFullYear()).not.toBe(2099);
    await dispatch(second.key);
    expect((await read(second.orderId)).courierId).toBe(courierId);
  });

  it("replaces a courier who does not accept, once another is free, and does not come back to them", async () => {
    await begin();
    const first = await free(300);
    const { id, key, orderId } = await order();
    await dispatch(key);
    const check = () => checkAcceptance(local.couriers.context, `${key}:${first}`);
    expect(await check()).toMatchObject({ type: "again" });
    expect((await read(orderId)).courierId).toBe(first);
    const second = await free(2_000);
    expect(await check()).toEqual({ type: "done" });
    expect(await read(orderId)).toMatchObject({ status: "assigned", courierId: second });
    expect(await eventsOf(id)).toEqual([
      "order.created -",
      "order.assigned driver",
      "order.driver_changed driver",
    ]);
    expect(await check()).toEqual({ type: "done" });
    await handBackOrder(local.couriers.context, second, orderId);
    expect(await dispatch(key)).toMatchObject({ type: "again" });
  });

  it("tells once per search that nobody is found, to shop, overview and operators, and goes on looking (EVT-3, STA-9)", async () => {
    await begin();
    const { context } = local.couriers;
    const attention = async (code: string) => ({
      shop: (await getOverview(context, shop.scope, "Europe/Moscow")).troubled.flatMap(
        ({ order: one, troubles }) => (one.code === code ? troubles : []),
      ),
      operators: (await getBoard(local.db, "live")).orders.find((one) => one.code === code)
        ?.isCourierNotFound,
    });
    const inAnHour = new Date(local.clock.now().getTime() + 60 * MINUTE_MS).toISOString();
    const { id, key, orderId } = await order({ delivery_time: inAnHour });
    const { dispatchAt, orderCode } = await read(orderId);
    const toldOf = async () =>
      (await eventsOf(id)).filter((event) => event.startsWith("order.courier_not_found"));
    // The search starts when the order is due for dispatch, not when it was created.
    local.clock.advance(dispatchAt.getTime() + 15 * MINUTE_MS - 1 - local.clock.now().getTime());
    expect(await dispatch(key)).toMatchObject({ type: "again" });
    expect([await toldOf(), await attention(orderCode)]).toEqual([[], { shop: [], operators: false }]);
    local.clock.advance(1);
    for (let round = 0; round < 3; round += 1) {
      expect(await dispatch(key)).toMatchObject({ type: "again" });
      local.clock.advance(MINUTE_MS);
    }
    expect(await toldOf()).toEqual(["order.courier_not_found -"]);
    expect(await attention(orderCode)).toEqual({ shop: ["no_courier"], operators: true });
    const courierId = await free(300);
    expect(await dispatch(key)).toEqual({ type: "done" });
    expect((await attention(orderCode)).operators).toBe(false);

    // Handing it back starts a new search.
    await handBackOrder(context, courierId, orderId);
    expect((await attention(orderCode)).operators).toBe(false);
    local.clock.advance(15 * MINUTE_MS - 1);
    await dispatch(key);
    expect(await toldOf()).toHaveLength(1);
    local.clock.advance(1);
    await Promise.all([dispatch(key), dispatch(key), dispatch(key)]);
    expect(await toldOf()).toHaveLength(2);
    expect((await attention(orderCode)).operators).toBe(true);
    expect((await read(orderId)).status).toBe("assigned");
  });

  it("by hand an order goes to a vehicle that is too small for it only after a second yes", async () => {
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

  it("leaves a courier alone who has accepted", async () => {
    await begin();
    const courierId = await free(300);
    const { key, orderId } = await order();
    await dispatch(key);
    await takeStep(local.couriers.context, courierId, { orderId, step: { type: "accept" } });
    await free(100);
    expect(await checkAcceptance(local.couriers.context, `${key}:${courierId}`)).toEqual({ type: "done" });
    expect((await read(orderId)).courierId).toBe(courierId);
  });

  it("an order that is handed back stays assigned, with no driver until another takes it (STA-11, EVT-5, RES-8)", async () => {
    await begin();
    const { context } = local.couriers;
    const first = await free(300);
    const { id, key, orderId } = await order();
    await dispatch(key);
    await takeStep(context, first, { orderId, step: { type: "accept" } });
    await handBackOrder(context, first, orderId);
    const { data } = await api.get(`/v1/partner/orders/${id}`);
    expect([data.status, data.driver, data.driver_location]).toEqual(["assigned", null, null]);
    await expect(startOrder(context, shop.scope, id)).rejects.toMatchObject({ code: "ORDER_NOT_STARTABLE" });
    await expect(takeStep(context, first, { orderId, step: { type: "pick_up" } })).rejects.toMatchObject({
      code: "ORDER_NOT_FOUND",
    });
    const second = await free(2_000);
    expect(await dispatch(key)).toEqual({ type: "done" });
    expect(await read(orderId)).toMatchObject({ courierId: second, acceptedAt: null });
    expect(await eventsOf(id)).toEqual([
      "order.created -",
      "order.assigned driver",
      "order.driver_changed -",
      "order.driver_changed driver",
    ]);
  });

  it("an edit that is under way is waited for, and its sizes count", async () => {
    await begin();
    await free(100, "foot");
    const { id, key, orderId } = await order();
    let write = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      write = resolve;
    });
    const edit = local.db.transaction(async (tx) => {
      await execute(tx)`UPDATE orders SET comment = 'larger' WHERE id = ${orderId}`;
      await execute(
        tx,
      )`UPDATE order_stops SET cargo_size = 'XL' WHERE order_id = ${orderId} AND position > 0`;
      write();
      // Until the other one is waiting for the lock.
      await until(async () => {
        const [{ count } = { count: 0 }] = await query(local.db, { count: int4 })`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return count > 0;
      });
    });
    await isWritten;
    await Promise.all([edit, dispatch(key)]);
    expect((await api.get<{ status: string }>(`/v1/partner/orders/${id}`)).data.status).toBe("new");
  });

  it("an edit that is too large for the courier's vehicle sends another (STA-12)", async () => {
    await begin();
    const bike = await free(300, "bike");
    const { body, id, key, orderId } = await order();
    await dispatch(key);
    expect((await read(orderId)).courierId).toBe(bike);
    await api.send("PATCH", `/v1/partner/orders/${id}`, { cargo_size: "M" });
    expect((await read(orderId)).courierId).toBe(bike);
    // Each dropoff alone would fit.
    const three = { ...body, cargo_size: "M", dropoffs: [door(), door(), door()] };
    expect((await api.send("PUT", `/v1/partner/orders/${id}`, three)).data.driver).toBeNull();
    const van = await free(900, "van");
    await dispatch(key);
    expect((await read(orderId)).courierId).toBe(van);
  });

  it("an edit that puts the delivery off frees its courier, even at the pickup, until its time comes (STA-12, EVT-5)", async () => {
    await begin();
    const { context } = local.couriers;
    const courierId = await free(300);
    const { id, key, orderId } = await order();
    await dispatch(key);
    await takeStep(context, courierId, { orderId, step: { type: "arrive_at_pickup" } });
    const later = new Date(local.clock.now().getTime() + 24 * 60 * MINUTE_MS).toISOString();
    const edited = await api.send("PATCH", `/v1/partner/orders/${id}`, { delivery_time: later });
    expect([edited.status, edited.data.status, edited.data.driver]).toEqual([200, "assigned", null]);
    expect(await read(orderId)).toMatchObject({ courierId: null, acceptedAt: null, arrivedAt: null });
    await expect(takeStep(context, courierId, { orderId, step: { type: "pick_up" } })).rejects.toMatchObject({
      code: "ORDER_NOT_FOUND",
    });
    // Neither the job nor a courier who becomes free brings it forward; the courier can take another order.
    const waitMs = (await read(orderId)).dispatchAt.getTime() - local.clock.now().getTime();
    expect(await dispatch(key)).toEqual({ type: "again", afterMs: waitMs });
    await local.db.models.job.updateMany({ where: { key }, data: { runAt: new Date("2099-01-01") } });
    const second = await order();
    await dispatch(second.key);
    expect((await read(second.orderId)).courierId).toBe(courierId);
    await startOrder(context, shop.scope, second.id);
    await deliverOrder(context, shop.scope, second.id);
    const due = await local.db.models.job.findFirstOrThrow({
      where: { kind: "dispatch_order", key, finishedAt: null },
    });
    expect(due.runAt.getUTCFullYear()).toBe(2099);
    const forward = await api.send("PATCH", `/v1/partner/orders/${id}`, { delivery_time: null });
    expect(forward.data.driver).toBeNull();
    expect(await dispatch(key)).toEqual({ type: "done" });
    expect((await read(orderId)).courierId).toBe(courierId);
    expect(await eventsOf(id)).toEqual([
      "order.created -",
      "order.assigned driver",
      "order.driver_changed -",
      "order.updated -",
      "order.updated -",
      "order.driver_changed driver",
    ]);
  });

  it("an edit that puts the pickup elsewhere frees its courier, and the next is the nearest there (STA-12)", async () => {
    await begin();
    const first = await free(300);
    const { id, key, orderId } = await order();
    await dispatch(key);
    const moveTo = (meters: number) =>
      api.send("PATCH", `/v1/partner/orders/${id}`, { pickup: { address: near(meters) } });
    expect((await moveTo(400)).data.driver).not.toBeNull();
    expect((await moveTo(15_000)).data.driver).toBeNull();
    const second = await free(14_000);
    expect(await dispatch(key)).toEqual({ type: "done" });
    expect((await read(orderId)).courierId).toBe(second);
    expect(second).not.toBe(first);
  });

  it("a test order gets a simulated courier wherever it is, and a live one never does (AUTH-9)", async () => {
    await begin("test");
    const { id, key, orderId } = await order({ cargo_size: "XL" });
    expect(await dispatch(key)).toEqual({ type: "done" });
    const { courierId } = await read(orderId);
    const courier = await local.db.models.courier.findUniqueOrThrow({ where: { id: courierId ?? "" } });
    expect(courier).toMatchObject({ mode: "test", isSimulated: true, transportType: "van" });
    expect((await api.get(`/v1/partner/orders/${id}`)).data.driver_location).not.toBeNull();
    await begin();
    const live = await order();
    expect(await dispatch(live.key)).toMatchObject({ type: "again" });
  });

  it("a cancelled order is not looked at again", async () => {
    await begin();
    await free(300);
    const { id, key, orderId } = await order();
    await api.post(`/v1/partner/orders/${id}/cancel`);
    expect(await dispatch(key)).toEqual({ type: "done" });
    expect(await read(orderId)).toMatchObject({ status: "cancelled", courierId: null });
  });
});
