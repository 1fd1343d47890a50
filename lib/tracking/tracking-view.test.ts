import { describe, expect, it } from "vitest";
import { freshnessOf } from "@/lib/couriers/freshness";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  camelCase,
  DROPOFF_FIELDS,
  type StopFields,
} from "@/lib/orders/stop-fields";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";
import { endOf, isGone, trackingView, viewLastsMs } from "@/lib/tracking/tracking-view";

const NOW = new Date("2026-11-21T12:00:00Z");
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
const stop = (index: number, change = {}) => ({
  latitude: 59.93123 + index * 0.01,
  longitude: 30.31234 + index * 0.01,
  area: "Санкт-Петербург",
  street: `улица ${index}`,
  building: `дом ${index}`,
  arrivedAt: null,
  deliveredAt: null,
  ...change,
});
const HISTORY = [
  { status: "new" as const, at: ago(30) },
  { status: "assigned" as const, at: ago(25) },
  { status: "in_progress" as const, at: ago(10) },
];

function order(change: Partial<TrackedOrder> = {}, dropoffs = 1): TrackedOrder {
  const pickup = stop(0);
  const stops = Array.from({ length: dropoffs }, (_, index) => stop(index + 1));
  return {
    id: 1n,
    orderCode: "7KQ2-M4XR",
    isTest: false,
    status: "in_progress",
    deliveryTime: null,
    dropoff: null,
    history: HISTORY,
    arrivedAtPickup: ago(12),
    pickup,
    dropoffs: stops,
    approach: null,
    legs: stops.map((to, index) => ({ path: [stops[index - 1] ?? pickup, to], durationSeconds: 600 })),
    courier: {
      name: "Алексей Громов",
      phone: "+79115550001",
      transport: { type: "car", make: null, model: null, color: null, number: null },
    },
    position: { ...pickup, heading: 90, recordedAt: ago(0), receivedAt: ago(0) },
    speed: 1,
    ...change,
  };
}
const aged = (minutes: number) => ({
  position: { ...stop(0), heading: 0, recordedAt: ago(minutes), receivedAt: ago(minutes) },
});
const view = (change: Partial<TrackedOrder> = {}, dropoffs = 1) => trackingView(order(change, dropoffs), NOW);

describe("the courier's place", () => {
  it.each([
    [0, "now"],
    [29.9 / 60, "now"],
    [30 / 60, "recent"],
    [4.99, "recent"],
    [5, "stale"],
    [29.99, "stale"],
    [30, undefined],
  ])("%d minutes old is %s", (minutes, freshness) => {
    const { drawing, seenAt } = view(aged(minutes));
    expect(drawing?.courier?.freshness).toBe(freshness);
    expect(seenAt).toEqual(freshness === undefined ? null : ago(minutes));
  });

  it("is gone when received 30 minutes ago, even if recorded later, and the reverse", () => {
    const position = { ...stop(0), heading: 0, recordedAt: ago(1), receivedAt: ago(30) };
    expect(view({ position }).drawing?.courier).toBeNull();
    expect(
      view({ position: { ...position, recordedAt: ago(30), receivedAt: ago(1) } }).drawing?.courier,
    ).toBeNull();
  });

  it.each(["new", "delivered", "cancelled"] as const)("is not shown while %s", (status) => {
    const shown = view({ status, history: [...HISTORY, { status, at: ago(1) }] });
    expect([shown.drawing?.courier ?? null, shown.courier, shown.seenAt]).toEqual([null, null, null]);
  });
});

describe("the arrival", () => {
  it("is estimated only from a position of the last five minutes", () => {
    expect(view(aged(4.9)).arrival).not.toBeNull();
    expect(view(aged(5)).arrival).toBeNull();
    expect(view({ position: null }).arrival).toBeNull();
    expect(view({ status: "new", history: HISTORY.slice(0, 1) }).arrival).toBeNull();
  });

  it("shows the planned window once it is late", () => {
    const onTime = [...HISTORY.slice(0, 2), { status: "in_progress" as const, at: ago(0) }];
    expect(view({ history: onTime }).wasArrival).toBeNull();
    const late = [...HISTORY.slice(0, 2), { status: "in_progress" as const, at: ago(60) }];
    expect(view({ history: late }).wasArrival).not.toBeNull();
  });
});

describe("the phase", () => {
  it.each([
    ["new", { status: "new" as const, history: HISTORY.slice(0, 1) }],
    ["scheduled", { status: "new" as const, history: HISTORY.slice(0, 1), deliveryTime: ago(-60) }],
    ["new", { status: "new" as const, history: HISTORY.slice(0, 1), deliveryTime: ago(1) }],
    ["assigned", { status: "assigned" as const, history: HISTORY.slice(0, 2), arrivedAtPickup: null }],
    ["at_pickup", { status: "assigned" as const, history: HISTORY.slice(0, 2) }],
    [
      "replacing",
      {
        status: "assigned" as const,
        history: HISTORY.slice(0, 2),
        arrivedAtPickup: null,
        courier: null,
        position: null,
      },
    ],
    [
      "scheduled",
      { status: "assigned" as const, history: HISTORY.slice(0, 2), courier: null, deliveryTime: ago(-60) },
    ],
    ["in_progress", {}],
    ["near", { position: { ...stop(1), heading: 0, recordedAt: ago(0), receivedAt: ago(0) } }],
    ["here", { dropoffs: [stop(1, { arrivedAt: ago(0) })] }],
    ["in_progress", { dropoffs: [stop(1, { arrivedAt: ago(1) })] }],
    ["assigned", { ...aged(0), status: "assigned" as const, pickup: stop(3), arrivedAtPickup: ago(1) }],
    [
      "delivered",
      { status: "delivered" as const, history: [...HISTORY, { status: "delivered" as const, at: ago(1) }] },
    ],
    [
      "cancelled",
      { status: "cancelled" as const, history: [...HISTORY, { status: "cancelled" as const, at: ago(1) }] },
    ],
  ])("%s", (phase, change) => {
    expect(view(change).phase).toBe(phase);
  });

  it("of a courier at the door shows no earlier position", () => {
    const shown = view({ ...aged(3), dropoffs: [stop(1, { arrivedAt: ago(2) })] });
    expect([shown.phase, shown.drawing?.courier, shown.seenAt, shown.mayFollow]).toEqual([
      "here",
      null,
      null,
      false,
    ]);
    const position = { ...stop(1), heading: 0, recordedAt: ago(3), receivedAt: ago(3) };
    expect(view({ position, dropoffs: [stop(1, { arrivedAt: ago(2) })] }).drawing?.courier).not.toBeNull();
  });
});

describe("a link of one of several dropoffs", () => {
  const done = { arrivedAt: ago(2), deliveredAt: ago(1) };

  it("counts the stops before it, and shows the courier once it is next (TRK-5)", () => {
    const second = view({ dropoff: 1 }, 3);
    expect([second.stopsBefore, second.drawing, second.seenAt]).toEqual([1, null, null]);
    const third = view({ dropoff: 2 }, 3);
    expect(third.stopsBefore).toBe(2);
    const next = view({ dropoff: 1, dropoffs: [stop(1, done), stop(2), stop(3)] }, 3);
    expect([next.stopsBefore, next.drawing?.courier?.freshness]).toEqual([0, "now"]);
    expect(
      view({ dropoff: 0, status: "assigned", history: HISTORY.slice(0, 2) }, 3).drawing?.courier,
    ).toBeNull();
  });

  it("shows only its own address, and none of the others' routes (TRK-3)", () => {
    const own = view({ dropoff: 1 }, 3);
    expect(own.stops.map(({ kind, number, building }) => [kind, number, building])).toEqual([
      ["pickup", 0, "дом 0"],
      ["dropoff", 2, "дом 2"],
    ]);
    expect(own.drawing).toBeNull();
    const next = view(
      {
        dropoff: 1,
        dropoffs: [stop(1, done), stop(2), stop(3)],
        position: { ...stop(1.5), heading: 0, recordedAt: ago(0), receivedAt: ago(0) },
      },
      3,
    );
    expect(next.drawing?.path[0]?.latitude).toBeCloseTo(stop(1.5).latitude, 3);
    expect([next.drawing?.pickup, next.drawing?.dropoffs.length]).toEqual([null, 1]);
  });

  it("ends with its own handover", () => {
    const ended = view({ dropoff: 0, dropoffs: [stop(1, done), stop(2)] }, 2);
    expect([ended.phase, ended.endedAt, ended.isFinal, ended.courier]).toEqual([
      "delivered",
      ago(1),
      true,
      null,
    ]);
    expect(ended.history.at(-1)).toEqual({ status: "delivered", at: ago(1) });
    expect(view({ dropoff: 1, dropoffs: [stop(1, done), stop(2)] }, 2).phase).not.toBe("delivered");
  });

  it("stays delivered when the rest of the order is cancelled", () => {
    const cancelled = {
      status: "cancelled" as const,
      history: [...HISTORY, { status: "cancelled" as const, at: ago(0) }],
      dropoffs: [stop(1, done), stop(2)],
    };
    const own = view({ ...cancelled, dropoff: 0 }, 2);
    expect([own.phase, own.endedAt, own.history.at(-1)?.status]).toEqual(["delivered", ago(1), "delivered"]);
    expect(own.stops.map(({ state }) => state)).toEqual(["done", "done"]);
    const other = view({ ...cancelled, dropoff: 1 }, 2);
    expect([other.phase, other.stops.map(({ state }) => state)]).toEqual([
      "cancelled",
      ["done", "cancelled"],
    ]);
  });
});

describe("a link of the whole of several dropoffs", () => {
  it("names streets alone, and draws the doors only roughly (TRK-4)", () => {
    const whole = view({}, 3);
    expect(whole.stops.map(({ building }) => building)).toEqual(["дом 0", null, null, null]);
    expect([whole.drawing?.isRough, whole.drawing?.path]).toEqual([true, []]);
    for (const [index, drawn] of (whole.drawing?.dropoffs ?? []).entries()) {
      const real = stop(index + 1);
      expect([drawn.latitude, drawn.longitude]).not.toEqual([real.latitude, real.longitude]);
      expect(Math.abs(drawn.latitude - real.latitude)).toBeLessThanOrEqual(0.001);
      expect((drawn.latitude / 0.002) % 1).toBeCloseTo(Math.round((drawn.latitude / 0.002) % 1), 6);
    }
  });
});

describe("after the end", () => {
  const ended = (hours: number) =>
    order({ status: "delivered", history: [...HISTORY, { status: "delivered", at: ago(hours * 60) }] });

  it("the address disappears after 24 hours, and the page after 30 days (TRK-6)", () => {
    expect(trackingView(ended(23.9), NOW).stops).toHaveLength(2);
    const old = trackingView(ended(24), NOW);
    expect([old.stops, old.isOutcomeOnly, old.phase, old.drawing]).toEqual([[], true, "delivered", null]);
    expect(isGone(endOf(ended(30 * 24 - 0.01)), NOW)).toBe(false);
    expect(isGone(endOf(ended(30 * 24)), NOW)).toBe(true);
    expect(isGone(endOf(order()), NOW)).toBe(false);
  });
});

it("shows only the courier's first name", () => {
  expect(view().courier?.name).toBe("Алексей");
  expect(freshnessOf(ago(1), NOW)).toBe("recent");
});

describe("a stop's fields", () => {
  const fields: StopFields = { ...ADDRESS_FIELDS, ...CONTACT_FIELDS, ...DROPOFF_FIELDS };
  const canary = (name: string, index: number) => `${name} of stop ${index}`;
  // Rows hold every column, whatever the type of a tracked stop says.
  const whole = (index: number) => ({
    ...Object.fromEntries(Object.keys(fields).map((name) => [camelCase(name), canary(name, index)])),
    ...stop(index),
    ...Object.fromEntries(["area", "street", "building"].map((name) => [name, canary(name, index)])),
  });
  const told = (dropoff: number | null) =>
    JSON.stringify(
      trackingView(order({ dropoff, pickup: whole(0), dropoffs: [whole(1), whole(2)] }, 2), NOW),
    );
  const isTold = (view: string, name: string, index: number) => view.includes(`"${canary(name, index)}"`);

  it.each(Object.entries(fields).filter(([name]) => name !== "latitude" && name !== "longitude"))(
    "tell %s to whom the table says, and to nobody else",
    (name, { seenBy }) => {
      expect(isTold(told(1), name, 2), "the recipient").toBe(seenBy.includes("recipient"));
      expect(isTold(told(1), name, 1), "another recipient").toBe(false);
      expect(isTold(told(null), name, 1), "a reader of the whole").toBe(seenBy.includes("reader"));
    },
  );

  it("tell a recipient where they are, and nothing else", () => {
    const names = Object.keys(fields).filter((name) => fields[name]?.seenBy.includes("recipient"));
    expect(names).toEqual(["area", "street", "building"]);
  });
});

describe("how long a view stays right by itself", () => {
  const scheduled = { status: "new" as const, courier: null, position: null, history: HISTORY.slice(0, 1) };
  it.each<[string, Partial<TrackedOrder>, number]>([
    ["with a courier on the way", {}, 1],
    ["with one on the way to the second of three", { dropoff: 1 }, 3],
    ["with one who was seen minutes ago", aged(4), 1],
    ["with one on the way to the pickup", { status: "assigned", arrivedAtPickup: null }, 2],
    ["with a planned time ahead", { ...scheduled, deliveryTime: new Date(NOW.getTime() + 7 * MINUTE_MS) }, 1],
    ["with nobody yet", scheduled, 1],
  ])("%s, it is the same until then", (_, change, dropoffs) => {
    const told = order(change, dropoffs);
    const until = NOW.getTime() + 40 * MINUTE_MS;
    let looks = 0;
    for (let at = NOW.getTime() + 17_123; at < until; looks += 1) {
      const view = trackingView(told, new Date(at));
      const lastsMs = Math.min(viewLastsMs(told, new Date(at)), until - at);
      expect(lastsMs).toBeGreaterThan(0);
      for (const part of [0.1, 0.5, 0.9, 1]) {
        const later = new Date(Math.ceil(at + lastsMs * part) - 1);
        expect(trackingView(told, later), `${looks}: ${later.toISOString()}`).toEqual(view);
      }
      at = Math.ceil(at + lastsMs);
    }
    expect(looks).toBeLessThan(60);
  });
});
