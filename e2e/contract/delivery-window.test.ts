import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { recordPosition } from "@/lib/couriers/record-position";
import { loadOrder } from "@/lib/orders/load-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { setTariff } from "@/lib/pricing/set-tariff";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { type ApiAnswer, type ApiClient, getFields, orderBody, orderBodyWith } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { finishBatches } from "@/testing/run-batches";
import type { Client } from "@/testing/shop";
import { square, zoneFile } from "@/testing/zones";

interface Window {
  from: string;
  to: string;
}

interface OrderReading {
  delivery_window: Window | null;
  driver: object | null;
  stops: { delivery_window: Window | null }[];
  estimated_arrivals: (Window | null)[] | null;
  charges: { type: string; amount: number }[];
}

const MINUTE_MS = 60_000;
const MARGIN_MS = DEFAULT_DISPATCH.marginSeconds * 1_000;

describe("an order with delivery windows", () => {
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
  const window = (from: number, to: number): Window => ({ from: inMinutes(from), to: inMinutes(to) });
  const buildPath = ({ external_order_id: id }: Pick<CreateOrderBody, "external_order_id">) =>
    `/v1/partner/orders/${id}`;
  const create = async (body: CreateOrderBody) => {
    const answer = await api.create(body);
    expect([answer.status, answer.error?.details]).toEqual([201, undefined]);
    return { body, path: buildPath(body), answer: answer as unknown as ApiAnswer<OrderReading> };
  };
  /** Each dropoff has its own window, the order's or none. */
  const bodyWith = (order: Window | null, ...own: (Window | null | undefined)[]) => {
    const body = orderBodyWith(own.length, { delivery_window: order });
    return {
      ...body,
      dropoffs: body.dropoffs.map((dropoff, index) => {
        const delivery_window = own[index];
        return delivery_window === undefined ? dropoff : { ...dropoff, delivery_window };
      }),
    };
  };
  const read = async (path: string) => (await api.get<OrderReading>(path)).data;
  const readWindows = async (path: string) => {
    const { delivery_window: first, stops } = await read(path);
    return [first, ...stops.slice(1).map((stop) => stop.delivery_window)];
  };
  const edit = (method: "PUT" | "PATCH", path: string, body: object) =>
    api.send<OrderReading>(method, path, body);
  const searchStart = async (path: string) =>
    (await api.get<{ valid_until: string | null }>(`${path}/cancellation`)).data.valid_until;
  const assign = async ({ external_order_id: id }: CreateOrderBody) => {
    const courierId = await local.couriers.lead(shop.scope, id, "assigned");
    const order = await loadOrder(local.db, { scope: shop.scope, externalOrderId: id });
    if (order === null) throw new Error("The created order was not found.");
    const take = (step: Parameters<typeof local.couriers.take>[2]) =>
      local.couriers.take(courierId, order.id, step);
    const stand = async ({ latitude, longitude }: { latitude: number; longitude: number }) => {
      const fix = { latitude, longitude, heading: 0, recordedAt: local.clock.now() };
      expect(await recordPosition(local.couriers.context, courierId, fix)).toBe(true);
    };
    return { take, stand };
  };

  it("has them in every response and event, and each of its stops its own (ORD-22, ORD-25, DROP-8, RES-26, STOP-9, RES-12)", async () => {
    const [early, late] = [window(120, 240), window(240, 360)];
    const { path, answer } = await create(bodyWith(early, undefined, late, null));
    expect(answer.data.delivery_window).toEqual(early);
    expect(await readWindows(path)).toEqual([early, early, late, null]);
    expect((await read(path)).stops[0]?.delivery_window).toBeNull();
    const { orders } = (await api.get<{ orders: OrderReading[] }>("/v1/partner/orders?limit=1")).data;
    expect(orders.map((order) => order.delivery_window)).toEqual([early]);
    expect((await api.post<OrderReading>(`${path}/cancel`)).data.delivery_window).toEqual(early);
    const { events } = (await api.get<{ events: { order: OrderReading }[] }>("/v1/partner/events?limit=100"))
      .data;
    expect(events.slice(-2).map(({ order }) => order.delivery_window)).toEqual([early, early]);
    const without = await create(orderBody());
    expect([without.answer.data.delivery_window, await readWindows(without.path)]).toEqual([
      null,
      [null, null],
    ]);
  });

  it.each<[string, () => Window, string]>([
    ["is shorter than 20 minutes", () => window(120, 139), "must be at least 20 minutes long"],
    ["ends before it begins", () => window(240, 120), "must be at least 20 minutes long"],
    ["is longer than 24 hours", () => window(120, 120 + 1_441), "must be at most 24 hours long"],
    ["ends in more than 30 days", () => window(30 * 1_440 - 60, 30 * 1_440 + 1), "must end within 30 days"],
    ["has passed", () => window(-60, -1), "must end in the future"],
    [
      "ends before a courier can be there",
      () => window(-10, 15),
      "must end later: a courier can be there at ",
    ],
  ])("is refused if a window %s, with all other problems (ORD-23, ERR-6)", async (_, make, message) => {
    for (const [body, field] of [
      [bodyWith(make(), undefined), "delivery_window"],
      [bodyWith(null, undefined, make()), "dropoffs.1.delivery_window"],
    ] as const) {
      const refused = await api.create(body);
      expect(getFields(refused)).toEqual([field]);
      expect(JSON.parse(refused.error.details)[0].message).toContain(message);
      const { path, body: stored } = await create(
        body.dropoffs.length === 1 ? orderBody() : orderBodyWith(2),
      );
      const sent = { ...body, external_order_id: stored.external_order_id };
      expect(getFields(await edit("PUT", path, sent))).toEqual([field]);
      const patch =
        field === "delivery_window"
          ? { delivery_window: make() }
          : { dropoffs: [{ index: 1, delivery_window: make() }] };
      const patched = field === "delivery_window" ? field : "dropoffs.0.delivery_window";
      expect(getFields(await edit("PATCH", path, patch))).toEqual([patched]);
      if (!message.includes("courier")) {
        const both = await api.create({ ...body, cargo_size: "?" } as never);
        expect(getFields(both).toSorted()).toEqual(["cargo_size", field]);
        const wrong = { ...patch, comment: 1 };
        expect(getFields(await edit("PATCH", path, wrong)).toSorted()).toEqual(["comment", patched]);
      }
    }
  });

  it("is refused if the windows of a chain cannot be kept one after the other (ORD-23)", async () => {
    const refused = await api.create(bodyWith(null, window(240, 300), window(120, 180)));
    expect(getFields(refused)).toEqual(["dropoffs.1.delivery_window"]);
    expect(JSON.parse(refused.error.details)[0].message).toContain("after the window of a dropoff before it");
    await create(bodyWith(null, window(120, 180), window(240, 300)));
    const ready = { ...bodyWith(window(120, 180), undefined), ready_at: inMinutes(179) };
    expect(getFields(await api.create(ready))).toEqual(["delivery_window"]);
    expect(getFields(await api.create({ ...ready, ready_at: inMinutes(180) }))).toEqual(["ready_at"]);
  });

  it("has either a window or a delivery time: one of them in a PATCH clears the other (ORD-24, PATCH-1, PATCH-8)", async () => {
    const both = { ...bodyWith(window(120, 240), undefined), delivery_time: inMinutes(180) };
    expect(getFields(await api.create(both))).toEqual(["delivery_window"]);
    const own = { ...bodyWith(null, window(120, 240)), delivery_time: inMinutes(180) };
    expect(getFields(await api.create(own))).toEqual(["dropoffs.0.delivery_window"]);
    const { path } = await create(bodyWith(null, window(120, 240), undefined));
    const { delivery_time } = both;
    for (const patch of [
      { delivery_time, delivery_window: window(120, 240) },
      { delivery_time, delivery_window: window(120, 240), comment: 1 },
    ])
      expect(getFields(await edit("PATCH", path, patch))).toContain("delivery_window");
    expect(await readWindows(path)).toEqual([window(120, 240), window(120, 240), null]);
    expect((await edit("PATCH", path, { delivery_time })).status).toBe(200);
    expect(await readWindows(path)).toEqual([null, null, null]);
    const timed = await searchStart(path);
    const moved = await edit("PATCH", path, { dropoffs: [{ index: 1, delivery_window: window(300, 420) }] });
    expect(moved.data.delivery_window).toEqual(window(300, 420));
    expect(await readWindows(path)).toEqual([window(300, 420), null, window(300, 420)]);
    expect(Date.parse((await searchStart(path)) ?? "")).toBeGreaterThan(Date.parse(timed ?? ""));
    expect((await edit("PATCH", path, { delivery_window: null })).data.delivery_window).toBeNull();
    expect(await searchStart(path)).toBeNull();
  });

  it("keeps its windows in a PATCH without them, and a PATCH of the order's moves the others (ORD-23, ORD-25, PUT-1, PATCH-2)", async () => {
    const [first, second, third] = [window(120, 240), window(180, 300), window(240, 360)];
    const { path, body } = await create(bodyWith(first, undefined, second));
    expect((await edit("PATCH", path, { comment: "Fragile" })).status).toBe(200);
    expect(await readWindows(path)).toEqual([first, first, second]);
    const patch = { delivery_window: third, dropoffs: [{ index: 0, delivery_window: second }] };
    expect((await edit("PATCH", path, patch)).status).toBe(200);
    expect(await readWindows(path)).toEqual([second, second, third]);
    expect((await edit("PUT", path, body)).status).toBe(200);
    expect(await readWindows(path)).toEqual([first, first, second]);
    local.clock.advance(239 * MINUTE_MS);
    onTestFinished(() => local.clock.advance(-239 * MINUTE_MS));
    expect((await edit("PUT", path, { ...body, comment: "Ring twice" })).status).toBe(200);
  });

  it("is repeated by the same windows, wherever a request has them (CRE-2, CRE-3)", async () => {
    const { body, answer } = await create(bodyWith(window(120, 240), undefined, undefined));
    const isMismatch = async (change: object) => {
      const again = await api.create({ ...body, ...change });
      expect([again.status, again.text]).toEqual([200, answer.text]);
      return again.headers.get("idempotent-mismatch") === "true";
    };
    const { delivery_window } = body;
    const dropoffs = body.dropoffs.map((dropoff) => ({ ...dropoff, delivery_window }));
    expect(await isMismatch({})).toBe(false);
    expect(await isMismatch({ dropoffs, delivery_window: null })).toBe(false);
    expect(await isMismatch({ delivery_window: window(120, 241) })).toBe(true);
    expect(await isMismatch({ delivery_window: null })).toBe(true);
    local.clock.advance(500 * MINUTE_MS);
    expect(await isMismatch({})).toBe(false);
  });

  it("gets a courier in time for its windows, and loses one when they move (STA-15, STA-12)", async () => {
    const chosen = window(240, 360);
    const { path, body } = await create(bodyWith(chosen, undefined));
    const searchedAt = Date.parse((await searchStart(path)) ?? "");
    const { duration } = (
      await api.post<{ duration: number }>("/v1/partner/quotes", {
        pickup: body.pickup.address,
        dropoffs: body.dropoffs.map(({ address }) => address),
      })
    ).data;
    expect(searchedAt).toBe(Date.parse(chosen.from) - duration * 1_000 - MARGIN_MS);
    const soon = window(0, 60);
    await edit("PATCH", path, { delivery_window: soon });
    expect(await searchStart(path)).toBeNull();
    await assign(body);
    expect((await read(path)).driver).not.toBeNull();
    expect((await edit("PATCH", path, { delivery_window: window(0, 70) })).data.driver).not.toBeNull();
    expect((await edit("PATCH", path, { delivery_window: chosen })).data.driver).toBeNull();
  });

  it("is expected in its window at the earliest, and waiting at the door is charged from its begin (RES-20, CHG-9)", async () => {
    await setTariff(local.db, HIGHER_TARIFF);
    const chosen = window(60, 180);
    const { path, body } = await create(bodyWith(chosen, undefined));
    const { take, stand } = await assign(body);
    await take({ type: "accept" });
    await stand(body.pickup.address);
    await local.couriers.showArrivals();
    const [waiting] = (await read(path)).estimated_arrivals ?? [];
    expect(Date.parse(waiting?.from ?? "")).toBeGreaterThanOrEqual(Date.parse(chosen.from));
    await take({ type: "arrive_at_pickup" });
    await take({ type: "pick_up" });
    const door = body.dropoffs[0]?.address;
    if (door === undefined) throw new Error("The order has a dropoff.");
    local.clock.advance(20 * MINUTE_MS);
    await stand(door);
    await take({ type: "arrive", dropoff: 0 });
    local.clock.advance(55 * MINUTE_MS);
    await take({ type: "hand_over", dropoff: 0 });
    // 15 minutes from the begin of the window, 5 of them free.
    expect((await read(path)).charges).toMatchObject([{ type: "waiting", amount: 10 * 7 }]);
  });

  it("is accepted where its zones are open all the time of the windows (AREA-3, AREA-4, QUO-13)", async () => {
    const context = { db: local.db, clock: local.clock, dispatch: DEFAULT_DISPATCH };
    const change = async (made: AreaChange) => {
      expect((await changeServiceArea(context, made)).refusal).toBeNull();
    };
    onTestFinished(() => change({ type: "switch", isOn: false }));
    const now = local.clock.now();
    const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
    const hours = Object.fromEntries(days.map((day) => [day, "08:00-12:00, 13:00-20:00"]));
    const date = (ahead: number) =>
      new Date(now.getTime() + ahead * 1_440 * MINUTE_MS).toISOString().slice(0, 10);
    const city = {
      name: "City",
      hours,
      specialHours: { [date(3)]: "closed", [date(4)]: "10:00-11:00" },
      rings: [square(30, 59.5, 1)],
    };
    const zones = readZoneFile(zoneFile(city)).zones ?? [];
    await change({ type: "put", zones });
    await change({ type: "switch", isOn: true });
    expect(zones[0]?.timeZone).toBe("Europe/Moscow");
    const toInstant = (ahead: number, time: string) =>
      new Date(`${date(ahead)}T${time}:00+03:00`).toISOString();
    const judge = async (ahead: number, from: string, to: string) => {
      const delivery_window = { from: toInstant(ahead, from), to: toInstant(ahead, to) };
      const answer = await api.create(orderBody({ delivery_window }));
      const quote = await api.post("/v1/partner/quotes", {
        pickup: orderBody().pickup.address,
        dropoffs: orderBody().dropoffs.map(({ address }) => address),
        delivery_window,
      });
      expect(quote.status).toBe(answer.status === 201 ? 200 : 400);
      return answer.status === 201 ? "accepted" : getFields(answer).join();
    };
    const dropoff = "dropoffs.0.address.latitude";
    const all = `pickup.address.latitude,${dropoff}`;
    expect(await judge(2, "08:00", "12:00")).toBe("accepted");
    expect(await judge(2, "13:00", "20:00")).toBe("accepted");
    expect(await judge(2, "11:00", "13:30")).toBe(dropoff);
    expect(await judge(2, "19:00", "20:01")).toBe(dropoff);
    expect(await judge(2, "12:10", "13:30")).toBe(all);
    expect(await judge(3, "09:00", "11:00")).toBe(all);
    expect(await judge(4, "10:00", "11:00")).toBe("accepted");
    expect(await judge(4, "10:00", "11:30")).toBe(dropoff);
    const until = new Date(toInstant(2, "16:00"));
    await change({ type: "pause", zone: "City", until });
    expect(await judge(2, "15:00", "17:00")).toBe(all);
    expect(await judge(2, "16:00", "17:00")).toBe("accepted");
  });

  it("is created by a batch as by itself, judged by the time of its submission (BAT-4)", async () => {
    const orders = [bodyWith(window(30, 60), undefined), bodyWith(window(120, 130), undefined)];
    const { data: batch } = await api.post<{ batch_id: string }>("/v1/partner/batches", { orders });
    local.clock.advance(90 * MINUTE_MS);
    await finishBatches(local.couriers.context, shop.accountId);
    const { results } = (
      await api.get<{ results: { outcome: string }[] }>(`/v1/partner/batches/${batch.batch_id}`)
    ).data;
    expect(results.map(({ outcome }) => outcome)).toEqual(["created", "rejected"]);
  });
});
