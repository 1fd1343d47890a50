import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mode } from "@/lib/account-scope";
import { createUser } from "@/lib/accounts/create-user";
import { buildConsoleBoard } from "@/lib/console/console-board";
import { deleteHandled } from "@/lib/console/delete-handled";
import { findExceptions } from "@/lib/console/exceptions";
import { findConsoleFacts } from "@/lib/console/find-console-facts";
import { getBoard } from "@/lib/console/get-board";
import { handleException, reopenException } from "@/lib/console/handle-exception";
import { isCourierStale } from "@/lib/couriers/freshness";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { execute } from "@/lib/db/sql";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { DomainError } from "@/lib/domain-error";
import { findDeliveryRecord } from "@/lib/orders/detail/find-delivery-record";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";
import { searchAnyOrders } from "@/lib/orders/list/list-orders-for-operators";
import { loadOrder } from "@/lib/orders/load-order";
import { listTariffs } from "@/lib/pricing/get-tariff";
import { setTariff } from "@/lib/pricing/set-tariff";
import { PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";

describe("the operators' board", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local.close());

  it("shows the open orders of every account in its mode, and those without a courier first", async () => {
    const [first, second] = [await local.newShop(), await local.newShop()];
    const carried = (await first.api.create(orderBody())).data;
    await local.couriers.lead(first.shop.scope, carried.external_order_id, "in_progress");
    const waiting = (await second.api.create(orderBody())).data;
    const ended = (await second.api.create(orderBody())).data;
    await local.couriers.lead(second.shop.scope, ended.external_order_id, "delivered");
    const elsewhere = await local.newShop("test");
    const test = (await elsewhere.api.create(orderBody())).data;

    const { orders, couriers } = await getBoard(local.runtime, "live");
    expect(orders.map(({ code }) => code)).toEqual([waiting.order_code, carried.order_code]);
    expect(orders[1]).toMatchObject({ status: "in_progress", courierName: "Алексей Громов" });
    expect(orders[0]?.stops).toHaveLength(2);
    expect(couriers.map(({ orderCode }) => orderCode)).toContain(carried.order_code);
    expect((await getBoard(local.runtime, "test")).orders.map(({ code }) => code)).toEqual([test.order_code]);
  });

  it("lists questions first, then couriers at doors, then returning goods, including cancelled orders", async () => {
    const { shop, api } = await local.newShop("test");
    const carried = async () => {
      const { data } = await api.create(orderBody());
      await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
      const { id } = await local.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
      return { id, code: data.order_code };
    };
    const [door, asked, back] = [await carried(), await carried(), await carried()];
    await execute(
      local.db,
    )`UPDATE order_stops SET arrived_at = now() WHERE order_id = ${door.id} AND position = 1`;
    await execute(local.db)`
      UPDATE order_stops SET failed_at = now(), failure_code = 'refused', attempts = 1, resolution = 'ask',
        answer_until = now() + interval '9 min' WHERE order_id = ${asked.id} AND position = 1`;
    await execute(local.db)`
      UPDATE orders SET status = 'cancelled', cancel_reason = 'late', return_state = 'on_the_way', return_started_at = now()
      WHERE id = ${back.id}`;
    const { orders } = await getBoard(local.runtime, "test");
    const of = ({ code }: { code: string }) => orders.find((order) => order.code === code);
    expect(orders[0]?.code).toBe(asked.code);
    expect(of(asked)).toMatchObject({ answerUntil: expect.any(String), atDoorSince: null });
    expect(of(door)).toMatchObject({ answerUntil: null, atDoorSince: expect.any(String) });
    expect(of(back)).toMatchObject({
      status: "cancelled",
      returnState: "on_the_way",
      returnStartedAt: expect.any(String),
    });
  });

  it("hides an exception noted by an operator until its snooze ends, and lists it as handled for all operators of that mode", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const courierId = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
    await local.couriers.place(courierId);
    const heardAt = new Date(local.clock.now().getTime() + 9 * 60_000);
    await execute(local.db)`
      UPDATE courier_positions SET received_at = ${heardAt}::timestamptz WHERE courier_id = ${courierId}::uuid`;
    const { id } = await local.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
    const began = new Date(local.clock.now().getTime() - 20 * 60_000);
    await execute(
      local.db,
    )`UPDATE order_stops SET arrived_at = ${began}::timestamptz WHERE order_id = ${id} AND position = 1`;
    const seen = async (mode: Mode, after = 0) => {
      const board = await getBoard(local.runtime, mode);
      return findExceptions(board, local.clock.now().getTime() + after)
        .filter(({ subject }) => subject === data.order_code)
        .map(({ kind }) => kind);
    };
    expect(await seen("live")).toEqual(["at_door"]);
    expect(await seen("test")).toEqual([]);

    const { id: operatorId } = await createUser(local.db, {
      accountId: null,
      email: "operator@dropline.example",
      password: "correct horse battery",
      roles: ["owner"],
    });
    const context = { ...local.couriers.context, actor: { type: "operator", id: operatorId } as const };
    const what = { mode: "live", kind: "at_door", subject: data.order_code, handling: "noted" };
    const endpoint = { kind: "webhook_failing", subject: crypto.randomUUID() };
    for (const strange of [{ mode: "test" }, { subject: "AAAA-AAAA" }, endpoint]) {
      await expect(handleException(context, { ...what, ...strange })).rejects.toThrow(DomainError);
    }
    expect(await seen("live")).toEqual(["at_door"]);
    await handleException(context, what);
    expect(await seen("live")).toEqual([]);
    expect(await seen("live", 10 * 60_000)).toEqual(["at_door"]);
    const { handled } = await getBoard(local.runtime, "live");
    expect(handled).toEqual({
      count: 1,
      latest: [
        {
          kind: "at_door",
          subject: data.order_code,
          action: "noted",
          at: local.clock.now().toISOString(),
          by: "operator@dropline.example",
        },
      ],
    });
    for (const wrong of [{ kind: "weather" }, { handling: "slept" }, { subject: "" }, { mode: "both" }]) {
      await expect(handleException(context, { ...what, ...wrong })).rejects.toThrow(DomainError);
    }
    const other = { ...context, actor: { type: "operator", id: crypto.randomUUID() } as const };
    for (const [who, mode, shown] of [
      [other, "live", []],
      [context, "test", []],
      [context, "live", ["at_door"]],
    ] as const) {
      await reopenException(who, { ...what, mode });
      expect(await seen("live")).toEqual(shown);
    }
    await handleException(context, { ...what, handling: "allowed" });
    await reopenException(context, what);
    expect(await seen("live")).toEqual([]);
    expect(await deleteHandled(local.db, new Date(local.clock.now().getTime() + 1), () => false)).toBe(true);
    expect((await getBoard(local.runtime, "live")).handled.count).toBe(0);
  });

  it("reports no missing courier for a scheduled order before its search starts, and no exception of the other mode", async () => {
    const { api } = await local.newShop();
    const inADay = new Date(local.clock.now().getTime() + 24 * 60 * 60_000);
    const { data } = await api.create(orderBody({ delivery_time: inADay.toISOString() }));
    const kinds = async (mode: Mode, hours: number) =>
      findExceptions(await getBoard(local.runtime, mode), local.clock.now().getTime() + hours * 60 * 60_000)
        .filter(({ subject }) => subject === data.order_code)
        .map(({ kind }) => kind);
    expect(await kinds("live", 1)).toEqual([]);
    expect(await kinds("live", 24)).toEqual(["courier_not_found"]);
    expect(await kinds("test", 24)).toEqual([]);
  });

  it("shows the current plan of waiting orders, and the next three orders of each courier", async () => {
    const { shop, api } = await local.newShop();
    const place = async () => (await api.create(orderBody())).data;
    const [carried, lost, ...next] = [
      await place(),
      await place(),
      await place(),
      await place(),
      await place(),
    ];
    const last = await place();
    const courierId = await local.couriers.lead(shop.scope, carried.external_order_id, "in_progress");
    const inMinutes = (minutes: number) => new Date(local.clock.now().getTime() + minutes * 60_000);
    const planned = [...next, last].map(({ order_code: code }, index) => {
      return { code, courierId, arrivesAt: inMinutes(10 * (index + 1)) };
    });
    const readPlan = async (code = lost.order_code) => {
      const { couriers, orders } = await getBoard(local.runtime, "live");
      return {
        plan: orders.find((order) => order.code === code)?.plan,
        chain: couriers.find(({ id }) => id === courierId)?.planned,
      };
    };
    await planOrders(local, ...planned, { code: lost.order_code, reason: "no_vehicle" });
    expect(await readPlan()).toEqual({
      plan: { courierId: null, reason: "no_vehicle", since: null },
      chain: planned.slice(0, 3).map(({ code, arrivesAt }) => ({ code, at: arrivesAt.toISOString() })),
    });
    const [first] = planned;
    expect((await readPlan(first?.code)).plan).toEqual({
      courierId,
      courierName: "Алексей Громов",
      arrivesAt: first?.arrivesAt.toISOString(),
      reason: null,
    });
    expect(await findConsoleFacts(local.runtime, first?.code ?? "")).toMatchObject({
      plan: { courierId, courierName: "Алексей Громов" },
    });
    expect(await findConsoleFacts(local.runtime, lost.order_code)).toMatchObject({
      plan: { courierId: null, reason: "no_vehicle" },
    });
    expect(await findConsoleFacts(local.runtime, carried.order_code)).toMatchObject({ plan: null });
    local.clock.advance(MAX_PLAN_AGE_MS);
    expect(await readPlan()).toEqual({ plan: null, chain: [] });
    expect(await findConsoleFacts(local.runtime, lost.order_code)).toMatchObject({ plan: null });
  });

  it("shows that no courier was found only until one is planned, also when the plan loses that courier", async () => {
    const { api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const code = data.order_code;
    const courierId = await local.couriers.makeCourier();
    const now = local.clock.now();
    await execute(
      local.db,
    )`UPDATE orders SET courier_not_found_at = ${now}::timestamptz WHERE order_code = ${code}`;
    const isNotFound = async () => {
      const { orders } = await getBoard(local.runtime, "live");
      return orders.find((order) => order.code === code)?.isCourierNotFound;
    };
    await planOrders(local, { code, reason: "no_courier" });
    expect(await isNotFound()).toBe(true);
    await planOrders(local, { code, courierId, arrivesAt: now });
    expect(await isNotFound()).toBe(false);
    local.clock.advance(1_000);
    await planOrders(local, { code, reason: "no_courier" });
    expect(await isNotFound()).toBe(false);
  });

  it("includes failing endpoints and recipients' complaints of its mode", async () => {
    const { shop, api } = await local.newShop("test");
    const { data } = await api.create(orderBody());
    await local.couriers.lead(shop.scope, data.external_order_id, "delivered");
    const { id } = await local.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
    const at = local.clock.now();
    await execute(local.db)`
      UPDATE order_stops SET feedback = 'problem', feedback_text = 'Crushed', feedback_at = ${at}::timestamptz
      WHERE order_id = ${id} AND position = 1`;
    const endpoint = {
      eventTypes: ["order.cancelled"],
      secret: new Uint8Array(1),
      createdAt: at,
      accountId: shop.accountId,
    };
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
    const longAgo = new Date(at.getTime() - 25 * 60 * 60_000);
    await local.db.models.webhookEndpoint.createMany({
      data: [
        { id: ids[0], mode: "test", url: "https://a:b@shop.example/hook", failingSince: at, ...endpoint },
        { id: ids[1], mode: "live", url: "https://live.example/hook", failingSince: at, ...endpoint },
        {
          id: ids[2],
          mode: "test",
          url: "https://old.example/hook",
          disabledAt: longAgo,
          disabledReason: "gone",
          ...endpoint,
        },
      ],
    });
    const delivery = await local.db.models.webhookDelivery.create({
      data: {
        endpointId: ids[0],
        accountId: shop.accountId,
        eventId: crypto.randomUUID(),
        eventType: "order.cancelled",
        runAt: at,
        createdAt: at,
      },
    });
    await local.db.models.webhookAttempt.createMany({
      data: [
        { number: 1, attemptedAt: longAgo, detail: "ECONNRESET", failure: "lost" },
        { number: 2, attemptedAt: at, status: 503, failure: "status" },
      ].map((attempt) => ({
        deliveryId: delivery.id,
        endpointId: ids[0],
        durationMs: 5,
        signature: "",
        ...attempt,
      })),
    });
    const board = await getBoard(local.runtime, "test");
    expect(board.endpoints).toMatchObject([
      { id: ids[0], host: "shop.example", accountId: shop.accountId, error: "HTTP 503" },
    ]);
    expect(board.problems).toMatchObject([{ orderCode: data.order_code, text: "Crushed" }]);
    const live = await getBoard(local.runtime, "live");
    expect(live.endpoints.map(({ id: one }) => one)).toEqual([ids[1]]);
    expect(live.problems).toEqual([]);
    await execute(
      local.db,
    )`UPDATE order_stops SET feedback_settled_at = now() WHERE order_id = ${id} AND position = 1`;
    expect((await getBoard(local.runtime, "test")).problems).toEqual([]);
  });

  it("shows since when an order has been offered, its expected arrival and its promised time", async () => {
    const { shop, api } = await local.newShop("test");
    const { data } = await api.create(orderBody());
    const courierId = await local.couriers.lead(shop.scope, data.external_order_id, "assigned");
    const own = async () =>
      (await getBoard(local.runtime, "test")).orders.find(({ code }) => code === data.order_code);
    expect(await own()).toMatchObject({ offeredSince: expect.any(String), arrivesAt: null, arrival: null });
    await local.couriers.place(courierId);
    await local.couriers.accept(shop.scope, data.external_order_id, courierId);
    await local.couriers.showArrivals();
    const assigned = await own();
    expect(Date.parse(assigned?.arrivesAt ?? "")).toBeGreaterThan(local.clock.now().getTime());
    const { from = "", to = "" } = assigned?.arrival ?? {};
    // At eight times the pace of life.
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThanOrEqual((5 * 60_000) / 8);
    // The estimate is rounded to the current minute.
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(assigned?.arrivesAt ?? "") - 60_000);
    await startOrder(local.couriers.context, shop.scope, data.external_order_id);
    const carried = await own();
    expect(carried).toMatchObject({ offeredSince: null, status: "in_progress" });
    expect(Date.parse(carried?.promisedUntil ?? "")).toBeGreaterThan(local.clock.now().getTime());
  });

  it("summarizes 2,000 orders and 300 couriers with true counts", async () => {
    const order: ActiveOrder = {
      id: 1n,
      code: "ABCD-1234",
      externalOrderId: "external-identifier-1",
      accountName: "Цветы на Невском",
      status: "in_progress",
      courierId: null,
      courierName: "Алексей Громов",
      isCourierNotFound: false,
      plannedCourierId: null,
      plannedCourierName: null,
      plannedArrival: null,
      unplannedReason: null,
      unplannedSince: null,
      waitingSince: local.clock.now(),
      offeredSince: null,
      pickedUpAt: local.clock.now(),
      accountId: "shop",
      arrivedAt: local.clock.now(),
      createdAt: local.clock.now(),
      promisedUntil: null,
      durationSeconds: 900,
      scenarioSpeed: null,
      deliveryTime: null,
      windowFrom: null,
      windowTo: null,
      readyAt: null,
      answerUntil: null,
      askedAt: null,
      atDoorSince: null,
      returnState: null,
      returnStartedAt: null,
      heldReason: null,
      routingMode: "sequential",
      price: "350.00",
      stops: [0, 1].map((index) => ({
        latitude: 59.931_234_567 + index / 100,
        longitude: 30.312_345_678,
        street: "Невский проспект",
        building: "28",
        isThere: false,
        isDone: false,
        attempts: 0,
        promisedUntil: null,
        windowFrom: null,
        shownFrom: null,
        shownTo: null,
        durationSeconds: 900,
      })),
    };
    const courier: CourierOverview = {
      id: crypto.randomUUID(),
      name: "Алексей Громов",
      phone: "+79115550001",
      transportType: "car",
      number: null,
      mode: "live",
      isSimulated: false,
      hasLink: true,
      onShiftSince: local.clock.now(),
      onBreakSince: null,
      orderCount: 1,
      disabledAt: null,
      orderCode: "ABCD-1234",
      position: {
        latitude: 59.931_234_567,
        longitude: 30.312_345_678,
        heading: 12.345,
        recordedAt: local.clock.now(),
        receivedAt: local.clock.now(),
      },
    };
    const orders = Array.from({ length: 2_000 }, (_, index) => ({
      ...order,
      code: `CODE-${1_000 + index}`,
      ...(index === 1_999 ? { answerUntil: local.clock.now() } : {}),
    }));
    const couriers = Array.from({ length: 300 }, () => ({ ...courier, id: crypto.randomUUID() }));
    const board = buildConsoleBoard(
      couriers,
      orders,
      [],
      {
        onShiftCount: 300,
        replyCount: 0,
        endpoints: [],
        problems: [],
        quiet: [],
        claims: [],
        handled: { count: 0, latest: [] },
      },
      {
        mode: "live",
        now: local.clock.now(),
        simulatorSpeed: 1,
        maxLegMeters: 100_000,
        plans: [],
        durations: PRIOR_MODEL,
        routes: new Map(),
      },
    );
    expect(board.orderCount).toBe(2_000);
    expect(board.orders.length + board.marks.length).toBe(2_000);
    // An order that needs an operator is listed in full, at any position.
    expect(board.orders[0]?.code).toBe("CODE-2999");
    expect(JSON.stringify(board).length).toBeLessThan(320_000);
  });

  it("counts all couriers on shift and includes every silent courier with an order, however many there are", async () => {
    const { shop, api } = await local.newShop("test");
    const { data } = await api.create(orderBody());
    const id = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
    await execute(local.db)`UPDATE couriers SET name = 'Яков' WHERE id = ${id}::uuid`;
    const before = (await getBoard(local.runtime, "test")).onShiftCount;
    await execute(local.db)`
      INSERT INTO couriers (name, phone, transport_type, mode, is_simulated, on_shift_since)
      SELECT 'Анна ' || n, '+79110000000', 'car', 'test', true, now() FROM generate_series(1, 600) AS n`;
    const board = await getBoard(local.runtime, "test");
    expect(board.onShiftCount).toBe(before + 600);
    expect(board.couriers.length).toBeLessThan(600);
    const later = Date.parse(board.orders[0]?.waitingSince ?? "") + 60 * 60_000;
    expect(findExceptions(board, later)).toContainEqual(
      expect.objectContaining({ kind: "silent_courier", subject: data.order_code }),
    );
  });

  it("lists every order that needs an operator among hundreds without a courier, and returns all points", async () => {
    const { api } = await local.newShop("test");
    const { data } = await api.create(orderBody());
    const now = local.clock.now();
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const copies = (name: string, count: number, placed: Date, lost: Date, told: Date | null) =>
      execute(local.db)`
        WITH made AS (
          INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
            'id', nextval('orders_id_seq'), 'external_order_id', ${name} || n, 'order_code', ${name} || n,
            'tracking_token', ${name} || n, 'created_at', ${placed}::timestamptz, 'dispatch_at', ${placed}::timestamptz,
            'courier_lost_at', ${lost}::timestamptz, 'courier_not_found_at', ${told}::timestamptz))).*
          FROM orders o, generate_series(1, ${count}::int) AS n WHERE o.order_code = ${data.order_code} RETURNING id)
        INSERT INTO order_stops SELECT (jsonb_populate_record(s, jsonb_build_object(
          'order_id', made.id, 'tracking_token', NULL))).*
        FROM made, order_stops s JOIN orders o ON o.id = s.order_id WHERE o.order_code = ${data.order_code}`;
    const before = (await getBoard(local.runtime, "test")).orderCount;
    await copies("calm-", 250, ago(2), ago(2), null);
    await copies("told-", 1, ago(1), ago(1), now);
    await copies("late-", 1, ago(300), ago(0.5), null);
    const board = await getBoard(local.runtime, "test");
    expect(board.orderCount).toBe(before + 252);
    const codes = [...board.orders.map(({ code }) => code), ...board.marks.map(([code]) => code)];
    expect([codes.length, new Set(codes).size]).toEqual([before + 252, before + 252]);
    expect(board.orders).toHaveLength(200);
    const kinds = findExceptions(board, now.getTime()).map(({ subject, kind }) => `${subject} ${kind}`);
    expect(kinds).toEqual(expect.arrayContaining(["told-1 courier_not_found", "late-1 late"]));
  });

  it("can be searched across accounts by code, identifier, street, phone and shop, within its mode", async () => {
    const [first, second] = [await local.newShop(), await local.newShop()];
    const body = orderBody();
    const one = (await first.api.create(body)).data;
    const two = (await second.api.create(orderBody())).data;
    await local.couriers.lead(second.shop.scope, two.external_order_id, "delivered");
    const other = await local.newShop("test");
    const test = (await other.api.create(orderBody())).data;
    const find = async (text: string, mode: Mode = "live") =>
      (await searchAnyOrders(local.db, mode, text, local.clock.now())).map(({ code }) => code);
    expect(await find(one.order_code.toLowerCase())).toEqual([one.order_code]);
    expect(await find(one.external_order_id)).toEqual([one.order_code]);
    const { account, stop } = await local.db.models.order
      .findFirstOrThrow({ where: { orderCode: two.order_code }, include: { account: true, stops: true } })
      .then(({ account: owner, stops }) => ({ account: owner, stop: stops[1] }));
    // Both shops deliver there; finished orders are found as well.
    for (const text of [`${stop?.street} ${stop?.building}`, stop?.contactValue.slice(-4) ?? ""]) {
      expect(await find(text)).toEqual(expect.arrayContaining([one.order_code, two.order_code]));
      expect(await find(text)).not.toContain(test.order_code);
      expect(await find(text, "test")).toContain(test.order_code);
    }
    expect(await find(account.name)).toContain(two.order_code);
    expect(await find("%")).toEqual([]);
    expect(await find("\u0000")).toEqual([]);
  });

  it("finds an order's account and mode by its code", async () => {
    const { shop, api } = await local.newShop("test");
    const { data } = await api.create(orderBody());
    const named = await loadOrder(local.db, { code: data.order_code.toLowerCase() });
    expect(named).toMatchObject({ externalOrderId: data.external_order_id, scope: shop.scope });
    expect(await findDeliveryRecord(local.db, { code: data.order_code })).toMatchObject({
      order: { scope: { mode: "test" } },
      timeline: [{ status: "new", actorType: "key", actorName: "Test" }],
    });
    expect(await loadOrder(local.db, { code: "AAAA-AAAA" })).toBeNull();
  });

  it("treats a courier's position as stale after five minutes, or when there is none", () => {
    const now = Date.parse("2026-11-21T12:05:00.000Z");
    expect(isCourierStale("2026-11-21T12:00:00.001Z", now)).toBe(false);
    expect(isCourierStale("2026-11-21T12:00:00.000Z", now)).toBe(true);
    expect(isCourierStale(null, now)).toBe(true);
  });

  it("lists the tariff's versions newest first", async () => {
    const [before] = await listTariffs(local.db);
    if (before === undefined) throw new Error("The tariffs table is empty");
    await setTariff(local.db, { ...before.tariff, perKmOver: before.tariff.basePrice });
    const after = await listTariffs(local.db);
    expect(after[0]?.tariff.perKmOver).toBe(before.tariff.basePrice);
    expect(after[1]).toEqual(before);
  });
});
