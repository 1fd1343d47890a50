import { describe, expect, it } from "vitest";
import { explainLateness } from "@/components/orders/detail/explain-lateness";
import type { StopState, TimelineItem } from "@/components/orders/detail/order-state";

const at = (time: string) => `2026-11-22T${time}:00.000Z`;
const now = (time: string) => Date.parse(at(time));
const stop = (change: Partial<StopState> = {}) =>
  ({ arrivedAt: null, completedAt: null, failure: null, attempts: 0, dropoff: null, ...change }) as StopState;
const reached = (arrived: string, done: string | null) =>
  stop({ arrivedAt: at(arrived), completedAt: done === null ? null : at(done) });
const assigned = (time: string) => ({ type: "status", status: "assigned", at: at(time) }) as TimelineItem;
const changed = (time: string, driverName: string | null) =>
  ({ type: "driver_changed", driverName, at: at(time) }) as TimelineItem;

type Order = Parameters<typeof explainLateness>[0];
/** Delivered 19 minutes after its promise, 61 minutes after its order. */
const order = (change: Partial<Order> = {}): Order => ({
  status: "delivered",
  promisedUntil: at("12:42"),
  createdAt: at("12:00"),
  dispatchAt: at("12:00"),
  readyAt: null,
  acceptedAt: at("12:05"),
  deliveredAt: at("13:01"),
  wayBack: null,
  timeline: [assigned("12:03")],
  stops: [reached("12:14", "12:35"), reached("12:58", "13:01")],
  ...change,
});
const explain = (change: Partial<Order> = {}, time = "14:00") => {
  const lateness = explainLateness(order(change), now(time));
  return lateness && Object.fromEntries(lateness.parts.map(({ part, minutes }) => [part, minutes]));
};

describe("the explanation of a late order", () => {
  it("names the promise, the handover, and where the minutes went", () => {
    expect(explainLateness(order(), now("14:00"))).toEqual({
      promisedUntil: at("12:42"),
      handedOverAt: at("13:01"),
      lateMinutes: 19,
      parts: [
        { part: "search", minutes: 3 },
        { part: "offer", minutes: 2 },
        { part: "approach", minutes: 9 },
        { part: "pickup", minutes: 21 },
        { part: "drive", minutes: 23 },
        { part: "door", minutes: 3 },
      ],
    });
  });

  it("is given only for an order that is late against its promise", () => {
    expect(explain({ promisedUntil: at("13:01") })).toBeNull();
    expect(explain({ promisedUntil: at("13:00") })).not.toBeNull();
    expect(explain({ promisedUntil: null })).toBeNull();
    const { promisedUntil: _, ...former } = order();
    expect(explainLateness(former, now("14:00"))).toBeNull();
    expect(explain({ status: "cancelled" })).toBeNull();
    expect(explain({ status: "new", acceptedAt: null })).toBeNull();
    expect(explain({ wayBack: { state: "returned", eta: null, returnedAt: null } })).toBeNull();
  });

  it("separates the wait for goods that were not ready from the wait at the pickup", () => {
    expect(explain({ readyAt: at("12:30") })).toMatchObject({ approach: 9, goods: 16, pickup: 5 });
    expect(explain({ readyAt: at("12:10") })).toEqual(explain());
    // Collected before the goods were expected to be ready.
    const early = explain({ readyAt: at("12:40") });
    expect([early?.goods, early?.pickup]).toEqual([21, undefined]);
  });

  it("counts from the search for a courier, and the search until the offer that was accepted", () => {
    expect(explain({ dispatchAt: at("12:02") })).toMatchObject({ search: 1, offer: 2 });
    const timeline = [
      assigned("12:01"),
      changed("12:02", null),
      changed("12:04", "Anna"),
      changed("12:50", "B"),
    ];
    expect(explain({ timeline })).toMatchObject({ search: 4, offer: 1 });
  });

  it("has the dropoffs before the last one as one part", () => {
    const stops = [
      reached("12:14", "12:20"),
      reached("12:30", "12:33"),
      reached("12:40", null),
      reached("12:55", "13:01"),
    ];
    const failure = { at: at("12:49"), resolution: "leave" } as StopState["failure"];
    stops[2] = { ...stop(), ...stops[2], failure } as StopState;
    expect(explain({ stops })).toMatchObject({ pickup: 6, stops: 29, drive: 6, door: 6 });
    // Visited in another order.
    const [pickup, first, second, third] = stops;
    const turned = [pickup, third, second, first].flatMap((one) => one ?? []);
    expect(explain({ stops: turned })).toEqual(explain({ stops }));
  });

  it("ends with the part under way while the order is not delivered", () => {
    const under = (stops: StopState[], change: Partial<Order> = {}) =>
      explain({ status: "in_progress", deliveredAt: null, stops, ...change }, "13:10");
    const collected = reached("12:14", "12:35");
    expect(under([collected, stop()])).toMatchObject({ pickup: 21, drive: 35 });
    expect(under([collected, reached("13:00", null)])).toMatchObject({ drive: 25, door: 10 });
    expect(under([collected, reached("12:50", "12:55"), stop(), stop()])).toMatchObject({
      pickup: 21,
      stops: 35,
    });
    expect(under([collected, reached("12:50", "12:55"), stop()])).toMatchObject({ stops: 20, drive: 15 });
    const waiting = { status: "assigned" as const };
    expect(under([reached("12:14", null), stop()], waiting)).toMatchObject({ approach: 9, pickup: 56 });
    expect(under([reached("12:14", null), stop()], { ...waiting, readyAt: at("13:30") })).toMatchObject({
      goods: 56,
    });
    expect(under([stop(), stop()], waiting)).toEqual({ search: 3, offer: 2, approach: 65 });
    const lost = { ...waiting, acceptedAt: null, timeline: [assigned("12:03"), changed("12:30", null)] };
    expect(under([stop(), stop()], lost)).toEqual({ search: 70 });
  });

  it("gives time between unknown moments to the next known part", () => {
    const stops = [stop({ completedAt: at("12:35") }), stop()];
    expect(explain({ acceptedAt: null, timeline: [], stops })).toEqual({ pickup: 35, drive: 26 });
  });

  it("has parts whose sum is the whole time, whatever the moments are", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 500; round += 1) {
      const begun = now("12:00");
      const moment = () => new Date(begun + random(7_200_000)).toISOString();
      const maybe = () => (random(4) === 0 ? null : moment());
      const done = moment();
      const change: Partial<Order> = {
        promisedUntil: at("11:00"),
        readyAt: maybe(),
        acceptedAt: maybe(),
        deliveredAt: done,
        timeline: random(3) === 0 ? [] : [{ ...assigned("12:00"), at: moment() }],
        stops: [
          stop({ arrivedAt: maybe(), completedAt: maybe() }),
          ...Array.from({ length: random(4) }, () => stop({ arrivedAt: maybe(), completedAt: moment() })),
          stop({ arrivedAt: maybe(), completedAt: done }),
        ],
      };
      const lateness = explainLateness(order(change), now("15:00"));
      const until = Date.parse(lateness?.handedOverAt ?? "");
      const sum = lateness?.parts.reduce((total, { minutes }) => total + minutes, 0);
      expect(sum, JSON.stringify(change)).toBe(Math.round((until - begun) / 60_000));
      expect(lateness?.parts.every(({ minutes }) => minutes > 0)).toBe(true);
    }
  });
});
