import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardOrder, isStale, needingAttention } from "@/lib/board/board";
import { getBoard } from "@/lib/board/get-board";
import { execute } from "@/lib/db/sql";
import { findFiledOrder } from "@/lib/orders/file/find-filed-order";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { listTariffs } from "@/lib/pricing/list-tariffs";
import { setTariff } from "@/lib/pricing/set-tariff";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("the operators' board", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local.close());

  it("shows the open orders of every account in its mode, those without a courier first", async () => {
    const [first, second] = [await local.newShop(), await local.newShop()];
    const carried = (await first.api.create(orderBody())).data;
    await local.couriers.lead(first.shop.scope, carried.external_order_id, "in_progress");
    const waiting = (await second.api.create(orderBody())).data;
    const ended = (await second.api.create(orderBody())).data;
    await local.couriers.lead(second.shop.scope, ended.external_order_id, "delivered");
    const elsewhere = await local.newShop("test");
    const test = (await elsewhere.api.create(orderBody())).data;

    const { orders, couriers } = await getBoard(local.db, "live");
    expect(orders.map(({ code }) => code)).toEqual([waiting.order_code, carried.order_code]);
    expect(orders[1]).toMatchObject({ status: "in_progress", courierName: "Алексей Громов" });
    expect(orders[0]?.stops).toHaveLength(2);
    expect(couriers.map(({ orderCode }) => orderCode)).toContain(carried.order_code);
    expect((await getBoard(local.db, "test")).orders.map(({ code }) => code)).toEqual([test.order_code]);
  });

  it("tells of questions first, of couriers at doors, and of goods that go back, cancelled ones too", async () => {
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
    const { orders } = await getBoard(local.db, "test");
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

  it("needs attention in the order of what cannot wait", () => {
    const at = (minutes: number) =>
      new Date(Date.parse("2026-11-21T12:00:00Z") + minutes * 60_000).toISOString();
    const order = (code: string, change: Partial<BoardOrder>): BoardOrder => ({
      code,
      externalOrderId: code,
      accountName: "Shop",
      status: "in_progress",
      courierId: null,
      courierName: null,
      isCourierNotFound: false,
      waitingSince: at(-30),
      deliveryTime: null,
      answerUntil: null,
      atDoorSince: null,
      returnState: null,
      returnStartedAt: null,
      stops: [],
      ...change,
    });
    const orders = [
      order("usual", {}),
      order("back", { returnState: "on_the_way", returnStartedAt: at(-3) }),
      order("just at the door", { atDoorSince: at(-9.9) }),
      order("long at the door", { atDoorSince: at(-10) }),
      order("nobody", { isCourierNotFound: true, status: "new" }),
      order("asked later", { answerUntil: at(9), atDoorSince: at(-20) }),
      order("asked", { answerUntil: at(5) }),
      order("will go back", { returnState: "pending" }),
    ];
    const found = needingAttention(orders, Date.parse(at(0)));
    expect(found.map(({ order: { code }, attention }) => [code, attention.kind])).toEqual([
      ["asked", "question"],
      ["asked later", "question"],
      ["nobody", "courier_not_found"],
      ["long at the door", "at_door"],
      ["back", "going_back"],
    ]);
  });

  it("finds an order's account and mode by its code", async () => {
    const { shop, api } = await local.newShop("test");
    const { data } = await api.create(orderBody());
    const named = await findOrderByCode(local.db, data.order_code.toLowerCase());
    expect(named).toMatchObject({ externalOrderId: data.external_order_id, scope: shop.scope });
    expect(await findFiledOrder(local.db, data.order_code)).toMatchObject({
      mode: "test",
      history: [{ status: "new", actorType: "key", actorName: "Test" }],
    });
    expect(await findOrderByCode(local.db, "AAAA-AAAA")).toBeNull();
  });

  it("a position is stale after five minutes, and when none ever came", () => {
    const at = (receivedAt: string) => ({ position: { latitude: 0, longitude: 0, heading: 0, receivedAt } });
    const now = Date.parse("2026-11-21T12:05:00.000Z");
    expect(isStale(at("2026-11-21T12:00:00.001Z"), now)).toBe(false);
    expect(isStale(at("2026-11-21T12:00:00.000Z"), now)).toBe(true);
    expect(isStale({ position: null }, now)).toBe(true);
  });

  it("the tariff's versions are listed newest first", async () => {
    const [before] = await listTariffs(local.db);
    if (before === undefined) throw new Error("The migrations make a tariff.");
    await setTariff(local.db, { ...before.tariff, perKmOver: before.tariff.basePrice });
    const after = await listTariffs(local.db);
    expect(after[0]?.tariff.perKmOver).toBe(before.tariff.basePrice);
    expect(after[1]).toEqual(before);
  });
});
