import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { recordPosition } from "@/lib/couriers/record-position";
import { loadOrder } from "@/lib/orders/load-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { setTariff } from "@/lib/pricing/set-tariff";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { type ApiAnswer, type ApiClient, getFields, orderBody } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { finishBatches } from "@/testing/run-batches";
import type { Client } from "@/testing/shop";
import { square, zoneFile } from "@/testing/zones";

interface OrderReading {
  ready_at: string | null;
  status: string;
  driver: object | null;
  estimated_arrivals: ({ from: string; to: string } | null)[] | null;
  charges: { type: string; amount: number; why: string }[];
}

const MINUTE_MS = 60_000;
const MARGIN_MINUTES = DEFAULT_DISPATCH.marginSeconds / 60;

describe("an order whose goods are ready later", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop, api } = await local.newShop());
  });
  afterAll(() => local?.close());

  const inMinutes = (minutes: number) =>
    new Date(local.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  const buildPath = ({ external_order_id: id }: Pick<CreateOrderBody, "external_order_id">) =>
    `/v1/partner/orders/${id}`;
  const create = async (change: object = {}) => {
    const body = orderBody(change);
    const answer = await api.create(body);
    expect(answer.status).toBe(201);
    return { body, path: buildPath(body), answer: answer as unknown as ApiAnswer<OrderReading> };
  };
  const read = async (path: string) => (await api.get<OrderReading>(path)).data;
  const edit = (method: "PUT" | "PATCH", path: string, body: object) =>
    api.send<OrderReading>(method, path, body);
  /** When the search for a courier starts; null if it has. */
  const searchStart = async (path: string) =>
    (await api.get<{ valid_until: string | null }>(`${path}/cancellation`)).data.valid_until;
  const assign = async ({ external_order_id: id }: CreateOrderBody) => {
    const courierId = await local.couriers.lead(shop.scope, id, "assigned");
    const order = await loadOrder(local.db, { scope: shop.scope, externalOrderId: id });
    if (order === null) throw new Error("The created order was not found.");
    const take = (type: "accept" | "arrive_at_pickup" | "pick_up") =>
      local.couriers.take(courierId, order.id, { type });
    return { courierId, take };
  };
  /** Assigns a courier, who accepts the order and comes to its pickup. */
  const arrive = async (body: CreateOrderBody) => {
    const { courierId, take } = await assign(body);
    await take("accept");
    const { latitude, longitude } = body.pickup.address;
    const fix = { latitude, longitude, heading: 0, recordedAt: local.clock.now() };
    expect(await recordPosition(local.couriers.context, courierId, fix)).toBe(true);
    await take("arrive_at_pickup");
    return take;
  };

  it("has that time in every response and event, also one that has passed, and null for at once (ORD-17, RES-19, RES-12)", async () => {
    for (const [sent, shown] of [
      ["2026-11-21T17:20:00+03:00", "2026-11-21T14:20:00.000Z"],
      ["2026-11-21t11:00:00z", "2026-11-21T11:00:00.000Z"],
      ["2026-11-22T01:00:00+0300", "2026-11-21T22:00:00.000Z"],
      [null, null],
      [undefined, null],
    ]) {
      const { path, answer } = await create(sent === undefined ? {} : { ready_at: sent });
      expect([sent, answer.data.ready_at, (await read(path)).ready_at]).toEqual([sent, shown, shown]);
      const { orders } = (await api.get<{ orders: OrderReading[] }>("/v1/partner/orders?limit=1")).data;
      expect(orders.map(({ ready_at: readyAt }) => readyAt)).toEqual([shown]);
      const { ready_at: cancelled } = (await api.post<OrderReading>(`${path}/cancel`)).data;
      expect(cancelled).toBe(shown);
      const { events } = (
        await api.get<{ events: { order: OrderReading }[] }>("/v1/partner/events?limit=100")
      ).data;
      expect(events.slice(-2).map(({ order }) => order.ready_at)).toEqual([shown, shown]);
    }
  });

  it("is refused if its goods are not ready before the delivery time, together with all other problems (ORD-18, ERR-6)", async () => {
    const times = { ready_at: inMinutes(120), delivery_time: inMinutes(120) };
    const refused = await api.create(orderBody({ ...times, cargo_size: "?" } as never));
    expect(getFields(refused)).toEqual(["cargo_size", "ready_at"]);
    expect(JSON.parse(refused.error.details)[1].message).toBe("must be earlier than delivery_time");
    for (const readyAt of ["2026-11-21T14:20:00", "soon", 1])
      expect(getFields(await api.create(orderBody({ ready_at: readyAt } as never)))).toEqual(["ready_at"]);
    const { body, path } = await create({ ready_at: inMinutes(119), delivery_time: inMinutes(120) });
    expect(getFields(await edit("PATCH", path, { delivery_time: inMinutes(119) }))).toEqual(["ready_at"]);
    expect(getFields(await edit("PATCH", path, { ready_at: inMinutes(120), comment: 1 }))).toEqual([
      "comment",
      "ready_at",
    ]);
    expect(getFields(await edit("PUT", path, { ...body, ...times }))).toEqual(["ready_at"]);
    expect((await edit("PATCH", path, { delivery_time: null, ready_at: inMinutes(500) })).status).toBe(200);
  });

  it("keeps that time in a PATCH without it, and loses it by null and by a PUT without it, until it is collected (PUT-1, PATCH-1, PATCH-8, STA-6)", async () => {
    const readyAt = inMinutes(60);
    const { body, path } = await create({ ready_at: readyAt });
    expect((await edit("PATCH", path, { comment: "Fragile" })).data.ready_at).toBe(readyAt);
    expect((await edit("PATCH", path, { ready_at: inMinutes(90) })).data.ready_at).toBe(inMinutes(90));
    expect((await edit("PATCH", path, { ready_at: null })).data.ready_at).toBeNull();
    expect((await edit("PUT", path, body)).data.ready_at).toBe(readyAt);
    const { ready_at: _, ...without } = body;
    expect((await edit("PUT", path, without)).data.ready_at).toBeNull();
    const { take } = await assign(body);
    expect((await edit("PATCH", path, { ready_at: inMinutes(5) })).data.ready_at).toBe(inMinutes(5));
    await take("pick_up");
    expect((await edit("PATCH", path, { ready_at: null })).status).toBe(409);
    expect((await read(path)).ready_at).toBe(inMinutes(5));
  });

  it("is repeated by the same body, and only by the same time (CRE-2, CRE-3)", async () => {
    const { body, answer } = await create({ ready_at: inMinutes(60) });
    const isMismatch = async (change: object) => {
      const again = await api.create({ ...body, ...change });
      expect([again.status, again.text]).toEqual([200, answer.text]);
      return again.headers.get("idempotent-mismatch") === "true";
    };
    expect(await isMismatch({})).toBe(false);
    expect(await isMismatch({ ready_at: inMinutes(61) })).toBe(true);
    expect(await isMismatch({ ready_at: null })).toBe(true);
    local.clock.advance(2 * 60 * MINUTE_MS);
    expect(await isMismatch({ ready_at: body.ready_at })).toBe(false);
    const { ready_at: _, ...plain } = body;
    const first = await create({ ...plain, external_order_id: `${body.external_order_id}-plain` });
    const again = await api.create({ ...first.body, ready_at: null });
    expect([again.status, again.headers.get("idempotent-mismatch")]).toEqual([200, null]);
  });

  it("gets a courier who is searched for a margin before its goods are ready, at the earliest (STA-13, TERM-3)", async () => {
    const { path } = await create({ ready_at: inMinutes(120) });
    expect(await searchStart(path)).toBe(inMinutes(120 - MARGIN_MINUTES));
    await edit("PATCH", path, { ready_at: inMinutes(60) });
    expect(await searchStart(path)).toBe(inMinutes(60 - MARGIN_MINUTES));
    await edit("PATCH", path, { delivery_time: inMinutes(61) });
    expect(await searchStart(path)).toBe(inMinutes(60 - MARGIN_MINUTES));
    await edit("PATCH", path, { ready_at: inMinutes(MARGIN_MINUTES), delivery_time: null });
    expect(await searchStart(path)).toBeNull();
  });

  it("releases its courier when its goods become ready so much later that another can come (STA-12)", async () => {
    const { body, path } = await create();
    await assign(body);
    expect((await edit("PATCH", path, { ready_at: inMinutes(MARGIN_MINUTES) })).data.driver).not.toBeNull();
    expect((await edit("PATCH", path, { ready_at: inMinutes(MARGIN_MINUTES + 1) })).data.driver).toBeNull();
  });

  it("is expected at its recipient after its goods are ready, until a courier has collected them (RES-20)", async () => {
    const readyAt = inMinutes(120);
    const { body, path } = await create({ ready_at: readyAt });
    const take = await arrive(body);
    await local.couriers.showArrivals();
    const [waiting] = (await read(path)).estimated_arrivals ?? [];
    expect(Date.parse(waiting?.from ?? "")).toBeGreaterThanOrEqual(Date.parse(readyAt));
    await take("pick_up");
    await local.couriers.showArrivals();
    const [collected] = (await read(path)).estimated_arrivals ?? [];
    expect(Date.parse(collected?.to ?? "")).toBeLessThan(Date.parse(readyAt));
  });

  it.each([
    ["from when they are ready", 30, 45, 10 * 7],
    ["from the arrival at goods that are ready", -30, 45, 40 * 7],
    ["not at all when they are collected before they are ready", 60, 45, 0],
    ["not at all when they are ready within the free minutes", 41, 45, 0],
  ])(
    "is charged for waiting at the pickup %s (CHG-9, CHG-6)",
    async (_, readyMinutes, waitedMinutes, amount) => {
      await setTariff(local.db, HIGHER_TARIFF);
      const { body, path } = await create({ ready_at: inMinutes(readyMinutes) });
      const take = await arrive(body);
      local.clock.advance(waitedMinutes * MINUTE_MS);
      await take("pick_up");
      const charges = (await read(path)).charges.map(({ type, amount: charged }) => [type, charged]);
      expect(charges).toEqual(amount === 0 ? [] : [["waiting", amount]]);
    },
  );

  it("is accepted in a zone that is open when its goods are ready, unless it has a delivery time (AREA-3, AREA-4)", async () => {
    const context = { db: local.db, clock: local.clock, dispatch: DEFAULT_DISPATCH };
    const change = async (made: AreaChange) => {
      expect((await changeServiceArea(context, made)).refusal).toBeNull();
    };
    onTestFinished(() => change({ type: "switch", isOn: false }));
    const { path } = await create();
    const city = { name: "City", hours: { tue: "11:00-12:00" }, rings: [square(30, 59.5, 1)] };
    await change({ type: "put", zones: readZoneFile(zoneFile(city)).zones ?? [] });
    await change({ type: "switch", isOn: true });
    const stops = ["pickup.address.latitude", "dropoffs.0.address.latitude"];
    const closed = await api.create(orderBody());
    expect(getFields(closed)).toEqual(stops);
    const opensAt = new Date(JSON.parse(closed.error.details)[0].message.slice(-24));
    const ready_at = new Date(opensAt.getTime() + MINUTE_MS).toISOString();
    const late = new Date(opensAt.getTime() + 60 * MINUTE_MS).toISOString();
    await create({ ready_at });
    expect(getFields(await api.create(orderBody({ ready_at, delivery_time: late })))).toEqual(stops);
    expect(getFields(await api.create(orderBody({ ready_at: late })))).toEqual(stops);
    expect((await edit("PATCH", path, { ready_at })).status).toBe(200);
    expect(getFields(await edit("PATCH", path, { ready_at: late }))).toEqual(stops);
  });

  it("is created by a batch as by itself (BAT-4)", async () => {
    const orders = [
      orderBody({ ready_at: inMinutes(60) }),
      orderBody({ ready_at: inMinutes(60), delivery_time: inMinutes(30) }),
    ];
    const { data: batch } = await api.post<{ batch_id: string }>("/v1/partner/batches", { orders });
    await finishBatches(local.couriers.context, shop.accountId);
    const { results } = (
      await api.get<{ results: { outcome: string }[] }>(`/v1/partner/batches/${batch.batch_id}`)
    ).data;
    expect(results.map(({ outcome }) => outcome)).toEqual(["created", "rejected"]);
    expect((await read(buildPath(orders[0] as CreateOrderBody))).ready_at).toBe(inMinutes(60));
  });
});
