import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBoard } from "@/lib/console/get-board";
import { recordPosition } from "@/lib/couriers/record-position";
import { openDatabase } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { execute } from "@/lib/db/sql";
import { unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { loadOrder } from "@/lib/orders/load-order";
import { LIVE_CHANNEL } from "@/lib/streams/announce";
import { showArrivals } from "@/lib/tracking/arrivals/show-arrivals";
import { findExpectedArrival } from "@/lib/tracking/find-expected-arrival";
import { getTracking, resolveTrackingLink } from "@/lib/tracking/get-tracking";
import { findArrivals, listArrivals } from "@/lib/tracking/list-arrivals";
import { findTrackedById, listTrackedByCourier } from "@/lib/tracking/store";
import { type ApiClient, address, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const MINUTE_MS = 60_000;

interface Reading {
  estimated_arrivals: ({ from: string; to: string } | null)[] | null;
}

let local: LocalApi;
let shop: Client;
let api: ApiClient;

beforeAll(async () => {
  local = await openLocalApi();
  ({ shop, api } = await local.newShop());
});
afterAll(() => local?.close());

/** An order that a courier with a known position has accepted. */
async function open(dropoffs = 1) {
  const { couriers, db } = local;
  const body = orderBodyWith(dropoffs);
  const { data } = await api.create(body);
  const externalOrderId = body.external_order_id;
  const courierId = await couriers.lead(shop.scope, externalOrderId, "assigned");
  await couriers.place(courierId);
  await couriers.accept(shop.scope, externalOrderId, courierId);
  const { id } = await db.models.order.findFirstOrThrow({ where: { externalOrderId } });
  const tracked = async () => {
    const order = await findTrackedById(db, id, 1);
    if (order === null) throw new Error("The order was not found.");
    return order;
  };
  const rows = () =>
    db.models.shownArrival.findMany({ where: { orderId: id }, orderBy: { position: "asc" } });
  const promisedUntil = async () =>
    (await db.models.order.findUniqueOrThrow({ where: { id } })).promisedUntil;
  const path = `/v1/partner/orders/${externalOrderId}`;
  const read = async () => (await api.get<Reading>(path)).data.estimated_arrivals;
  /** The courier is seen again at the same point after a time. */
  const wait = async (minutes: number, by = courierId) => {
    local.clock.advance(minutes * MINUTE_MS);
    await couriers.place(by);
  };
  return { id, data, externalOrderId, courierId, path, tracked, rows, promisedUntil, read, wait };
}

const window = ({ shownFrom: from, shownTo: to }: { shownFrom: Date; shownTo: Date }) => ({ from, to });

describe("the shown arrivals of an order", () => {
  it("are written once a courier with a known position has accepted it, and promise the end of the last one", async () => {
    const order = await open(3);
    expect([await order.read(), await order.promisedUntil()]).toEqual([null, null]);
    await local.couriers.showArrivals();
    const rows = await order.rows();
    expect(rows.map(({ position, formerFrom, movedAt }) => [position, formerFrom, movedAt])).toEqual([
      [1, null, null],
      [2, null, null],
      [3, null, null],
    ]);
    expect(rows.map(({ firstFrom, firstTo }) => ({ from: firstFrom, to: firstTo }))).toEqual(
      rows.map(window),
    );
    expect(rows.at(-1)?.firstTo).toEqual(await order.promisedUntil());
  });

  it("are equal on the tracking pages, in the API, lists, the console, messages and after a restart (RES-22)", async () => {
    const order = await open(2);
    await local.couriers.showArrivals();
    await order.wait(3);
    await local.couriers.showArrivals();
    const shown = (await order.rows()).map(window);
    const { runtime } = local;
    const inJson = shown.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
    expect(await order.read()).toEqual(inJson);
    expect(await findArrivals(runtime, { id: order.id })).toEqual(shown);
    const codes = [order.data.order_code];
    expect([...(await listArrivals(runtime, shop.scope, codes)).values()]).toEqual([shown[0]]);
    const board = await getBoard(runtime, "live");
    expect(board.orders.find(({ code }) => code === codes[0])?.arrival).toEqual(inJson[0]);
    expect([
      await findExpectedArrival(runtime, order.id, 0),
      await findExpectedArrival(runtime, order.id, 1),
    ]).toEqual(shown);
    const pages = (order.data.tracking_urls ?? []).map((url) =>
      getTracking(runtime, url?.split("/").at(-1) ?? ""),
    );
    const views = (await Promise.all(pages)).map((page) => (page.kind === "open" ? page.view.arrival : null));
    expect(views).toEqual(shown);
    const restarted = openDatabase(local.databaseUrl, 1);
    expect(await findArrivals({ ...runtime, db: restarted }, { id: order.id })).toEqual(shown);
    await restarted.close();
  });

  it("move once when two processes find the same move, and keep the promise (RES-22)", async () => {
    const order = await open();
    await local.couriers.showArrivals();
    const [first] = await order.rows();
    const promised = await order.promisedUntil();
    await order.wait(40);
    const other = openDatabase(local.databaseUrl, 1);
    const contexts = [local.couriers.context, { ...local.couriers.context, db: other }];
    // Both have read the order before either writes.
    const seen = await order.tracked();
    const written = await Promise.all(contexts.map((context) => showArrivals(context, seen)));
    await other.close();
    expect(written.toSorted()).toEqual([false, true]);
    const [moved] = await order.rows();
    expect(moved).toMatchObject({
      firstFrom: first?.firstFrom,
      firstTo: first?.firstTo,
      firstAt: first?.firstAt,
      formerFrom: first?.shownFrom,
      formerTo: first?.shownTo,
      cause: "traffic",
      movedAt: local.clock.now(),
    });
    expect(moved?.shownTo.getTime()).toBeGreaterThan(first?.shownTo.getTime() ?? Number.NaN);
    expect(await order.promisedUntil()).toEqual(promised);
  });

  it("notify the pages of the order once per move, and give its kept page a new version", async () => {
    const order = await open();
    await local.couriers.showArrivals();
    const link = order.data.tracking_url?.split("/").at(-1) ?? "";
    const before = await resolveTrackingLink(local.runtime, link);
    await order.wait(40);
    const messages: string[] = [];
    let isConnected = false;
    const listener = listen(local.databaseUrl, LIVE_CHANNEL, {
      message: (message) => messages.push(message),
      connected: () => {
        isConnected = true;
      },
    });
    await expect.poll(() => isConnected).toBe(true);
    await local.couriers.showArrivals();
    await local.couriers.showArrivals();
    await execute(local.db)`SELECT pg_notify(${LIVE_CHANNEL}, 'end')`;
    await expect.poll(() => messages.at(-1)).toBe("end");
    await listener.close();
    expect(messages.filter((message) => message.startsWith(`order ${order.id} `))).toHaveLength(1);
    expect(await resolveTrackingLink(local.runtime, link)).not.toEqual(before);
  });

  it("are first shown once by two processes", async () => {
    const order = await open();
    const seen = [await order.tracked(), await order.tracked()];
    await order.wait(10);
    seen.push(await order.tracked());
    const written = await Promise.all(seen.map((one) => showArrivals(local.couriers.context, one)));
    expect(written.filter((has) => has)).toHaveLength(1);
    expect(await order.rows()).toHaveLength(1);
  });

  it("are not written for an order that has changed since it was read", async () => {
    const order = await open();
    const seen = await order.tracked();
    expect((await api.send("PATCH", order.path, { comment: "Позвоните" })).status).toBe(200);
    expect(await showArrivals(local.couriers.context, seen)).toBe(false);
    expect(await order.rows()).toEqual([]);
  });

  it("are written together with the promise or not at all", async () => {
    const order = await open();
    await execute(
      local.db,
    )`ALTER TABLE shown_arrivals ADD CONSTRAINT nothing_is_written CHECK (false) NOT VALID`;
    await expect(showArrivals(local.couriers.context, await order.tracked())).rejects.toThrow(
      "nothing_is_written",
    );
    expect(await order.promisedUntil()).toBeNull();
    await execute(local.db)`ALTER TABLE shown_arrivals DROP CONSTRAINT nothing_is_written`;
    expect(await showArrivals(local.couriers.context, await order.tracked())).toBe(true);
  });

  it("write nothing while they stay", async () => {
    const order = await open();
    await local.couriers.showArrivals();
    const { version } = await order.tracked();
    await order.wait(1);
    expect(await showArrivals(local.couriers.context, await order.tracked())).toBe(false);
    expect((await order.tracked()).version).toBe(version);
  });

  it("belong to the shop while the courier waits for the goods", async () => {
    const order = await open();
    const stand = async () => {
      const { latitude, longitude } = address();
      const fix = { latitude, longitude, heading: 90, recordedAt: local.clock.now() };
      await recordPosition(local.couriers.context, order.courierId, fix);
    };
    local.clock.advance(10 * MINUTE_MS);
    await stand();
    await local.couriers.take(order.courierId, order.id, { type: "arrive_at_pickup" });
    await local.couriers.showArrivals();
    local.clock.advance(30 * MINUTE_MS);
    await stand();
    await local.couriers.showArrivals();
    expect((await order.rows())[0]).toMatchObject({ cause: "packing" });
  });

  it("belong to the stops before a later dropoff", async () => {
    const order = await open(2);
    await local.couriers.take(order.courierId, order.id, { type: "pick_up" });
    await local.couriers.showArrivals();
    await order.wait(60);
    await local.couriers.showArrivals();
    expect((await order.rows()).map(({ cause }) => cause)).toEqual(["traffic", "stops"]);
  });

  it("do not move while the courier stands at the door", async () => {
    const order = await open();
    await local.couriers.take(order.courierId, order.id, { type: "pick_up" });
    await local.couriers.showArrivals();
    const { latitude, longitude } = orderBodyWith(1).dropoffs[0]?.address ?? address();
    const fix = { latitude, longitude, heading: 90 };
    const stand = () =>
      recordPosition(local.couriers.context, order.courierId, { ...fix, recordedAt: local.clock.now() });
    local.clock.advance(10 * MINUTE_MS);
    await stand();
    await local.couriers.take(order.courierId, order.id, { type: "arrive", dropoff: 0 });
    await local.couriers.showArrivals();
    const [shown] = await order.rows();
    local.clock.advance(60 * MINUTE_MS);
    await stand();
    await local.couriers.showArrivals();
    expect(await order.rows()).toEqual([shown]);
  });

  it("are hidden between two couriers, and name another courier when they move", async () => {
    const order = await open();
    const { couriers } = local;
    await couriers.showArrivals();
    const promised = await order.promisedUntil();
    await unassignSelf(couriers.context, order.courierId, order.id);
    expect(await order.read()).toBeNull();
    const next = await couriers.lead(shop.scope, order.externalOrderId, "assigned");
    await order.wait(45, next);
    expect(await order.read()).toBeNull();
    await couriers.accept(shop.scope, order.externalOrderId, next);
    expect(await order.read()).toBeNull();
    await couriers.showArrivals();
    expect((await order.rows())[0]).toMatchObject({ courierId: next, cause: "courier" });
    expect(await order.read()).toHaveLength(1);
    expect(await order.promisedUntil()).toEqual(promised);
  });

  it("begin again after an edit of the trip, without the dropoffs that it has removed", async () => {
    const order = await open(2);
    await local.couriers.showArrivals();
    const edited = orderBodyWith(1, { external_order_id: order.externalOrderId });
    expect((await api.send("PUT", order.path, edited)).status).toBe(200);
    expect(await order.read()).toBeNull();
    await order.wait(1);
    await local.couriers.showArrivals();
    const rows = await order.rows();
    expect(rows.map(({ position, firstAt }) => [position, firstAt])).toEqual([[1, local.clock.now()]]);
    expect(await order.promisedUntil()).toEqual(rows[0]?.firstTo);
  });

  it("have a new window for another attempt, and the same promise", async () => {
    const order = await open();
    await local.couriers.take(order.courierId, order.id, { type: "pick_up" });
    await local.couriers.showArrivals();
    const [first] = await order.rows();
    await local.db.models.orderStop.updateMany({
      where: { orderId: order.id, position: 1 },
      data: { attempts: 1 },
    });
    expect(await order.read()).toBeNull();
    await order.wait(60);
    await local.couriers.showArrivals();
    expect((await order.rows())[0]).toMatchObject({ attempts: 1, firstTo: first?.firstTo, cause: null });
    expect(await order.read()).toHaveLength(1);
  });

  it("keep the promise of a process of the former release, which stores only its end", async () => {
    const order = await open(2);
    const promised = new Date(local.clock.now().getTime() + 47 * MINUTE_MS);
    await local.db.models.order.update({ where: { id: order.id }, data: { promisedUntil: promised } });
    const due = async () => (await loadOrder(local.db, { orderId: order.id }, ["promise"]))?.promisedUntil;
    expect(await due()).toEqual(promised);
    await local.couriers.showArrivals();
    const rows = await order.rows();
    expect([rows.length, rows[1]?.firstTo, await order.promisedUntil()]).toEqual([2, promised, promised]);
    expect(await order.read()).toHaveLength(2);
    expect(await due()).toEqual(rows[0]?.firstTo);
    // It edits the trip and promises another end.
    const again = new Date(promised.getTime() + 9 * MINUTE_MS);
    await local.db.models.order.update({ where: { id: order.id }, data: { promisedUntil: again } });
    expect([await order.read(), await due()]).toEqual([null, again]);
    await order.wait(1);
    await local.couriers.showArrivals();
    expect((await order.rows()).map(({ promisedUntil }) => promisedUntil)).toEqual([again, again]);
    expect((await order.rows())[1]?.firstTo).toEqual(again);
  });
});

it("a pass reads each order with a recently seen courier once, page by page", async () => {
  const orders = [await open(), await open(), await open()];
  const since = new Date(local.clock.now().getTime() - MINUTE_MS);
  const seen: bigint[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (let page = await list(); page.length > 0; page = await list()) {
    seen.push(...page.map(({ id }) => id));
    after = page.at(-1)?.courierId ?? "";
  }
  function list() {
    return listTrackedByCourier(local.db, { after, limit: 2, since }, 1);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(orders.map(({ id }) => id)));
});
