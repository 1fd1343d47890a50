import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mode } from "@/lib/account-scope";
import { LAST_SEEN_LIMIT_MS } from "@/lib/couriers/record-position";
import type { TransportType } from "@/lib/couriers/vehicle";
import { execute } from "@/lib/db/sql";
import { assignBestCourier } from "@/lib/dispatch/assign-or-reassign";
import { type Candidate, listCandidates, sortCandidates } from "@/lib/dispatch/list-candidates";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { getOrder } from "@/lib/orders/load-order";
import type { Point } from "@/lib/point";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";

const PLAIN: Candidate = {
  id: "a",
  name: "Anna",
  transport: "car",
  isOnShift: true,
  isOnBreak: false,
  isHeardOf: true,
  isPlanned: false,
  route: null,
  isTooSmall: false,
  way: { seconds: 60, meters: 400 },
  onwardSeconds: 300,
};

it("sorts candidates by plan, then capacity, then shift, then break, then recent signal, then time to the recipient", () => {
  const order = sortCandidates([
    { ...PLAIN, id: "too small", isTooSmall: true, way: { seconds: 1, meters: 1 } },
    { ...PLAIN, id: "off shift", isOnShift: false, way: { seconds: 1, meters: 1 } },
    { ...PLAIN, id: "on a break", isOnBreak: true, way: { seconds: 1, meters: 1 } },
    { ...PLAIN, id: "silent", isHeardOf: false, way: { seconds: 1, meters: 1 } },
    { ...PLAIN, id: "nowhere", isHeardOf: false, way: null },
    { ...PLAIN, id: "slow on the way", way: { seconds: 50, meters: 300 }, onwardSeconds: 900 },
    PLAIN,
    {
      ...PLAIN,
      id: "planned",
      isPlanned: true,
      way: { seconds: 999, meters: 9_999 },
      route: {
        nextOrderCode: "F8UC-2RWA",
        orderCount: 1,
        endsInSeconds: 600,
        refusal: "COURIER_BUSY",
        addedSeconds: 0,
      },
    },
  ]).map(({ id }) => id);
  expect(order).toEqual([
    "planned",
    "a",
    "slow on the way",
    "silent",
    "nowhere",
    "on a break",
    "off shift",
    "too small",
  ]);
});

describe("the candidates for an order", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  it("are compared by distance to the pickup, or to the goods once picked up, and show their current order", async () => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    const created = (await api.create(orderBodyWith(1, { cargo_size: "L" }))).data;
    const filed = () => getOrder(local.db, { code: created.order_code }, ["request", "progress"]);
    const { details } = await filed();
    const pickup = details.pickup.address;
    const near = await local.couriers.makeFreeCourier(pickup);
    const door = details.dropoffs[0]?.address ?? pickup;
    const far = await local.couriers.makeFreeCourier(door);
    const bike = await local.couriers.makeFreeCourier(pickup, { type: "bike" });
    const before = await listCandidates(context, await filed());
    expect(before).toMatchObject({ isTakeover: false, isApproximate: true, sizes: ["L"] });
    expect(before.couriers.map(({ id }) => id)).toEqual([near, far, bike]);
    expect(before.couriers.map(({ isTooSmall }) => isTooSmall)).toEqual([false, false, true]);

    // The nearest one takes another order, and the far one takes this one and picks it up where the other one goes.
    const other = (await api.create(orderBody())).data;
    const carry = async (externalOrderId: string, courierId: string) => {
      const { id } = await assignCourier(context, shop.scope, { externalOrderId, courierId });
      await local.couriers.take(courierId, id, { type: "pick_up" });
    };
    await carry(other.external_order_id, near);
    await carry(created.external_order_id, far);
    const after = await listCandidates(context, await filed());
    expect(after.isTakeover).toBe(true);
    expect(after.couriers.map(({ id }) => id)).not.toContain(far);
    expect(after.couriers.find(({ id }) => id === bike)?.way?.meters).toBeGreaterThan(100);
    const busy = after.couriers.find(({ id }) => id === near);
    expect(busy?.route?.nextOrderCode).toBe(other.order_code);
  });

  it("are the best available ones among hundreds of couriers", async () => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    const created = (await api.create(orderBodyWith(1, { cargo_size: "L" }))).data;
    const filed = await getOrder(local.db, { code: created.order_code }, ["request", "progress"]);
    const { address } = filed.details.pickup;
    const east = (degrees: number) => ({ ...address, longitude: address.longitude + degrees });
    await addCouriers(600, "car", east(0.2));
    await addCouriers(30, "bike", east(0.001));
    await addCouriers(1, "car", address, "test");
    // Their names come after all others, and so do their places in any list by name.
    const [near, nearer, off] = await Promise.all([
      local.couriers.makeFreeCourier(east(0.1)),
      local.couriers.makeFreeCourier(east(0.05), { type: "van" }),
      local.couriers.makeFreeCourier(address),
    ]);
    await local.db.models.courier.update({ where: { id: off }, data: { onShiftSince: null } });
    const busy = await local.couriers.makeFreeCourier(address);
    const other = (await api.create(orderBody())).data;
    const input = { externalOrderId: other.external_order_id, courierId: busy };
    const { id } = await assignCourier(context, shop.scope, input);
    await local.couriers.take(busy, id, { type: "pick_up" });
    // The courier whose goods the busy one takes over first.
    const giver = await local.couriers.makeFreeCourier(address);
    await local.db.models.order.update({
      where: { id },
      data: { takeoverFromId: giver, takeoverLatitude: 1, takeoverLongitude: 1, takeoverSince: new Date() },
    });

    const { couriers } = await listCandidates(context, filed);
    expect(couriers.map(({ id }) => id)).not.toContain(giver);
    const able = couriers.filter(({ isTooSmall, route }) => !isTooSmall && route === null);
    expect(able.slice(0, 2).map(({ id }) => id)).toEqual([nearer, near]);
    expect(able).toHaveLength(20);
    expect(couriers.map(({ id }) => id)).not.toContain(off);
    expect(couriers.filter(({ isTooSmall }) => isTooSmall)).toHaveLength(5);
    expect(couriers.find(({ id }) => id === busy)?.route?.nextOrderCode).toBe(other.order_code);
  });

  it("are the busy couriers with the time until they are free, wherever they are, if none is free", async () => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    await execute(local.db)`UPDATE couriers SET on_shift_since = NULL`;
    const { pickup } = orderBody();
    const far = { ...pickup.address, latitude: pickup.address.latitude + 0.5 };
    const created = (await api.create(orderBody())).data;
    const { dropoffs } = orderBody();
    const elsewhere = {
      pickup: { ...pickup, address: far },
      dropoffs: dropoffs.map((dropoff) => ({ ...dropoff, address: far })),
    };
    const other = (await api.create(orderBodyWith(1, elsewhere))).data;
    const busy = await local.couriers.makeFreeCourier(far);
    const input = { externalOrderId: other.external_order_id, courierId: busy };
    const { id } = await assignCourier(context, shop.scope, input);
    const find = async () => {
      const filed = await getOrder(local.db, { code: created.order_code }, ["request", "progress"]);
      const { couriers } = await listCandidates(context, filed);
      return couriers.filter(({ isOnShift }) => isOnShift);
    };
    const [assigned] = await find();
    // Parked at the pickup, waited five minutes, parked and found the door: all at one place.
    expect(assigned).toMatchObject({
      id: busy,
      route: {
        nextOrderCode: other.order_code,
        orderCount: 1,
        endsInSeconds: 60 + 300 + 60 + 150,
        refusal: "COURIER_BUSY",
      },
    });
    const readyAt = new Date(local.clock.now().getTime() + 600_000);
    await local.db.models.order.update({ where: { id }, data: { readyAt } });
    expect(await find()).toMatchObject([{ id: busy, route: { endsInSeconds: 600 + 300 + 60 + 150 } }]);
    await local.couriers.take(busy, id, { type: "pick_up" });
    expect(await find()).toMatchObject([{ id: busy, route: { endsInSeconds: 60 + 150 } }]);

    // Nor is it known where a courier without a position is.
    await local.db.models.courierPosition.delete({ where: { courierId: busy } });
    expect(await find()).toMatchObject([{ id: busy, route: { refusal: "COURIER_BUSY" } }]);
    // A courier without a signal for an hour is on shift, but not free.
    const silent = await local.couriers.makeFreeCourier(pickup.address);
    const anHourAgo = new Date(local.clock.now().getTime() - 3_600_000);
    await local.db.models.courierPosition.update({
      where: { courierId: silent },
      data: { receivedAt: anHourAgo },
    });
    expect((await find()).map(({ id }) => id)).toEqual([silent, busy]);
    await local.db.models.courier.update({ where: { id: silent }, data: { onShiftSince: null } });
    const free = await local.couriers.makeFreeCourier(pickup.address);
    expect((await find()).map(({ id }) => id)).toEqual([free]);
  });

  it("begin with the planned courier, free or busy, wherever they are", async () => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    await execute(local.db)`UPDATE couriers SET on_shift_since = NULL`;
    const { pickup } = orderBody();
    const far = { ...pickup.address, latitude: pickup.address.latitude + 0.5 };
    const created = (await api.create(orderBody())).data;
    await addCouriers(30, "car", pickup.address);
    const planned = await local.couriers.makeFreeCourier(far);
    const find = async () => {
      const filed = await getOrder(local.db, { code: created.order_code }, ["request", "progress"]);
      return (await listCandidates(context, filed)).couriers;
    };
    expect((await find()).map(({ id }) => id)).not.toContain(planned);
    const plan = { code: created.order_code, courierId: planned, arrivesAt: local.clock.now() };
    await planOrders(local, plan);
    const [first, ...others] = await find();
    expect(first).toMatchObject({ id: planned, isPlanned: true, route: null });
    expect(others.filter(({ isPlanned }) => isPlanned)).toEqual([]);

    const { dropoffs } = orderBody();
    const elsewhere = {
      pickup: { ...pickup, address: far },
      dropoffs: dropoffs.map((dropoff) => ({ ...dropoff, address: far })),
    };
    const other = (await api.create(orderBodyWith(1, elsewhere))).data;
    const input = { externalOrderId: other.external_order_id, courierId: planned };
    await assignCourier(context, shop.scope, input);
    expect((await find())[0]).toMatchObject({
      id: planned,
      isPlanned: true,
      route: { nextOrderCode: other.order_code, refusal: "COURIER_BUSY", endsInSeconds: expect.any(Number) },
    });
    local.clock.advance(MAX_PLAN_AGE_MS);
    expect((await find()).map(({ id }) => id)).not.toContain(planned);
  });

  it("are never assigned automatically, however near, when their last signal is too old", async () => {
    const { api } = await local.newShop();
    const { context } = local.couriers;
    await execute(local.db)`UPDATE couriers SET on_shift_since = NULL`;
    const place = async () => (await api.create(orderBody())).data.order_code;
    const { pickup } = orderBody();
    const near = await local.couriers.makeFreeCourier(pickup.address);
    local.clock.advance(LAST_SEEN_LIMIT_MS - 1);
    const first = await assignBestCourier(context, await place(), {});
    expect(first.courierId).toBe(near);

    // As many who are silent as are compared, and one who is not.
    await addCouriers(20, "car", pickup.address);
    local.clock.advance(LAST_SEEN_LIMIT_MS);
    const code = await place();
    await expect(assignBestCourier(context, code, {})).rejects.toThrow("COURIER_NOT_FOUND");
    const far = await local.couriers.makeFreeCourier({ ...pickup.address, latitude: 59.99 });
    expect((await assignBestCourier(context, code, {})).courierId).toBe(far);
  });

  /** People on shift at a place. */
  async function addCouriers(
    count: number,
    transport: TransportType,
    at: Point,
    mode: Mode = "live",
  ): Promise<void> {
    const now = local.clock.now();
    await execute(local.db)`
      WITH added AS (
        INSERT INTO couriers (name, phone, transport_type, mode, is_simulated, on_shift_since)
        SELECT 'А' || n, '+79110000000', ${transport}::transport_type, ${mode}::mode, ${mode === "test"}, ${now}::timestamptz
        FROM generate_series(1, ${count}::int) AS n
        RETURNING id
      )
      INSERT INTO courier_positions (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
      SELECT id, ${at.latitude}::float8, ${at.longitude}::float8, 0, ${now}::timestamptz, ${now}::timestamptz, ''
      FROM added`;
  }
});
