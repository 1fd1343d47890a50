import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedOpenOrders } from "@/bench/seed-portal";
import { type Mode, mintScope } from "@/lib/account-scope";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { COURIER_SILENT_AFTER_MS } from "@/lib/console/overview/account-board";
import { getAccountBoard, listOrderMarks } from "@/lib/console/overview/get-account-board";
import { getOverview } from "@/lib/console/overview/get-overview";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { getDrivenPath } from "@/lib/orders/detail/get-driven-path";
import { dueAt, HANDLING_ALLOWANCE_MS, LATE_TOLERANCE_MS } from "@/lib/orders/due-at";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import { loadOrder } from "@/lib/orders/load-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { fromRubles } from "@/lib/pricing/money";
import { findArrivals } from "@/lib/tracking/list-arrivals";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addKey, type Client } from "@/testing/shop";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ZONE = "Europe/Moscow";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

/** Does something at an instant, then restores the clock. */
async function at<Result>(instant: Date | string, work: () => Promise<Result>): Promise<Result> {
  const before = local.clock.now().getTime();
  local.clock.advance(new Date(instant).getTime() - before);
  try {
    return await work();
  } finally {
    local.clock.advance(before - local.clock.now().getTime());
  }
}

const getStaff = ({ accountId }: Client) => ({
  accountId,
  scope: (mode: Mode) => mintScope(accountId, mode),
});
const readOverview = (shop: Client) => getOverview(local.runtime, shop.scope, ZONE);

describe("the overview", () => {
  it("counts each of the account's orders on the day it was placed by the account's clock", async () => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    const place = async (instant: string, change: Partial<CreateOrderBody> = {}) => {
      const body = orderBody(change);
      const { data } = await at(instant, () => api.create(body));
      return { id: body.external_order_id, price: data.price ?? 0, code: data.order_code };
    };
    const deliver = async (id: string, instant: Date | string) => {
      await local.couriers.lead(shop.scope, id, "in_progress");
      await at(instant, () => deliverOrder(context, shop.scope, id));
    };
    // Noon UTC is 3 p.m. in Moscow, where the day began at 9 p.m. UTC.
    const beforeMidnight = await place("2026-11-20T20:59:59.999Z");
    const today = [
      await place("2026-11-20T21:00:00.000Z"),
      await place("2026-11-21T08:00:00.000Z"),
      await place("2026-11-21T09:00:00.000Z", { delivery_time: "2026-11-21T11:00:00.000Z" }),
      await place("2026-11-21T11:58:00.000Z"),
      await place("2026-11-21T11:59:00.000Z"),
    ] as const;
    await deliver(beforeMidnight.id, "2026-11-20T21:09:59.999Z");
    await deliver(today[0].id, "2026-11-20T21:30:00.000Z");
    await deliver(today[1].id, "2026-11-21T10:30:00.000Z");
    await deliver(today[2].id, new Date(Date.parse("2026-11-21T11:00:00.000Z") + LATE_TOLERANCE_MS + 1));
    await cancelOrder(context, shop.scope, { externalOrderId: today[3].id, reason: "unspecified" });

    const stranger = await local.newShop();
    await stranger.api.create(orderBody());
    const twin = await addKey(local.db, shop.accountId, "test");
    await local.client(twin.key).create(orderBody());

    const overview = await readOverview(shop);
    expect(overview.today).toEqual({
      placed: 5,
      delivered: 3,
      onTime: 1,
      overdue: 0,
      charged: 4,
      spent: today.reduce((sum, { price }, index) => sum + (index === 3 ? 0 : fromRubles(price)), 0),
    });
    expect(overview.hours.map(({ numbers }) => numbers.placed)).toEqual([
      ...[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ...[1, 1, 0, 2, 0],
    ]);
    expect(overview.hours[0]?.from).toEqual(new Date("2026-11-20T21:00:00.000Z"));
    const other = await readOverview(twin);
    expect(other.today).toMatchObject({ placed: 1, delivered: 0 });
  });

  it("compares today with the same weekday up to the same time", async () => {
    const { shop, api } = await local.newShop();
    for (const instant of [
      "2026-11-13T20:59:59.999Z",
      "2026-11-13T21:00:00.000Z",
      "2026-11-14T11:59:59.999Z",
      "2026-11-14T12:00:00.000Z",
    ])
      await at(instant, () => api.create(orderBody()));
    expect((await readOverview(shop)).placedWeekAgo).toBe(2);
  });

  it("groups open orders by their next step", async () => {
    const { shop, api } = await local.newShop();
    const place = async (change: Partial<CreateOrderBody> = {}) => {
      const body = orderBody(change);
      await api.create(body);
      return body.external_order_id;
    };
    const late = new Date(local.clock.now().getTime() - 3 * HOUR_MS);
    const [carried, taken] = [await at(late, () => place()), await place()];
    await place();
    await place({ delivery_time: new Date(local.clock.now().getTime() + 20 * HOUR_MS).toISOString() });
    await local.couriers.lead(shop.scope, carried, "in_progress");
    await local.couriers.lead(shop.scope, taken, "assigned");
    const { board } = await readOverview(shop);
    expect(board.counts).toEqual({
      open: 4,
      onTheWay: 1,
      toPickUp: 1,
      planned: 0,
      searching: 1,
      scheduled: 1,
      late: 1,
    });
    const marks = await listOrderMarks(local.runtime, shop.scope);
    expect(marks.map(([, , , tone]) => tone).sort()).toEqual(["late", "new", "normal", "normal"]);
    expect(marks.map(([code]) => code).sort()).toEqual(board.orders.map(({ code }) => code).sort());
    const otherAccount = await local.newShop();
    expect(await listOrderMarks(local.runtime, otherAccount.shop.scope)).toEqual([]);
  });

  it("counts all couriers who carry its orders, and lists silent couriers last", async () => {
    const { shop } = await local.newShop();
    await seedOpenOrders(local.databaseUrl, { accountId: shop.accountId, orders: 1_000 });
    const carriers = await local.db.models.order.findMany({
      where: { accountId: shop.accountId, courierId: { not: null } },
      orderBy: { id: "desc" },
    });
    const [lost = "", silent = ""] = carriers.map(({ courierId }) => courierId ?? "");
    const { courier, courierPosition } = local.db.models;
    await courier.updateMany({ where: { id: { in: [lost, silent] } }, data: { name: "Яков" } });
    await courierPosition.deleteMany({ where: { courierId: lost } });
    const receivedAt = new Date(local.clock.now().getTime() - COURIER_SILENT_AFTER_MS);
    await courierPosition.update({ where: { courierId: silent }, data: { receivedAt } });
    const { board } = await readOverview(shop);
    expect(board.carriers).toEqual({ all: 600, silent: 2 });
    expect(board.couriers).toHaveLength(500);
    const shown = board.couriers.map(({ id }) => id);
    expect(shown.slice(-2).sort()).toEqual([lost, silent].sort());
    const described = board.orders.flatMap(({ courierId }) => (courierId === null ? [] : [courierId]));
    expect(described.filter((id) => !shown.includes(id))).toEqual([]);
  });

  it("shows the next stop and its time, as the order's page does", async () => {
    const { shop, api } = await local.newShop();
    const [near, far] = [orderBody(), orderBody()];
    for (const body of [far, near]) await api.create(body);
    const couriers = [
      await local.couriers.lead(shop.scope, far.external_order_id, "assigned"),
      await local.couriers.lead(shop.scope, near.external_order_id, "in_progress"),
    ];
    await local.couriers.accept(shop.scope, far.external_order_id, couriers[0] ?? "");
    for (const courier of couriers) await local.couriers.place(courier, local.clock.now());
    await local.couriers.showArrivals();
    const { arrivals, board } = await readOverview(shop);
    const findCode = (body: CreateOrderBody) =>
      board.orders.find(({ externalOrderId }) => externalOrderId === body.external_order_id)?.code;
    expect(arrivals.map(({ code }) => code)).toEqual([findCode(near), findCode(far)]);
    const order = await loadOrder(local.db, { member: getStaff(shop), code: findCode(near) ?? "" });
    expect(arrivals[0]?.window).toEqual((order && (await findArrivals(local.runtime, order)))?.[0]);
  });

  it("separates on-time from late orders to the millisecond, as the rule does", async () => {
    const { shop, api } = await local.newShop();
    const placedAt = local.clock.now();
    const scheduled = new Date(placedAt.getTime() + 3 * HOUR_MS).toISOString();
    const promised = new Date(placedAt.getTime() + HOUR_MS);
    for (const [delivery_time, promisedUntil] of [
      [null, null],
      [scheduled, null],
      [null, promised],
      [scheduled, promised],
    ] as const) {
      for (const late of [0, 1]) {
        const body = orderBody({ delivery_time });
        await api.create(body);
        const where = { externalOrderId: body.external_order_id, accountId: shop.accountId };
        await local.db.models.order.updateMany({ where, data: { promisedUntil } });
        const row = await local.db.models.order.findFirstOrThrow({ where });
        await local.couriers.lead(shop.scope, body.external_order_id, "in_progress");
        const before = (await readOverview(shop)).today;
        const then = await at(new Date(dueAt(row).getTime() + late), async () => {
          const { today } = await readOverview(shop);
          await deliverOrder(local.couriers.context, shop.scope, body.external_order_id);
          return today;
        });
        expect([before.overdue, then.overdue]).toEqual([0, late]);
        const after = (await readOverview(shop)).today;
        expect([delivery_time, late, after.onTime - before.onTime]).toEqual([delivery_time, late, 1 - late]);
      }
    }
  });

  it("lists the orders that need attention until they are resolved", async () => {
    const { shop, api } = await local.newShop();
    const [lost, waiting, well] = [orderBody(), orderBody(), orderBody()];
    const now = local.clock.now();
    await at(new Date(now.getTime() - 2 * HANDLING_ALLOWANCE_MS), () => api.create(lost));
    const searchedForMs = DEFAULT_DISPATCH.notFoundAfterSeconds * 1000;
    await at(new Date(now.getTime() - searchedForMs), () => api.create(waiting));
    await at(new Date(now.getTime() - searchedForMs + 1), () => api.create(orderBody()));
    await api.create(well);
    const courier = await local.couriers.lead(shop.scope, lost.external_order_id, "in_progress");
    await local.couriers.place(courier, new Date(now.getTime() - 6 * MINUTE_MS));
    await local.db.models.courierPosition.update({
      where: { courierId: courier },
      data: { receivedAt: new Date(now.getTime() - 5 * MINUTE_MS) },
    });
    const output = async () =>
      (await readOverview(shop)).troubled.map(({ order, troubles }) => [order.externalOrderId, troubles]);
    expect(await output()).toEqual([
      [lost.external_order_id, ["late", "courier_silent"]],
      [waiting.external_order_id, ["no_courier"]],
    ]);
    await local.couriers.place(courier, now);
    await deliverOrder(local.couriers.context, shop.scope, lost.external_order_id);
    expect(await output()).toEqual([[waiting.external_order_id, ["no_courier"]]]);
  });

  it("guides a new account from step to step, in either mode", async () => {
    const { shop, api } = await local.newShop("test");
    const live = { ...shop, scope: mintScope(shop.accountId, "live") };
    const steps = async () => (await readOverview(live)).steps;
    expect(await steps()).toEqual({ key: true, quote: false, order: false, webhook: false });
    const { pickup, dropoffs } = orderBody();
    const answer = await api.post("/v1/partner/quotes", {
      pickup: { latitude: pickup.address.latitude, longitude: pickup.address.longitude },
      dropoffs: dropoffs.map(({ address: to }) => ({ latitude: to.latitude, longitude: to.longitude })),
    });
    expect(answer.status).toBe(200);
    expect(await steps()).toEqual({ key: true, quote: true, order: false, webhook: false });
    await api.create(orderBody());
    await local.db.models.quote.deleteMany({ where: { accountId: shop.accountId } });
    expect(await steps()).toEqual({ key: true, quote: true, order: true, webhook: false });
    await addEndpoint(testWebhooks(local.db), shop.scope, "https://localhost:4000/");
    expect(await steps()).toEqual({ key: true, quote: true, order: true, webhook: true });
  });
});

describe("an account's board", () => {
  it("holds only the account's open orders of its mode and the couriers who carry them", async () => {
    const { shop, api } = await local.newShop();
    const [carried, waiting, ended] = [orderBody(), orderBody(), orderBody()];
    for (const body of [carried, waiting, ended]) await api.create(body);
    const mine = await local.couriers.lead(shop.scope, carried.external_order_id, "in_progress");
    await local.couriers.place(mine);
    await local.couriers.lead(shop.scope, ended.external_order_id, "delivered");

    const free = await local.couriers.makeFreeCourier(address());
    const otherAccount = await local.newShop();
    const theirs = orderBody();
    const { data: strange } = await otherAccount.api.create(theirs);
    const busy = await local.couriers.lead(otherAccount.shop.scope, theirs.external_order_id, "assigned");
    const twin = await addKey(local.db, shop.accountId, "test");
    const test = orderBody();
    const { data: simulated } = await local.client(twin.key).create(test);
    const simulator = await local.couriers.lead(twin.scope, test.external_order_id, "assigned");

    const board = await getAccountBoard(local.runtime, shop.scope);
    expect(board.orders.map(({ externalOrderId }) => externalOrderId)).toEqual([
      waiting.external_order_id,
      carried.external_order_id,
    ]);
    expect(board.couriers.map(({ id, orderCode }) => [id, orderCode])).toEqual([
      [mine, board.orders[1]?.code],
    ]);
    const text = JSON.stringify(board);
    for (const secret of [free, busy, simulator, strange.order_code, simulated.order_code, "+7911"]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    const testBoard = await getAccountBoard(local.runtime, twin.scope);
    expect(testBoard.couriers.map(({ id }) => id)).toEqual([simulator]);
    expect(testBoard.orders.map(({ code }) => code)).toEqual([simulated.order_code]);
  });

  it("returns the route along the streets for the account's own orders only", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const find = (client: Client) =>
      loadOrder(local.db, { member: getStaff(client), code: data.order_code }, ["request", "route"]);
    const order = await find(shop);
    const way = order && getDrivenPath(order);
    expect(way?.[0]).toMatchObject({ latitude: 59.9354, longitude: 30.3254 });
    expect(way?.at(-1)).toMatchObject({ latitude: 59.9287, longitude: 30.3607 });
    const otherAccount = await local.newShop();
    expect(await find(otherAccount.shop)).toBeNull();
  });
});

describe("a search for orders", () => {
  it("finds the account's matching orders in both modes, newest first", async () => {
    const { shop, api } = await local.newShop();
    const twin = await addKey(local.db, shop.accountId, "test");
    const to = (street: string, value: string): Partial<CreateOrderBody> => ({
      dropoffs: [{ address: { ...address(), street, building: "7" }, contact: { value } }],
    });
    const first = orderBody({ external_order_id: "find-1", ...to("улица Марата", "+79990001122") });
    const second = orderBody({ external_order_id: "find-2", ...to("Садовая", "+79990003344") });
    const { data: one } = await api.create(first);
    local.clock.advance(1_000);
    const { data: two } = await local.client(twin.key).create(second);
    const otherAccount = await local.newShop();
    await otherAccount.api.create(first);

    const codes = async (text: string) =>
      (await suggestOrders(local.db, getStaff(shop), text, local.clock.now())).map(({ code }) => code);
    expect(await codes("find-")).toEqual([two.order_code, one.order_code]);
    expect(await codes("11-22")).toEqual([one.order_code]);
    expect(await codes("ул. Марата")).toEqual([one.order_code]);
    expect(await codes(two.order_code.replace("-", "").toLowerCase())).toEqual([two.order_code]);
    expect(await codes("find-3")).toEqual([]);
    for (const text of ["", " ", "\0", "%", "_", "'", "\uDBFF\uDFFF", "\uD800"])
      expect(await codes(text)).toEqual([]);
    const [found] = await suggestOrders(local.db, getStaff(shop), "find-2", local.clock.now());
    expect(found).toEqual({
      code: two.order_code,
      externalOrderId: "find-2",
      mode: "test",
      status: "new",
      hasCourier: false,
      isScheduled: false,
      street: "Садовая",
      building: "7",
    });
  });

  it("returns at most eight orders", async () => {
    const { shop, api } = await local.newShop();
    for (let index = 0; index < 9; index += 1) {
      await api.create(orderBody({ external_order_id: `many-${index}` }));
    }
    expect(await suggestOrders(local.db, getStaff(shop), "many-", local.clock.now())).toHaveLength(8);
  });
});
