import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { execute } from "@/lib/db/sql";
import { unassignBeforePickup } from "@/lib/orders/fulfillment/unassign-courier";
import { countOpenOrders, countViews, hasOrders } from "@/lib/orders/list/count-orders";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { listOrderCouriers } from "@/lib/orders/list/list-order-couriers";
import { listOrders, type Page } from "@/lib/orders/list/list-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { LIST_VIEWS, type ListView, type OrderFilter, readFilter } from "@/lib/orders/list/order-filter";
import type { OrderListItem } from "@/lib/orders/list/order-list-item";
import { refreshOrders } from "@/lib/orders/list/refresh-orders";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { listArrivals } from "@/lib/tracking/list-arrivals";
import { type ApiClient, address, orderBody, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";
import { addKey, type Client } from "@/testing/shop";

const TIME_ZONE = "Europe/Moscow";
const HOUR_MS = 3_600_000;

describe("an account's list of orders", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop, api } = await local.newShop());
  });
  afterAll(() => local.close());

  const filter = (change: Partial<OrderFilter> = {}): OrderFilter => ({
    ...readFilter(() => ""),
    view: "all",
    ...change,
  });
  const clock = () => ({ timeZone: TIME_ZONE, now: local.clock.now() });
  const list = (change: Partial<OrderFilter> = {}, more: Partial<Parameters<typeof listOrders>[2]> = {}) =>
    listOrders(local.db, shop.scope, {
      filter: filter(change),
      ...clock(),
      edge: null,
      ...more,
    });
  const getIds = ({ orders }: Pick<Page<OrderListItem>, "orders">) =>
    orders.map(({ externalOrderId }) => externalOrderId);
  const create = async (id: string, change: Partial<CreateOrderBody> = {}) =>
    (await api.create(orderBody({ external_order_id: id, ...change }))).data;
  const to = (street: string, building: string, phone: string): Partial<CreateOrderBody> => ({
    pickup: { address: { ...address(), street: "Садовая улица" }, contact: { value: "+78125550100" } },
    dropoffs: [{ address: { ...address(59.9287, 30.3607), street, building }, contact: { value: phone } }],
  });

  describe("the search", () => {
    let code: string;

    beforeAll(async () => {
      ({ shop, api } = await local.newShop());
      code = (await create("маркет/100-А", to("улица Марата", "30", "+7 (916) 555-01-23"))).order_code;
      await create("маркет/200", to("Невский пр-т", "28", "89165550199"));
      await create("other", to("наб. реки Фонтанки", "5к2", "+371 2612 3456"));
      const named = (change: Partial<CreateOrderBody>, name: string) =>
        change.dropoffs?.map((one) => ({ ...one, contact: { ...one.contact, name } })) ?? [];
      const third = to("Strada Alba Iulia", "75", "+37369000001");
      await create("third", {
        pickup: {
          ...third.pickup,
          contact: { value: "+78125550100", name: "Ион Кладовщик" },
        } as CreateOrderBody["pickup"],
        dropoffs: [
          ...named(third, "Maria Rusu"),
          ...named(to("bulevardul Ștefan cel Mare", "1", "+37369000002"), "Ana"),
        ],
      });
      const fourth = to("улица Ступки, угол Пушкина", "3", "+37369000003");
      await create("fourth", { ...fourth, dropoffs: named(fourth, "Алёна Йорданова") });
    });

    it.each([
      ["an identifier", "маркет/100-А", ["маркет/100-А"]],
      ["its beginning", "маркет/", ["маркет/200", "маркет/100-А"]],
      ["an identifier in another case and alphabet", "MARKET", ["маркет/200", "маркет/100-А"]],
      ["a part of it", "100-А", ["маркет/100-А"]],
      ["a sign, which no word has", "%", []],
      ["a letter in the middle of words", "аркет", []],
      ["the last digits of a phone", "01-23", ["маркет/100-А"]],
      ["four digits amid a phone", "6555", ["маркет/200", "маркет/100-А"]],
      ["digits that a phone has, in another order", "5501 9165", []],
      ["fewer digits than tell anything", "012", []],
      ["the beginning of a phone", "+7 916 555-01", ["маркет/200", "маркет/100-А"]],
      ["a whole phone, as it was given", "+7 (916) 555-01-23", ["маркет/100-А"]],
      ["a phone with 8 in place of the country", "8 916 555-01-23", ["маркет/100-А"]],
      ["a phone without its country", "(916) 555 01 23", ["маркет/100-А"]],
      ["a phone with long dashes", "916\u00a0555\u201301\u201323", ["маркет/100-А"]],
      ["digits alone", "79165550199", ["маркет/200"]],
      ["a phone of another country", "26123456", ["other"]],
      ["a phone with a 0 in place of the country", "0 26 123 456", ["other"]],
      ["a street with its type", "ул. Марата", ["маркет/100-А"]],
      ["a street without it", "марата", ["маркет/100-А"]],
      ["a street with another word for its type", "невский проспект", ["маркет/200"]],
      ["a street and a building", "улица Марата, д. 30", ["маркет/100-А"]],
      ["the beginning of a street", "Фонт", ["other"]],
      ["a word amid a street's name", "Алба Юлия", ["third"]],
      ["it without its marks", "alba IULIA 75", ["third"]],
      ["the beginnings of words in any order", "75 iul alb", ["third"]],
      ["two of its words, as they sound", "pushkina stupki", ["fourth"]],
      ["a street of any dropoff", "Stefan", ["third"]],
      ["a recipient's name", "русу", ["third"]],
      ["it together with a street", "rusu alba", ["third"]],
      ["a name with ё as it is often typed", "алена", ["fourth"]],
      ["the name at the pickup", "ион кладовщик", ["third"]],
      ["a name and another's street", "алёна alba", []],
      ["a street and another building", "марата 31", []],
      ["the street of the pickup, which all have", "Садовая", []],
      ["the phone of the pickup", "+78125550100", []],
    ])("returns the matching orders for %s", async (_, search, ids) => {
      expect(getIds(await list({ search }))).toEqual(ids);
    });

    it("finds an order by part of its code, in any case, with a dash, a space or neither", async () => {
      const bare = code.replace("-", "");
      const parts = [code, code.toLowerCase(), code.replace("-", " "), bare];
      for (let from = 0; from < 5; from += 1) {
        parts.push(bare.slice(from, from + 4));
        // Three letters may well be a part of another code.
        expect(getIds(await list({ search: bare.slice(from, from + 3) }))).toContain("маркет/100-А");
      }
      parts.push(code.slice(0, -1), code.slice(2, 7), `${bare.slice(4)} марата`);
      for (const search of parts)
        expect([search, getIds(await list({ search }))]).toEqual([search, ["маркет/100-А"]]);
      // Its pieces are there, but not one after the other.
      const [first, rest] = [bare.slice(0, 3), bare.slice(4, 7)];
      expect(getIds(await list({ search: first + rest }))).toEqual([]);
      expect(getIds(await list({ search: `${code} невский` }))).toEqual([]);
    });

    it("finds an order by its edited texts and not by the replaced ones", async () => {
      await create("edited", to("strada Columna", "1", "+37369111222"));
      const { dropoffs } = to("улица Пирогова", "9", "+37369333444");
      const isFound = async (search: string) => getIds(await list({ search })).includes("edited");
      expect([await isFound("columna"), await isFound("69111222")]).toEqual([true, true]);
      const named = dropoffs?.map((one) => ({ ...one, contact: { ...one.contact, name: "Vasile" } }));
      const change = { dropoffs: named?.map((dropoff) => ({ index: 0, ...dropoff })) };
      expect((await api.send("PATCH", "/v1/partner/orders/edited", change)).status).toBe(200);
      const found = ["columna", "69111222", "pirogova", "69333444", "vasile"].map(isFound);
      expect(await Promise.all(found)).toEqual([false, false, true, true, true]);
    });

    it("finds an order by its edited metadata and not by the replaced one", async () => {
      await create("with-table", { metadata: { table: "veranda" } });
      await api.send(
        "PATCH",
        "/v1/partner/orders/with-table",
        JSON.stringify({ metadata: { table: "terrace" } }),
      );
      expect(getIds(await list({ search: "terrace" }))).toEqual(["with-table"]);
      expect(getIds(await list({ search: "veranda" }))).toEqual([]);
    });

    it("does not find a deleted order, whose search words are deleted too", async () => {
      const { order_code } = await create("deleted", to("strada Sarmizegetusa", "1", "+37369555666"));
      expect(getIds(await list({ search: "sarmizegetusa" }))).toEqual(["deleted"]);
      const words = () =>
        runText(local.db, "SELECT 1 FROM order_stops WHERE search_words @@ 'sarmizegetusa'::tsquery");
      expect(await words()).toHaveLength(1);
      const { id } = await local.db.models.order.findUniqueOrThrow({ where: { orderCode: order_code } });
      await execute(local.db)`DELETE FROM events WHERE order_id = ${id}`;
      await execute(local.db)`DELETE FROM order_status_changes WHERE order_id = ${id}`;
      await execute(local.db)`DELETE FROM orders WHERE id = ${id}`;
      expect(await words()).toHaveLength(0);
    });

    it("finds streets with characters outside the basic plane, at any length", async () => {
      const street = `${"а".repeat(99)}𠮷𠮷`;
      await create("long", to(street, "1", "+79160000000"));
      expect(getIds(await list({ search: street }))).toEqual(["long"]);
    });

    it("returns each order once, even if several of its stops match", async () => {
      await api.create(orderBodyWith(3, { external_order_id: "three" }));
      expect(getIds(await list({ search: "невский проспект 28" })).filter((id) => id === "three")).toEqual([
        "three",
      ]);
    });
  });

  it("filters by status and shows a handed-back order without a courier", async () => {
    ({ shop, api } = await local.newShop());
    for (const id of ["new", "assigned", "handed-back", "in_progress", "delivered", "cancelled"]) {
      await create(id);
    }
    for (const id of ["assigned", "in_progress", "delivered"] as const) {
      await local.couriers.lead(shop.scope, id, id);
    }
    const courierId = await local.couriers.lead(shop.scope, "handed-back", "assigned");
    await local.db.transaction((tx) =>
      unassignBeforePickup(local.couriers.context, tx, { courierId, reason: "handed_back" }),
    );
    await api.post("/v1/partner/orders/cancelled/cancel");
    const inHours = (hours: number) =>
      new Date(local.clock.now().getTime() + hours * 3_600_000).toISOString();
    const delivery_window = { from: inHours(30), to: inHours(32) };
    await api.create(orderBody({ external_order_id: "scheduled", delivery_window }));
    const all = ["scheduled", "cancelled", "delivered", "in_progress", "handed-back", "assigned", "new"];
    const views: Record<ListView, string[]> = {
      today: all,
      all,
      active: ["scheduled", "in_progress", "handed-back", "assigned", "new"],
      moving: ["in_progress", "assigned"],
      searching: ["handed-back", "new"],
      scheduled: ["scheduled"],
      late: [],
      finished: ["cancelled", "delivered"],
      new: ["scheduled", "new"],
      assigned: ["handed-back", "assigned"],
      in_progress: ["in_progress"],
      delivered: ["delivered"],
      cancelled: ["cancelled"],
    };
    for (const view of LIST_VIEWS) {
      const ids = views[view];
      expect([view, getIds(await list({ view }))]).toEqual([view, ids]);
      expect([view, getIds(await list({ view, search: "невский" }))]).toEqual([view, ids]);
    }
    const counts = { today: 7, moving: 2, searching: 2, scheduled: 1, late: 0, finished: 2 };
    expect(await countViews(local.db, shop.scope, clock())).toEqual(counts);
    expect(await countOpenOrders(local.db, shop.scope)).toBe(views.active.length);
    const day = (hours: number) => inHours(hours).slice(0, 10);
    const onDay = (date: string) => list({ view: "scheduled", from: date, to: date });
    expect(getIds(await onDay(day(30)))).toEqual(["scheduled"]);
    expect(getIds(await onDay(day(0)))).toEqual([]);
    const { orders } = await list({ view: "delivered" });
    expect(orders[0]).toMatchObject({
      destination: "Невский проспект, 28",
      endedAt: local.clock.now().toISOString(),
      dueAt: null,
      courierName: "Алексей Громов",
      dropoffs: 1,
      handedOver: 1,
      isAsked: false,
      heardAt: null,
    });
  });

  it("shows for today the orders still open from earlier days and those that ended today", async () => {
    ({ shop, api } = await local.newShop());
    const idsIn = async (view: ListView) => getIds(await list({ view }));
    for (const id of ["open", "over"]) await create(id);
    await api.post("/v1/partner/orders/over/cancel");
    expect(await idsIn("late")).toEqual([]);
    local.clock.advance(24 * HOUR_MS);
    await create("today");
    await create("ended");
    await api.post("/v1/partner/orders/ended/cancel");
    expect(await idsIn("today")).toEqual(["ended", "today", "open"]);
    expect(await idsIn("finished")).toEqual(["ended"]);
    expect(await idsIn("late")).toEqual(["open"]);
    expect(await idsIn("all")).toEqual(["ended", "today", "over", "open"]);
    const counts = { today: 3, moving: 0, searching: 2, scheduled: 0, late: 1, finished: 1 };
    expect(await countViews(local.db, shop.scope, clock())).toEqual(counts);
    const page = await list({ view: "today" }, { length: 2 });
    expect(getIds(await list({ view: "today" }, { length: 2, edge: page.older }))).toEqual(["open"]);
  });

  it("filters by courier and by orders that need attention, combined with the other filters", async () => {
    ({ shop, api } = await local.newShop());
    for (const id of ["asked", "told", "driven", "other"]) await create(id);
    const ours = await local.couriers.lead(shop.scope, "driven", "in_progress");
    await local.couriers.lead(shop.scope, "other", "delivered");
    const other = await local.newShop();
    await other.api.create(orderBody({ external_order_id: "theirs" }));
    const theirs = await local.couriers.lead(other.shop.scope, "theirs", "in_progress");
    expect(getIds(await list({ courier: ours }))).toEqual(["driven"]);
    expect(getIds(await list({ courier: ours, view: "finished" }))).toEqual([]);
    expect(getIds(await list({ courier: ours, search: "невский" }))).toEqual(["driven"]);
    expect(getIds(await list({ courier: ours, search: "марата" }))).toEqual([]);
    expect(getIds(await list({ courier: theirs }))).toEqual([]);
    const chosen = await listOrderCouriers(local.db, shop.scope, theirs);
    expect(chosen.map(({ id }) => id)).toContain(ours);
    expect(chosen.map(({ id }) => id)).not.toContain(theirs);
    expect(getIds(await list({ hasProblem: true }))).toEqual([]);
    const getStop = (externalOrderId: string) => ({
      position: 1,
      order: { accountId: shop.accountId, externalOrderId },
    });
    const at = local.clock.now();
    await local.db.models.orderStop.updateMany({
      where: getStop("told"),
      data: { feedback: "problem", feedbackText: "Пролили суп", feedbackAt: at },
    });
    expect(getIds(await list({ hasProblem: true }))).toEqual(["told"]);
    expect(getIds(await list({ hasProblem: true, view: "finished" }))).toEqual([]);
    expect(getIds(await list({ hasProblem: true, search: "told" }))).toEqual(["told"]);
    await local.db.models.orderStop.updateMany({ where: getStop("told"), data: { feedbackSettledAt: at } });
    expect(getIds(await list({ hasProblem: true }))).toEqual([]);
  });

  it("shows when its couriers are expected, for the account's orders alone", async () => {
    ({ shop, api } = await local.newShop());
    const driven = await create("driven");
    const waiting = await create("waiting");
    const courierId = await local.couriers.lead(shop.scope, "driven", "in_progress");
    const context = { ...local.couriers.context, clock: local.clock };
    const codes = [driven.order_code, waiting.order_code];
    expect((await listArrivals(context, shop.scope, codes)).size).toBe(0);
    await local.couriers.place(courierId);
    await local.couriers.showArrivals();
    const arrivals = await listArrivals(context, shop.scope, codes);
    expect([...arrivals.keys()]).toEqual([driven.order_code]);
    expect(arrivals.get(driven.order_code)?.from.getTime()).toBeGreaterThan(local.clock.now().getTime());
    const other = await local.newShop();
    expect((await listArrivals(context, other.shop.scope, codes)).size).toBe(0);
  });

  it("filters by days of the account's clock, both included, combined with the other filters", async () => {
    ({ shop, api } = await local.newShop());
    const at = async (moment: string, id: string) => {
      await create(id);
      await local.db.models.order.updateMany({
        where: { accountId: shop.accountId, externalOrderId: id },
        data: { createdAt: new Date(moment) },
      });
    };
    await at("2026-11-19T20:59:59.999Z", "a-19");
    await at("2026-11-19T21:00:00.000Z", "a-20");
    await at("2026-11-20T20:59:59.999Z", "b-20");
    await at("2026-11-20T21:00:00.000Z", "b-21");
    expect(getIds(await list({ from: "2026-11-20", to: "2026-11-20" }))).toEqual(["b-20", "a-20"]);
    expect(getIds(await list({ from: "2026-11-20" }))).toEqual(["b-21", "b-20", "a-20"]);
    expect(getIds(await list({ to: "2026-11-20" }))).toEqual(["b-20", "a-20", "a-19"]);
    expect(getIds(await list({ from: "2026-11-21", to: "2026-11-20" }))).toEqual([]);
    expect(getIds(await list({ from: "2026-11-20", view: "active", search: "b-" }))).toEqual([
      "b-21",
      "b-20",
    ]);
    expect(getIds(await list({ view: "delivered", search: "b-" }))).toEqual([]);
  });

  it.each(["all", "active"] as const)(
    "shows each of %s orders once, forwards and backwards, while others are created",
    async (view) => {
      ({ shop, api } = await local.newShop());
      const ids: string[] = [];
      for (let count = 0; count < 17; count += 1) {
        // Three orders share each moment and are ordered by their numbers.
        if (count % 3 === 0) local.clock.advance(1_000);
        ids.unshift((await create(`old-${count}`)).external_order_id);
      }
      const forwards: string[][] = [];
      let page = await list({ view }, { length: 4 });
      expect(page).toMatchObject({ isFirst: true, newer: null });
      for (let count = 0; ; count += 1) {
        forwards.push(getIds(page));
        if (page.older === null) break;
        local.clock.advance(1_000);
        await create(`between-${count}`);
        page = await list({ view }, { length: 4, edge: page.older });
        expect(page.isFirst).toBe(false);
      }
      expect(forwards.flat()).toEqual(ids);
      expect(forwards.map(({ length }) => length)).toEqual([4, 4, 4, 4, 1]);
      const back: string[][] = [getIds(page)];
      while (page.newer !== null) {
        page = await list({ view }, { length: 4, edge: page.newer });
        if (page.orders.length > 0) back.unshift(getIds(page));
      }
      expect(back.flat()).toEqual(["between-3", "between-2", "between-1", "between-0", ...ids]);
    },
  );

  it("starts from the beginning at a cursor that is not an order of the account's mode", async () => {
    const other = await local.newShop();
    const { data } = await other.api.create(orderBody());
    const twin = await addKey(local.db, shop.accountId, "test");
    const test = (await local.client(twin.key).create(orderBody())).data;
    const first = await list();
    for (const code of ["AAAA-AAAA", data.order_code, test.order_code]) {
      for (const side of ["before", "after"] as const) {
        expect(await list({}, { edge: { side, code } })).toEqual(first);
      }
    }
  });

  it("never shows an order of another account or mode, whatever the query", async () => {
    ({ shop, api } = await local.newShop());
    const other = await local.newShop();
    const theirs = (await other.api.create(orderBody({ external_order_id: "theirs" }))).data;
    const twin = await addKey(local.db, shop.accountId, "test");
    const test = (await local.client(twin.key).create(orderBody({ external_order_id: "test" }))).data;
    expect(await hasOrders(local.db, shop.scope)).toBe(false);
    const mine = await create("mine");
    const searches = ["", "theirs", "test", theirs.order_code, test.order_code, "невский", "+79161234567"];
    for (const search of searches) {
      const isMine = ["", "невский", "+79161234567"].includes(search);
      expect([search, getIds(await list({ search }))]).toEqual([search, isMine ? ["mine"] : []]);
    }
    const shown = { codes: [mine, theirs, test].map(({ order_code }) => order_code), isFirst: true };
    const now = await refreshOrders(local.db, shop.scope, { filter: filter(), ...clock(), shown });
    expect([getIds(now), now.newCount]).toEqual([["mine"], 0]);
    let file = "";
    for await (const piece of exportOrders(local.db, shop.scope, {
      filter: filter(),
      format: csvFormat("en"),
      ...clock(),
    })) {
      file += piece;
    }
    expect(file.trimEnd().split("\r\n")).toHaveLength(2);
    expect(file).toContain(mine.order_code);
    expect(
      getIds(await listOrders(local.db, twin.scope, { filter: filter(), ...clock(), edge: null })),
    ).toEqual(["test"]);
  });

  it("exports a file with the sum of each kind of charge and the total", async () => {
    ({ shop, api } = await local.newShop());
    const { price } = await create("charged");
    await create("plain");
    const order = await local.db.models.order.update({
      where: {
        accountId_mode_externalOrderId: {
          accountId: shop.accountId,
          mode: "live",
          externalOrderId: "charged",
        },
      },
      data: { charges: "31.50" },
    });
    const charge = { orderId: order.id, accountId: shop.accountId, at: order.createdAt, why: "Waited." };
    await local.db.models.orderCharge.createMany({
      data: [
        { ...charge, type: "waiting", amount: "7", position: 0 },
        { ...charge, type: "waiting", amount: "14", position: 1 },
        { ...charge, type: "return", amount: "10.5" },
      ],
    });
    let file = "";
    for await (const piece of exportOrders(local.db, shop.scope, {
      filter: filter(),
      format: csvFormat("en"),
      ...clock(),
    })) {
      file += piece;
    }
    const total = ((price ?? 0) + 31.5).toFixed(2);
    expect(file).toContain(`,${price?.toFixed(2)},,21.00,10.50,,${total},`);
    expect(file).toContain(`,${price?.toFixed(2)},,,,,${price?.toFixed(2)},`);
  });

  it("keeps its visible rows while orders leave the filter, and counts new orders", async () => {
    ({ shop, api } = await local.newShop());
    const refresh = (change: Partial<OrderFilter>, codes: readonly string[], isFirst = true) =>
      refreshOrders(local.db, shop.scope, {
        filter: filter(change),
        ...clock(),
        shown: { codes, isFirst },
      });
    await create("first");
    const codes = (await list({ view: "new" })).orders.map(({ code }) => code);
    expect((await refresh({ view: "in_progress" }, [])).newCount).toBe(0);
    const courierId = await local.couriers.lead(shop.scope, "first", "in_progress");
    await local.couriers.place(courierId);
    const { orders, newCount } = await refresh({ view: "new" }, codes);
    expect([orders[0], newCount]).toMatchObject([
      { status: "in_progress", heardAt: local.clock.now().toISOString() },
      0,
    ]);
    local.clock.advance(HOUR_MS);
    await create("second");
    await create("third");
    expect((await refresh({ view: "new" }, codes)).newCount).toBe(2);
    expect((await refresh({}, codes)).newCount).toBe(2);
    expect((await refresh({ to: "2026-11-20" }, codes)).newCount).toBe(0);
    expect((await refresh({}, codes, false)).newCount).toBe(0);
    // An older order that sets out appears in the list of those on their way.
    expect((await refresh({ view: "in_progress" }, [])).newCount).toBe(1);
    expect((await refresh({ view: "in_progress" }, codes)).newCount).toBe(0);
  });

  it("does not count rows that move up from the next page as new", async () => {
    ({ shop, api } = await local.newShop());
    for (let count = 0; count < 52; count += 1) {
      // The page boundary lies between two orders of the same instant.
      if (count % 4 === 0) local.clock.advance(1_000);
      await create(`order-${count}`);
    }
    const page = await list({ view: "active" });
    const codes = page.orders.map(({ code }) => code);
    expect(page.older).toEqual({ side: "before", code: codes.at(-1) });
    await api.post("/v1/partner/orders/order-30/cancel");
    const query = { filter: filter({ view: "active" }), ...clock() };
    const refresh = () => refreshOrders(local.db, shop.scope, { ...query, shown: { codes, isFirst: true } });
    const before = await refresh();
    expect([before.orders.length, before.newCount]).toEqual([50, 0]);
    expect(before.orders.find(({ externalOrderId }) => externalOrderId === "order-30")?.status).toBe(
      "cancelled",
    );
    local.clock.advance(1_000);
    await create("newest");
    expect((await refresh()).newCount).toBe(1);
  });
});
