import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { DomainError } from "@/lib/domain-error";
import { fromLocalTime, toLocalTime } from "@/lib/locale/local-time";
import { chooseWindow, getWindowChoice, listWindowsOfDays } from "@/lib/orders/feedback/choose-window";
import { getOrder } from "@/lib/orders/load-order";
import { editOrder } from "@/lib/orders/update/edit-order";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { WEEKDAYS } from "@/lib/service-area/opening-hours";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { getTracking } from "@/lib/tracking/get-tracking";
import { type ApiClient, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { square, zoneFile } from "@/testing/zones";

const ZONE = "Europe/Moscow";
const HOUR_MS = 60 * 60_000;

const at = (time: string): Date => fromLocalTime(time, ZONE) ?? new Date(Number.NaN);
const show = ({ from, to }: { from: Date; to: Date }) =>
  `${toLocalTime(from, ZONE).slice(5)}-${toLocalTime(to, ZONE).slice(11)}`;

describe("the windows of the next days", () => {
  const list = (hours: string, lengthMs: number, now: string, zone = ZONE) =>
    listWindowsOfDays(
      { hours, timeZone: zone, current: { from: at(now), to: new Date(at(now).getTime() + lengthMs) } },
      at(now),
    );

  it("follow each other within the hours of seven days, and begin in the future", () => {
    const windows = list("10:00-15:00, 17:00-20:00", 2 * HOUR_MS, "2026-11-21T12:00").map(show);
    expect(windows.slice(0, 5)).toEqual([
      "11-21T17:00-19:00",
      "11-22T10:00-12:00",
      "11-22T12:00-14:00",
      "11-22T17:00-19:00",
      "11-23T10:00-12:00",
    ]);
    expect(windows.at(-1)).toBe("11-27T17:00-19:00");
  });

  it("begin at least an hour apart, and there are at most 100", () => {
    const windows = list("00:00-24:00", HOUR_MS / 3, "2026-11-21T12:30").map(show);
    expect(windows.slice(0, 2)).toEqual(["11-21T13:00-13:20", "11-21T14:00-14:20"]);
    expect(windows).toHaveLength(100);
  });

  it("cross midnight, keep their length when clocks change, and are none where they do not fit", () => {
    expect(
      list("22:00-02:00", 3 * HOUR_MS, "2026-11-21T12:00")
        .map(show)
        .slice(0, 2),
    ).toEqual(["11-21T22:00-01:00", "11-22T22:00-01:00"]);
    expect(list("10:00-12:00", 3 * HOUR_MS, "2026-11-21T12:00")).toEqual([]);
    const berlin = list("01:00-05:00", HOUR_MS, "2026-10-24T12:00", "Europe/Berlin");
    const ofChange = berlin.filter(({ from }) => toLocalTime(from, "Europe/Berlin").startsWith("2026-10-25"));
    // The day has an hour more.
    expect(ofChange).toHaveLength(5);
    expect(berlin.every(({ from, to }) => to.getTime() - from.getTime() === HOUR_MS)).toBe(true);
  });
});

describe("a recipient's choice of another window (TRK-18)", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());
  beforeEach(async () => {
    ({ shop, api } = await local.newShop());
    await allow("10:00-20:00");
  });

  const allow = (recipientWindowHours: string | null) =>
    updateAccount(local.db, shop.accountId, { recipientWindowHours });

  const day = (date: string, from: string, to: string) => ({
    from: at(`2026-11-${date}T${from}`).toISOString(),
    to: at(`2026-11-${date}T${to}`).toISOString(),
  });

  /** @param windows by dropoff */
  async function place(...windows: { from: string; to: string }[]) {
    const base = orderBodyWith(windows.length);
    const dropoffs = base.dropoffs.map((dropoff, index) => ({ ...dropoff, delivery_window: windows[index] }));
    const body = { ...base, dropoffs };
    const { data, status } = await api.create(body);
    expect(status).toBe(201);
    const externalOrderId = body.external_order_id;
    const getToken = (url: string | null | undefined) => url?.split("/").at(-1) ?? "";
    const whole = getToken(data.tracking_url);
    const links = windows.length === 1 ? [whole] : (data.tracking_urls ?? []).map(getToken);
    const read = () => getOrder(local.db, { scope: shop.scope, externalOrderId }, ["request"]);
    const { id } = await read();
    return {
      ...{ id, externalOrderId, whole, links, read },
      windows: async () =>
        (await read()).details.dropoffs.map(({ deliveryWindow }) => deliveryWindow && show(deliveryWindow)),
      offered: async (token = links[0] ?? "") =>
        (await getWindowChoice(local.runtime, token)).windows.map(show),
      choose: (from: string, token = links[0] ?? "") =>
        readCode(chooseWindow(local.runtime, token, at(`2026-11-${from}`).toISOString())),
      isShown: async (token = links[0] ?? "") => {
        const tracking = await getTracking(local.runtime, token);
        return tracking.kind === "open" && tracking.view.canChooseWindow;
      },
      events: async () => {
        const rows = await local.db.models.event.findMany({
          where: { orderId: id },
          orderBy: { sequence: "asc" },
        });
        expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
        return rows.map(({ type, actorType }) => [type, actorType]);
      },
    };
  }

  async function readCode(work: Promise<unknown>): Promise<string | null> {
    try {
      await work;
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }

  it("moves the order as the shop's own edit would, at the same price, and can be repeated", async () => {
    const order = await place(day("22", "14:00", "16:00"));
    const before = await order.read();
    expect(await order.isShown()).toBe(true);
    const offered = await order.offered();
    expect(offered.slice(0, 4)).toEqual([
      "11-21T16:00-18:00",
      "11-21T18:00-20:00",
      "11-22T10:00-12:00",
      "11-22T12:00-14:00",
    ]);
    expect(offered).not.toContain("11-22T14:00-16:00");
    expect(offered.at(-1)).toBe("11-27T18:00-20:00");
    expect(await order.choose("22T14:00")).toBeNull();
    expect(await order.choose("23T18:00")).toBeNull();
    expect(await order.choose("23T18:00")).toBeNull();
    expect(await order.windows()).toEqual(["11-23T18:00-20:00"]);
    expect(await order.events()).toEqual([
      ["order.created", "key"],
      ["order.updated", "recipient"],
    ]);
    const after = await order.read();
    expect([after.price, after.chargesTotal]).toEqual([before.price, before.chargesTotal]);
    const { data } = await api.get<{ delivery_window: object }>(
      `/v1/partner/orders/${order.externalOrderId}`,
    );
    expect(data.delivery_window).toEqual(day("23", "18:00", "20:00"));
    const { dispatchAt } = await local.db.models.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(show({ from: dispatchAt, to: dispatchAt })).toMatch(/^11-23T17:/);
  });

  it("is possible only in the hours that the account allows", async () => {
    const order = await place(day("22", "14:00", "16:00"));
    expect(await order.choose("22T20:00")).toBe("STEP_NOT_POSSIBLE");
    expect(await order.choose("22T13:00")).toBe("STEP_NOT_POSSIBLE");
    expect(await order.choose("28T14:00")).toBe("STEP_NOT_POSSIBLE");
    expect(await order.choose("21T14:00")).toBe("STEP_NOT_POSSIBLE");
    await allow(null);
    expect(await order.isShown()).toBe(false);
    expect(await order.choose("23T18:00")).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(order.offered())).toBe("STEP_NOT_POSSIBLE");
    expect(await readCode(chooseWindow(local.runtime, order.whole, "soon"))).toBe("INVALID_PAYLOAD");
    expect(
      await readCode(chooseWindow(local.runtime, "A".repeat(22), day("23", "18:00", "20:00").from)),
    ).toBe("LINK_NOT_FOUND");
    expect(await order.events()).toEqual([["order.created", "key"]]);
  });

  it("is not possible for an order without a window", async () => {
    const { data } = await api.create(orderBodyWith(1, { delivery_time: day("22", "14:00", "16:00").from }));
    const token = data.tracking_url?.split("/").at(-1) ?? "";
    expect(await readCode(chooseWindow(local.runtime, token, day("23", "18:00", "20:00").from))).toBe(
      "STEP_NOT_POSSIBLE",
    );
  });

  it("offers nothing while the service is paused or that another dropoff's window excludes", async () => {
    const order = await place(day("22", "14:00", "16:00"), day("22", "18:00", "20:00"));
    expect(await readCode(order.offered(order.whole))).toBe("STEP_NOT_POSSIBLE");
    expect(await order.choose("23T18:00", order.whole)).toBe("STEP_NOT_POSSIBLE");
    // The first dropoff cannot be after the second.
    expect((await order.offered()).at(-1)).toBe("11-22T18:00-20:00");
    expect(await order.choose("23T10:00")).toBe("STEP_NOT_POSSIBLE");
    expect(await order.choose("24T10:00", order.links[1])).toBeNull();
    expect(await order.windows()).toEqual(["11-22T14:00-16:00", "11-24T10:00-12:00"]);
    await changeServiceArea(local.couriers.context, {
      type: "pause",
      zone: null,
      until: at("2026-11-22T16:00"),
    });
    expect((await order.offered())[0]).toBe("11-22T16:00-18:00");
    await changeServiceArea(local.couriers.context, { type: "resume", zone: null });
  });

  it("offers the hours of the zone in which the dropoff is", async () => {
    const order = await place(day("24", "11:00", "13:00"));
    const { pickup, dropoffs } = (await order.read()).details;
    const around = ({ address }: typeof pickup, size: number) => [
      square(address.longitude - size / 2, address.latitude - size / 2, size),
    ];
    const [dropoff = pickup] = dropoffs;
    const hours = Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, "10:00-16:00"]));
    const file = zoneFile(
      { name: "City", rings: around(pickup, 2) },
      { name: "Door", hours, rings: around(dropoff, 0.001) },
      { name: "Elsewhere", hours: { sun: "01:00-02:00" }, rings: [square(0, 0, 1)] },
    );
    await changeServiceArea(local.couriers.context, { type: "put", zones: readZoneFile(file).zones ?? [] });
    await changeServiceArea(local.couriers.context, { type: "switch", isOn: true });
    const offered = (await order.offered()).filter((window) => window.startsWith("11-25"));
    expect(offered).toEqual(["11-25T10:00-12:00", "11-25T12:00-14:00", "11-25T14:00-16:00"]);
    expect(await order.choose("25T16:00")).toBe("STEP_NOT_POSSIBLE");
    await changeServiceArea(local.couriers.context, { type: "switch", isOn: false });
  });

  it("takes effect once among choices and edits at the same time", async () => {
    const order = await place(day("22", "14:00", "16:00"));
    const results = await Promise.all([
      ...["22T10:00", "23T10:00", "24T10:00", "25T10:00"].map((from) => order.choose(from)),
      api
        .send("PATCH", `/v1/partner/orders/${order.externalOrderId}`, {
          delivery_window: day("26", "12:00", "13:00"),
        })
        .then(({ status }) => (status === 200 ? null : String(status))),
    ]);
    const accepted = results.filter((one) => one === null).length;
    expect(results.every((one) => one === null || one === "STEP_NOT_POSSIBLE")).toBe(true);
    expect(accepted).toBeGreaterThan(0);
    expect((await order.events()).filter(([type]) => type === "order.updated")).toHaveLength(accepted);
  });

  it("ends when the search for a courier begins", async () => {
    const order = await place(day("22", "14:00", "16:00"));
    local.clock.advance(at("2026-11-22T13:00").getTime() - local.clock.now().getTime());
    expect(await order.isShown()).toBe(true);
    local.clock.advance(58 * 60_000);
    expect(await order.isShown()).toBe(false);
    expect(await order.choose("23T18:00")).toBe("STEP_NOT_POSSIBLE");
    const lateEdit = editOrder(local.couriers.context, shop.scope, {
      externalOrderId: order.externalOrderId,
      change: (stored) => ({ ...stored, comment: "late" }),
      quoteId: undefined,
      terms: { isBeforeDispatch: true },
    });
    expect(await readCode(lateEdit)).toBe("ORDER_NOT_EDITABLE");
    const assigned = await place(day("24", "14:00", "16:00"));
    await local.couriers.lead(shop.scope, assigned.externalOrderId, "assigned");
    expect(await assigned.isShown()).toBe(false);
    expect(await assigned.choose("25T18:00")).toBe("STEP_NOT_POSSIBLE");
    expect(await assigned.windows()).toEqual(["11-24T14:00-16:00"]);
  });
});
