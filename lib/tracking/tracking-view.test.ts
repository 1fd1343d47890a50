import { describe, expect, it } from "vitest";
import { getFreshness } from "@/lib/couriers/freshness";
import { NOT_STARTED } from "@/lib/orders/progress";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  camelCase,
  DROPOFF_FIELDS,
  type StopFields,
} from "@/lib/orders/stop-fields";
import { PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import { findShownArrivals } from "@/lib/tracking/arrivals/find-shown-arrivals";
import { findCourierPhase } from "@/lib/tracking/notify-recipients";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";
import { findEndedAt, isLinkExpired, trackingView, viewTtlMs } from "@/lib/tracking/tracking-view";
import { withShownArrivals } from "@/testing/with-shown-arrivals";

const NOW = new Date("2026-11-21T12:00:00Z");
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
const stop = (index: number, change: Partial<TrackedStop> = {}): TrackedStop => ({
  latitude: 59.93123 + index * 0.01,
  longitude: 30.31234 + index * 0.01,
  area: "Санкт-Петербург",
  street: `улица ${index}`,
  building: `дом ${index}`,
  ...NOT_STARTED,
  failureCode: null,
  signerName: null,
  needsCode: false,
  isCodeBlocked: false,
  asksPhoto: false,
  note: null,
  isNoteSeen: false,
  deliveryWindow: null,
  messages: null,
  request: null,
  mayDecide: false,
  isInPerson: false,
  waiting: null,
  feedback: null,
  feedbackText: null,
  given: [],
  buyoutRubles: null,
  paymentType: "cash",
  door: { handover: "plain", floor: "unknown", size: "S", area: "" },
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
    version: 1,
    accountId: "shop",
    orderCode: "7KQ2-M4XR",
    isTest: false,
    shop: {
      name: "Полынь",
      accent: null,
      glyph: "white",
      logoUrl: null,
      contact: { phone: null, url: null },
    },
    status: "in_progress",
    deliveryTime: null,
    readyAt: null,
    windowOpenUntil: null,
    dropoff: null,
    history: HISTORY,
    arrivedAtPickup: ago(12),
    wasAccepted: false,
    isHeld: false,
    planned: null,
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
    isNext: true,
    isAtStopOfOthers: false,
    stopsOfOthers: [],
    othersBefore: [],
    earlierPosition: change.position ?? pickup,
    returnState: null,
    takeover: null,
    returnedAt: null,
    cancelledBy: null,
    cancelReason: null,
    code: "904217",
    photos: [],
    arrivals: new Map(),
    courierId: "anna",
    speed: 1,
    durations: PRIOR_MODEL,
    ...change,
  };
}
const aged = (minutes: number) => ({
  position: { ...stop(0), heading: 0, recordedAt: ago(minutes), receivedAt: ago(minutes) },
});
const planUntil = (minutesAgo: number) => ({ arrivesAt: ago(-20), validUntil: ago(minutesAgo) });
const view = (change: Partial<TrackedOrder> = {}, dropoffs = 1) =>
  trackingView(withShownArrivals(order(change, dropoffs), NOW), NOW);

describe("the courier's position", () => {
  it.each([
    [0, "now"],
    [29.9 / 60, "now"],
    [30 / 60, "recent"],
    [4.99, "recent"],
    [5, "stale"],
    [29.99, "stale"],
    [30, undefined],
  ])("has, at an age of %d minutes, the freshness %s", (minutes, freshness) => {
    const { drawing, seenAt } = view(aged(minutes));
    expect(drawing?.courier?.freshness).toBe(freshness);
    expect(seenAt).toEqual(freshness === undefined ? null : ago(minutes));
  });

  it("disappears 30 minutes after receipt or recording, whichever is earlier", () => {
    const position = { ...stop(0), heading: 0, recordedAt: ago(1), receivedAt: ago(30) };
    expect(view({ position }).drawing?.courier).toBeNull();
    expect(
      view({ position: { ...position, recordedAt: ago(30), receivedAt: ago(1) } }).drawing?.courier,
    ).toBeNull();
  });

  it.each(["new", "delivered", "cancelled"] as const)("is not shown for an order in status %s", (status) => {
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

  it("stays as shown while it is expected in its window, with the minutes left by the newest position", () => {
    const shown = withShownArrivals(order(aged(0)), NOW);
    const closer = { ...stop(0.3), heading: 0, recordedAt: ago(0), receivedAt: ago(0) };
    const [before, after] = [shown, { ...shown, position: closer }].map((one) => trackingView(one, NOW));
    expect(after?.arrival).toEqual(before?.arrival);
    expect(after?.minutes).toBeLessThan(before?.minutes ?? 0);
  });

  it("has no minutes left outside its window, and no window before one was written for this courier", () => {
    const shown = withShownArrivals(order(), NOW);
    const later = new Date(NOW.getTime() + 4 * MINUTE_MS);
    const [arrival] = [...shown.arrivals.values()];
    if (arrival === undefined) throw new Error("No window was shown.");
    const window = { from: ago(30), to: ago(-1) };
    const outdated = { ...shown, arrivals: new Map([[0, { ...arrival, shown: window }]]) };
    expect(trackingView(outdated, later)).toMatchObject({ arrival: window, minutes: null });
    expect(trackingView({ ...shown, courierId: "boris" }, NOW)).toMatchObject({
      arrival: null,
      minutes: null,
    });
    expect(trackingView(order(), NOW)).toMatchObject({ arrival: null, minutes: null });
  });

  it("shows the former window with the cause of its move (TRK-16)", () => {
    const shown = withShownArrivals(order(), NOW);
    const [arrival] = [...shown.arrivals.values()];
    if (arrival === undefined) throw new Error("No window was shown.");
    const former = { from: ago(20), to: ago(5), cause: "traffic" as const };
    const moved = { ...shown, arrivals: new Map([[0, { ...arrival, former }]]) };
    expect(trackingView(moved, NOW).wasArrival).toEqual(former);
  });

  it("names the minutes that the shop has kept the courier, from three on (TRK-17)", () => {
    const waiting = (minutes: number) => ({
      status: "assigned" as const,
      history: HISTORY.slice(0, 2),
      arrivedAtPickup: ago(minutes),
    });
    expect([2.9, 3, 9.5].map((minutes) => view(waiting(minutes)).packingMinutes)).toEqual([null, 3, 9]);
    expect(view({ arrivedAtPickup: ago(9) }).packingMinutes).toBeNull();
  });
});

describe("the phase", () => {
  it.each([
    ["new", { status: "new" as const, history: HISTORY.slice(0, 1) }],
    ["scheduled", { status: "new" as const, history: HISTORY.slice(0, 1), deliveryTime: ago(-60) }],
    ["new", { status: "new" as const, history: HISTORY.slice(0, 1), deliveryTime: ago(1) }],
    [
      "planned",
      { status: "new" as const, history: HISTORY.slice(0, 1), courier: null, planned: planUntil(-1) },
    ],
    ["new", { status: "new" as const, history: HISTORY.slice(0, 1), courier: null, planned: planUntil(0) }],
    ["checking", { status: "new" as const, courier: null, isHeld: true, planned: planUntil(-1) }],
    [
      "planned",
      { status: "assigned" as const, history: HISTORY.slice(0, 2), courier: null, planned: planUntil(-1) },
    ],
    ["preparing", { status: "new" as const, history: HISTORY.slice(0, 1), readyAt: ago(-60) }],
    [
      "scheduled",
      { status: "new" as const, history: HISTORY.slice(0, 1), readyAt: ago(-60), deliveryTime: ago(-90) },
    ],
    ["new", { status: "new" as const, history: HISTORY.slice(0, 1), readyAt: ago(1) }],
    [
      "assigned",
      { status: "assigned" as const, history: HISTORY.slice(0, 2), arrivedAtPickup: null, readyAt: ago(-60) },
    ],
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
        wasAccepted: true,
      },
    ],
    [
      "new",
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
    ["here", { ...aged(1), dropoffs: [stop(1, { arrivedAt: ago(0) })] }],
    // A courier 1.2 km away can be there a minute later, but not at once.
    ["in_progress", { dropoffs: [stop(1, { arrivedAt: ago(0) })] }],
    ["in_progress", { ...aged(0.2), dropoffs: [stop(1, { arrivedAt: ago(0) })] }],
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
  ])("is computed as %s from the order", (phase, change) => {
    expect(view(change).phase).toBe(phase);
  });

  it("hides the earlier position of a courier at the door", () => {
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

describe("the route", () => {
  const halfway = { position: { ...stop(0.5), heading: 0, recordedAt: ago(0), receivedAt: ago(0) } };
  const latitudes = (points: readonly { latitude: number }[] = []) =>
    points.map(({ latitude }) => Number(latitude.toFixed(4)));
  const [from, at, to] = latitudes([stop(0), stop(0.5), stop(1)]);

  it("is drawn as driven up to the courier and as remaining from there", () => {
    const { drawing } = view(halfway);
    expect([latitudes(drawing?.driven), latitudes(drawing?.path)]).toEqual([
      [from, at],
      [at, to],
    ]);
  });

  it("omits the shop once the courier with the goods is out of sight", () => {
    const lost = view(aged(30)).drawing;
    expect([lost?.pickup, lost?.path, lost?.driven, lost?.dropoffs.length]).toEqual([null, [], [], 1]);
    const waiting = view({ ...aged(30), status: "assigned", history: HISTORY.slice(0, 2) }).drawing;
    expect([waiting?.pickup === null, waiting?.path.length]).toEqual([false, 2]);
  });

  it.each([
    [
      "before the goods are picked up",
      { ...halfway, status: "assigned" as const, history: HISTORY.slice(0, 2) },
    ],
    ["without a courier in sight", { position: null }],
    [
      "for a courier on another road",
      { position: { ...stop(0.5), longitude: 30.9, heading: 0, recordedAt: ago(0), receivedAt: ago(0) } },
    ],
  ])("has no driven part %s", (_, change) => expect(view(change).drawing?.driven).toEqual([]));
});

describe("a link for one of several dropoffs", () => {
  const done = { arrivedAt: ago(2), deliveredAt: ago(1) };

  it("shows the number of stops before it, and the courier once it is next (TRK-5)", () => {
    const second = view({ dropoff: 1 }, 3);
    expect([second.stopsBefore, second.drawing?.courier, second.seenAt]).toEqual([1, null, null]);
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
    expect(own.drawing).toMatchObject({
      pickup: { latitude: 59.93123 },
      dropoffs: [{ number: 2 }],
      ...{ courier: null, path: [], driven: [] },
    });
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
    expect(next.drawing?.driven).toEqual([]);
  });

  it.each([
    ["handed over", done],
    [
      "to be decided",
      { ...done, deliveredAt: null, failedAt: ago(1), attempts: 1, resolution: "ask" as const },
    ],
    ["tried again", { attempts: 1 }],
  ])("shows courier and path only from 200 m off a door that was %s (TRK-3)", (_, state) => {
    const look = (degrees: number) => {
      const { latitude, longitude } = stop(1);
      const position = { latitude: latitude + degrees, longitude, heading: 0, ...{ recordedAt: ago(0) } };
      const dropoffs = [stop(1, state), stop(2), stop(3)];
      return view({ dropoff: 1, dropoffs, position: { ...position, receivedAt: ago(0) } }, 3);
    };
    for (const degrees of [0, 0.0009, 0.0017]) {
      const { drawing, seenAt, metersToNext, mayFollow, isAtOtherDoor, arrival } = look(degrees);
      expect([drawing?.courier, drawing?.path, drawing?.driven, seenAt, metersToNext]).toEqual([
        null,
        [],
        [],
        null,
        null,
      ]);
      expect([mayFollow, isAtOtherDoor, arrival === null]).toEqual([false, true, false]);
    }
    const gone = look(0.0019);
    expect([gone.isAtOtherDoor, gone.mayFollow, gone.drawing?.path.length]).toEqual([false, true, 2]);
    expect(gone.drawing?.courier?.latitude).toBe(stop(1).latitude + 0.0019);
  });

  it("shows a courier at the recipient's own door on a second attempt", () => {
    const position = { ...stop(1), heading: 0, recordedAt: ago(0), receivedAt: ago(0) };
    const again = { dropoff: 0, dropoffs: [stop(1, { attempts: 1 }), stop(2, { ...done })], position };
    expect(view(again, 2).drawing?.courier?.latitude).toBe(stop(1).latitude);
  });

  it("ends when its dropoff is handed over", () => {
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

describe("a link for an order with several dropoffs", () => {
  it("shows the area of each stop, the shop's address, and approximate doors (TRK-4)", () => {
    const whole = view({}, 3);
    expect(whole.stops.map(({ building }) => building)).toEqual(["дом 0", null, null, null]);
    expect(whole.stops.map(({ street }) => street)).toEqual(["улица 0", null, null, null]);
    expect(whole.stops.map(({ area }) => area)).toEqual(Array(4).fill("Санкт-Петербург"));
    expect([whole.drawing?.isRough, whole.drawing?.path, whole.drawing?.driven]).toEqual([true, [], []]);
    for (const [index, drawn] of (whole.drawing?.dropoffs ?? []).entries()) {
      const real = stop(index + 1);
      expect([drawn.latitude, drawn.longitude]).not.toEqual([real.latitude, real.longitude]);
      expect(Math.abs(drawn.latitude - real.latitude)).toBeLessThanOrEqual(0.001);
      expect((drawn.latitude / 0.002) % 1).toBeCloseTo(Math.round((drawn.latitude / 0.002) % 1), 6);
    }
  });
});

describe("the courier on the page of several dropoffs", () => {
  it("is shown at the rough place of a stop, never at its door (TRK-4)", () => {
    for (const index of [1, 2, 1.37]) {
      const position = { ...stop(index), heading: 0, recordedAt: ago(0), receivedAt: ago(0) };
      const { drawing } = view({ position, dropoffs: [stop(1, { deliveredAt: ago(1) }), stop(2)] }, 2);
      const { latitude = 0, longitude = 0 } = drawing?.courier ?? {};
      for (const degrees of [latitude, longitude]) {
        expect(degrees / 0.002).toBeCloseTo(Math.round(degrees / 0.002), 6);
      }
      expect(Math.abs(latitude - stop(index).latitude)).toBeLessThanOrEqual(0.001);
    }
  });
});

describe("a courier near the door", () => {
  const at = (index: number) => ({ ...stop(index), heading: 0, recordedAt: ago(0), receivedAt: ago(0) });

  it.each([
    ["near", 0.98, 0.97],
    // A single fix may be 580 m off.
    ["in_progress", 0.98, 0.5],
    ["in_progress", 0.5, 0.98],
    ["in_progress", 0.98, null],
  ])("is %s with the last fix at %d and the one before at %j (TRK-13)", (phase, last, before) => {
    const earlierPosition = before === null ? null : stop(before);
    const change = { position: at(last), earlierPosition };
    expect(view(change).phase).toBe(phase);
    expect(view(change).metersToNext === null).toBe(phase === "in_progress" && last === 0.98);
    const tracked = order(change);
    const told = tracked.dropoffs.map((own) => findCourierPhase(tracked, own, NOW));
    expect(told).toEqual([phase === "near" ? "near" : "onTheWay"]);
  });

  it("is within 300 meters or two minutes", () => {
    const fixes = (meters: number, durationSeconds: number) => {
      const { latitude, longitude } = stop(1);
      const position = { ...at(1), latitude: latitude - meters / 111_195 };
      const path = [{ latitude: latitude - 0.1, longitude }, stop(1)];
      return view({ position, earlierPosition: position, legs: [{ path, durationSeconds }] }).phase;
    };
    // The whole way is 11.1 km.
    expect([fixes(295, 9_000), fixes(305, 9_000)]).toEqual(["near", "in_progress"]);
    // Parking and finding the door take one of the two minutes.
    expect([fixes(1_000, 500), fixes(1_000, 600)]).toEqual(["near", "in_progress"]);
  });
});

describe("a courier who takes an order over", () => {
  it("is not shown, and not near, until they have the goods (TRK-9)", () => {
    const position = { ...stop(1), heading: 0, recordedAt: ago(0), receivedAt: ago(0) };
    const change = { takeover: stop(0.5), position };
    const taken = view(change);
    expect([taken.phase, taken.courier, taken.arrival, taken.minutes, taken.metersToNext]).toEqual([
      "in_progress",
      null,
      null,
      null,
      null,
    ]);
    expect([taken.seenAt, taken.drawing?.courier, taken.drawing?.pickup, taken.isTakenOver]).toEqual([
      null,
      null,
      null,
      true,
    ]);
    const tracked = order(change);
    expect(tracked.dropoffs.map((own) => findCourierPhase(tracked, own, NOW))).toEqual(["onTheWay"]);
    expect(view({ position }).courier).not.toBeNull();
  });
});

describe("an arrival reported from afar", () => {
  const reported = (meters: number, seconds: number, type: string) => {
    const { latitude, longitude } = stop(0);
    const recordedAt = ago(seconds / 60);
    const far = { latitude: latitude + meters / 111_195, longitude, heading: 0 };
    const courier = order().courier && { ...order().courier, transport: { type } };
    return view({
      status: "assigned",
      history: HISTORY.slice(0, 2),
      arrivedAtPickup: ago(0),
      ...{
        position: { ...far, recordedAt, receivedAt: recordedAt },
        courier: courier as TrackedOrder["courier"],
      },
    }).phase;
  };

  it.each([
    ["at_pickup", 450, 0, "foot"],
    ["assigned", 1_800, 0, "car"],
    ["assigned", 1_800, 30, "car"],
    ["at_pickup", 1_800, 32, "car"],
    ["assigned", 1_800, 120, "foot"],
    ["at_pickup", 1_800, 131, "foot"],
  ])(
    "makes the phase %s from %i m, with the last fix %i s before, by %s (TRK-14)",
    (phase, meters, seconds, type) => {
      expect(reported(meters, seconds, type)).toBe(phase);
    },
  );
});

describe("a dropoff that was not handed over", () => {
  const failed = (index: number, resolution: TrackedStop["resolution"], change: Partial<TrackedStop> = {}) =>
    stop(index, {
      arrivedAt: ago(9),
      failedAt: ago(5),
      failureCode: "recipient_absent",
      attempts: 1,
      resolution,
      ...change,
    });
  const again = (index: number) => stop(index, { attempts: 1 });
  const done = (index: number) => stop(index, { arrivedAt: ago(8), deliveredAt: ago(7) });
  const back = { returnState: "on_the_way" as const };
  const returned = { returnState: "returned" as const, returnedAt: ago(1) };
  const ended = (status: "delivered" | "cancelled", minutes = 1) => ({
    status,
    history: [...HISTORY, { status, at: ago(minutes) }],
  });

  it.each<[string, string, Partial<TrackedOrder>, number]>([
    ["undecided", "alone", { dropoffs: [failed(1, "ask")] }, 1],
    ["undecided", "of several", { dropoff: 0, dropoffs: [failed(1, "ask"), stop(2)] }, 2],
    ["again", "after others", { dropoff: 0, dropoffs: [again(1), stop(2)] }, 2],
    ["in_progress", "now", { dropoff: 0, dropoffs: [again(1), done(2)] }, 2],
    ["in_progress", "alone, again", { dropoffs: [again(1)] }, 1],
    ["going_back", "alone", { ...back, dropoffs: [failed(1, "return")] }, 1],
    [
      "going_back",
      "before the other stops",
      { returnState: "pending", dropoff: 0, dropoffs: [failed(1, "return"), stop(2)] },
      2,
    ],
    ["returned", "alone", { ...returned, ...ended("cancelled"), dropoffs: [failed(1, "return")] }, 1],
    [
      "returned",
      "of several",
      { ...returned, ...ended("delivered"), dropoff: 0, dropoffs: [failed(1, "return"), done(2)] },
      2,
    ],
    ["left", "alone", { ...ended("delivered"), dropoffs: [failed(1, "leave")] }, 1],
    ["left", "of several", { dropoff: 0, dropoffs: [failed(1, "leave"), stop(2)] }, 2],
    ["cancelled", "after the pickup", { ...back, ...ended("cancelled") }, 1],
    [
      "cancelled",
      "with an open question",
      { ...back, ...ended("cancelled"), dropoffs: [failed(1, "ask")] },
      1,
    ],
    [
      "delivered",
      "with another that failed",
      { ...returned, ...ended("delivered"), dropoff: 1, dropoffs: [failed(1, "return"), done(2)] },
      2,
    ],
    ["in_progress", "the whole, with stops to come", { dropoffs: [failed(1, "ask"), stop(2)] }, 2],
    ["undecided", "the whole, with none to come", { dropoffs: [failed(1, "ask"), done(2)] }, 2],
    ["going_back", "the whole", { ...back, dropoffs: [failed(1, "return"), done(2)] }, 2],
    [
      "partly",
      "the whole",
      { ...returned, ...ended("delivered"), dropoffs: [failed(1, "return"), done(2)] },
      2,
    ],
    [
      "returned",
      "the whole",
      { ...returned, ...ended("cancelled"), dropoffs: [failed(1, "return"), failed(2, "return")] },
      2,
    ],
    [
      "delivered",
      "the whole, one of them left at a door",
      { ...ended("delivered"), dropoffs: [failed(1, "leave"), done(2)] },
      2,
    ],
  ])("is in phase %s in the case: %s", (phase, _, change, dropoffs) => {
    expect(view(change, dropoffs).phase).toBe(phase);
  });

  it("hides the courier's position during a return or an open question", () => {
    for (const change of [
      { dropoffs: [failed(1, "ask")] },
      { ...back, dropoffs: [failed(1, "return")] },
      { ...back, dropoffs: [failed(1, "return"), done(2)] },
      { ...back, dropoff: 0, dropoffs: [failed(1, "return"), stop(2)] },
      { ...back, ...ended("cancelled") },
    ]) {
      const { drawing, seenAt, mayFollow, arrival } = view(change, change.dropoffs?.length);
      expect([drawing, seenAt, mayFollow, arrival]).toEqual([null, null, false, null]);
    }
    expect(view({ ...back, dropoffs: [failed(1, "return")] }).courier).toBeNull();
    expect(view({ dropoffs: [failed(1, "ask")] }).courier).not.toBeNull();
  });

  it("comes last on a second attempt without delaying the others", () => {
    const dropoffs = [again(1), done(2), stop(3), stop(4)];
    expect([0, 2, 3].map((dropoff) => view({ dropoffs, dropoff }, 4).stopsBefore)).toEqual([2, 0, 1]);
    expect([0, 2, 3].map((dropoff) => view({ dropoffs, dropoff }, 4).isSecondTry)).toEqual([
      true,
      false,
      false,
    ]);
    expect(view({ dropoffs, dropoff: 2 }, 4).mayFollow).toBe(true);
    const windows = [2, 3, 0].map((dropoff) => view({ dropoffs, dropoff }, 4).arrival?.to.getTime() ?? 0);
    expect(windows).toEqual(windows.toSorted((a, b) => a - b));
    expect(new Set(windows).size).toBe(3);
    // The plan made at pickup had no second attempt.
    const late = [...HISTORY.slice(0, 2), { status: "in_progress" as const, at: ago(300) }];
    expect(view({ history: late, dropoffs, dropoff: 0 }, 4).wasArrival).toBeNull();
    const expected = findShownArrivals(withShownArrivals(order({ dropoffs }, 4), NOW), NOW);
    expect(expected?.map((arrival) => arrival?.shown.to.getTime() ?? null)).toEqual([
      windows[2],
      null,
      windows[0],
      windows[1],
    ]);
  });

  it("finalizes its own page once it is settled, and the order's page once the goods are returned", () => {
    const settled = [failed(1, "return"), done(2)];
    const own = view({ ...back, dropoff: 0, dropoffs: settled }, 2);
    expect([own.endedAt, own.isFinal]).toEqual([ago(5), false]);
    expect(view({ ...returned, ...ended("delivered"), dropoff: 0, dropoffs: settled }, 2).isFinal).toBe(true);
    expect(view({ dropoff: 0, dropoffs: [failed(1, "ask"), done(2)] }, 2).endedAt).toBeNull();
    expect(view({ ...back, dropoffs: settled }, 2).endedAt).toBeNull();
    const cancelled = { ...ended("cancelled", 3), dropoffs: [stop(1), done(2)] };
    expect(view({ ...back, ...cancelled }, 2).endedAt).toBeNull();
    expect(view({ ...returned, ...cancelled }, 2).endedAt).toEqual(ago(1));
    expect(view({ ...back, ...cancelled, dropoff: 1 }, 2)).toMatchObject({ endedAt: ago(7), isFinal: true });
    expect(view({ ...back, ...cancelled, dropoff: 0 }, 2)).toMatchObject({
      endedAt: ago(3),
      isFinal: false,
      cancelledReturn: "under_way",
    });
  });

  it("lists the failed and returned steps", () => {
    const steps = (change: Partial<TrackedOrder>, dropoffs = 1) =>
      view(change, dropoffs)
        .history.map(({ status }) => status)
        .slice(2);
    expect(steps({ dropoffs: [failed(1, "ask")] })).toEqual(["in_progress", "failed"]);
    expect(steps({ ...returned, ...ended("cancelled"), dropoffs: [failed(1, "return")] })).toEqual([
      "in_progress",
      "failed",
      "returned",
    ]);
    expect(steps({ ...ended("delivered"), dropoffs: [failed(1, "leave")] })).toEqual(["in_progress", "left"]);
    expect(steps({ ...returned, ...ended("cancelled", 3) })).toEqual([
      "in_progress",
      "cancelled",
      "returned",
    ]);
  });

  it("shows only its outcome on other pages, and goods left at the door only to its recipient", () => {
    const states = (change: Partial<TrackedOrder>) =>
      view(change, 2)
        .stops.map(({ state }) => state)
        .slice(1);
    expect(states({ dropoffs: [failed(1, "ask"), stop(2)] })).toEqual(["failed", "next"]);
    expect(states({ ...back, dropoffs: [failed(1, "return"), done(2)] })).toEqual(["failed", "done"]);
    expect(states({ ...returned, ...ended("delivered"), dropoffs: [failed(1, "return"), done(2)] })).toEqual([
      "returned",
      "done",
    ]);
    expect(states({ dropoffs: [failed(1, "leave"), stop(2)] })).toEqual(["done", "next"]);
    expect(states({ dropoff: 0, dropoffs: [failed(1, "leave"), stop(2)] })).toEqual(["left"]);
    const whole = view({ dropoffs: [failed(1, "ask"), stop(2)] }, 2);
    expect([whole.failure, view({ dropoff: 1, dropoffs: [failed(1, "ask"), stop(2)] }, 2).failure]).toEqual([
      null,
      null,
    ]);
    expect(view({ dropoff: 0, dropoffs: [failed(1, "ask"), stop(2)] }, 2).failure).toBe("recipient_absent");
  });
});

describe("the code for the courier", () => {
  const requested = (index: number, change: Partial<TrackedStop> = {}) =>
    stop(index, { needsCode: true, ...change });
  const failure = { failedAt: ago(5), failureCode: "refused", attempts: 1 } as const;
  const over = (status: "delivered" | "cancelled") => ({
    status,
    history: [...HISTORY, { status, at: ago(1) }],
  });

  it.each<[string, string | null, Partial<TrackedOrder>, number]>([
    ["on the way", "904217", { dropoffs: [requested(1)] }, 1],
    [
      "on the way to the pickup",
      "904217",
      { status: "assigned", history: HISTORY.slice(0, 2), dropoffs: [requested(1)] },
      1,
    ],
    ["on the page of a later dropoff", "904217", { dropoff: 1, dropoffs: [requested(1), requested(2)] }, 2],
    [
      "before a courier is assigned",
      null,
      { status: "new", history: HISTORY.slice(0, 1), dropoffs: [requested(1)] },
      1,
    ],
    [
      "while another courier is found",
      null,
      { status: "assigned", history: HISTORY.slice(0, 2), courier: null, dropoffs: [requested(1)] },
      1,
    ],
    ["when no code is required", null, {}, 1],
    ["on the page of the whole order", null, { dropoffs: [requested(1), requested(2)] }, 2],
    [
      "after the handover",
      null,
      { dropoff: 0, dropoffs: [requested(1, { deliveredAt: ago(1) }), requested(2)] },
      2,
    ],
    ["while the shop decides", null, { dropoffs: [requested(1, { ...failure, resolution: "ask" })] }, 1],
    ["during a second attempt", "904217", { dropoffs: [requested(1, { attempts: 1 })] }, 1],
    [
      "on the way back",
      null,
      { returnState: "on_the_way", dropoffs: [requested(1, { ...failure, resolution: "return" })] },
      1,
    ],
    ["after the end", null, { ...over("cancelled"), dropoffs: [requested(1)] }, 1],
  ])("is shown only while it is needed, as in the case: %s, %s", (_, code, change, dropoffs) => {
    expect(view(change, dropoffs).code).toBe(code);
  });

  it("is shown as blocked to its dropoff's recipient while a courier is coming", () => {
    const blocked = stop(1, { isCodeBlocked: true });
    const seen = (change: Partial<TrackedOrder>, dropoffs: number) => {
      const { code, isCodeBlocked } = view(change, dropoffs);
      return [code, isCodeBlocked];
    };
    expect(seen({ dropoffs: [blocked] }, 1)).toEqual([null, true]);
    expect(seen({ dropoff: 1, dropoffs: [blocked, stop(2)] }, 2)).toEqual([null, false]);
    expect(seen({ dropoffs: [blocked, stop(2)] }, 2)).toEqual([null, false]);
    expect(seen({ ...over("cancelled"), dropoffs: [blocked] }, 1)).toEqual([null, false]);
  });
});

describe("proof of a handover", () => {
  const photos = [{ id: "00000000-0000-4000-8000-000000000001", takenAt: ago(1) }];
  const signed = (index: number) => stop(index, { deliveredAt: ago(1), signerName: "Вера" });
  const over = {
    status: "delivered" as const,
    history: [...HISTORY, { status: "delivered" as const, at: ago(1) }],
  };

  it("is visible only to its dropoff's recipient (TRK-8)", () => {
    const dropoffs = [signed(1), signed(2)];
    expect(view({ ...over, photos, dropoffs: [signed(1)] })).toMatchObject({ photos, signerName: "Вера" });
    expect(view({ photos, dropoff: 0, dropoffs }, 2)).toMatchObject({ photos, signerName: "Вера" });
    expect(view({ ...over, photos, dropoffs }, 2)).toMatchObject({ photos: [], signerName: null });
  });

  it("disappears when the address does", () => {
    const history = [...HISTORY, { status: "delivered" as const, at: ago(24 * 60) }];
    const dropoffs = [stop(1, { deliveredAt: ago(24 * 60), signerName: "Вера" })];
    expect(view({ ...over, history, photos, dropoffs })).toMatchObject({ photos: [], signerName: null });
  });

  it("is not shown before the dropoff is delivered", () => {
    expect(view({ photos }).photos).toEqual([]);
  });

  it("keeps the page updating for up to 15 minutes while a photo is missing", () => {
    const at = (minutes: number, found = [] as typeof photos) =>
      view({
        status: "delivered",
        history: [...HISTORY, { status: "delivered", at: ago(minutes) }],
        photos: found,
        dropoffs: [stop(1, { deliveredAt: ago(minutes), asksPhoto: true })],
      }).isFinal;
    expect([at(0), at(14.9), at(15), at(0, photos)]).toEqual([false, false, true, true]);
  });
});

describe("an ended order", () => {
  const ended = (hours: number) =>
    order({ status: "delivered", history: [...HISTORY, { status: "delivered", at: ago(hours * 60) }] });

  it("has no address on its page after 24 hours, and no page after 30 days (TRK-6)", () => {
    expect(trackingView(ended(23.9), NOW).stops).toHaveLength(2);
    const old = trackingView(ended(24), NOW);
    expect([old.stops, old.isOutcomeOnly, old.phase, old.drawing]).toEqual([[], true, "delivered", null]);
    expect(isLinkExpired(findEndedAt(ended(30 * 24 - 0.01)), NOW)).toBe(false);
    expect(isLinkExpired(findEndedAt(ended(30 * 24)), NOW)).toBe(true);
    expect(isLinkExpired(findEndedAt(order()), NOW)).toBe(false);
  });
});

it("a tracking view shows only the courier's first name", () => {
  expect(view().courier?.name).toBe("Алексей");
  expect(getFreshness(ago(1), NOW)).toBe("recent");
});

describe("a stop's fields", () => {
  const fields: StopFields = { ...ADDRESS_FIELDS, ...CONTACT_FIELDS, ...DROPOFF_FIELDS };
  const canary = (name: string, index: number) => `${name} of stop ${index}`;
  // Rows contain every column, beyond the type of a tracked stop.
  const whole = (index: number) => ({
    ...Object.fromEntries(Object.keys(fields).map((name) => [camelCase(name), canary(name, index)])),
    ...stop(index),
    ...Object.fromEntries(["area", "street", "building"].map((name) => [name, canary(name, index)])),
  });
  const notified = (dropoff: number | null) =>
    JSON.stringify(
      trackingView(order({ dropoff, pickup: whole(0), dropoffs: [whole(1), whole(2)] }, 2), NOW),
    );
  const isTold = (view: string, name: string, index: number) => view.includes(`"${canary(name, index)}"`);

  it.each(Object.entries(fields).filter(([name]) => name !== "latitude" && name !== "longitude"))(
    "include %s only for the readers listed in the field table",
    (name, { seenBy }) => {
      expect(isTold(notified(1), name, 2), "the recipient").toBe(seenBy.includes("recipient"));
      expect(isTold(notified(1), name, 1), "another recipient").toBe(false);
      expect(isTold(notified(null), name, 1), "a reader of the whole").toBe(seenBy.includes("reader"));
    },
  );

  it("include only the street address for a recipient", () => {
    const names = Object.keys(fields).filter((name) => fields[name]?.seenBy.includes("recipient"));
    expect(names).toEqual(["area", "street", "building"]);
  });
});

describe("door details", () => {
  const input = ["entrance", "intercom"] as const;
  const two = [stop(1, { given: input }), stop(2, { given: ["floor"] })];

  it("are shown to the dropoff's recipient while a courier may come", () => {
    expect(trackingView(order({ dropoff: 0, dropoffs: two }, 2), NOW).given).toEqual(input);
    expect(trackingView(order({ dropoffs: two }, 2), NOW).given).toBeNull();
    const done = [stop(1, { given: input, deliveredAt: ago(1) }), stop(2)];
    expect(trackingView(order({ dropoff: 0, dropoffs: done }, 2), NOW).given).toBeNull();
  });
});

describe("the buyout", () => {
  const two = [stop(1, { buyoutRubles: 1_500 }), stop(2, { buyoutRubles: 70.5, paymentType: "card" })];
  const buyout = (dropoff: number | null, dropoffs: TrackedStop[]) =>
    trackingView(order({ dropoff, dropoffs }, dropoffs.length), NOW).buyout;

  it("is shown to its dropoff's recipient while a courier may come (TRK-3)", () => {
    expect(buyout(0, two)).toEqual({ rubles: 1_500, type: "cash" });
    expect(buyout(1, two)).toEqual({ rubles: 70.5, type: "card" });
    expect(buyout(null, two.slice(0, 1))).toEqual({ rubles: 1_500, type: "cash" });
    expect(buyout(null, two)).toBeNull();
    expect(buyout(1, [stop(1, { buyoutRubles: 1_500 }), stop(2)])).toBeNull();
    expect(buyout(0, [stop(1, { buyoutRubles: 1_500, deliveredAt: ago(1) }), stop(2)])).toBeNull();
  });
});

describe("the courier's distance", () => {
  it("is shown only to the next stop's recipient", () => {
    const notified = [0, 1].map((dropoff) => trackingView(order({ dropoff }, 2), NOW).metersToNext);
    expect(notified).toEqual([expect.closeTo(1_245, -1), null]);
  });
});

describe("the delivering courier", () => {
  it("is named by first name for a single dropoff until its address disappears", () => {
    const brought = (minutes: number, dropoffs = 1) => {
      const deliveredAt = ago(minutes);
      const history = [...HISTORY, { status: "delivered" as const, at: deliveredAt }];
      const stops = Array.from({ length: dropoffs }, (_, index) => stop(index + 1, { deliveredAt }));
      const notified = order({
        status: "delivered",
        history,
        dropoff: dropoffs > 1 ? 0 : null,
        dropoffs: stops,
      });
      return trackingView(notified, NOW).broughtBy;
    };
    expect([brought(5), brought(5, 2), brought(25 * 60)]).toEqual(["Алексей", null, null]);
  });
});

describe("the lifetime of a tracking view", () => {
  const scheduled = { status: "new" as const, courier: null, position: null, history: HISTORY.slice(0, 1) };
  it.each<[string, Partial<TrackedOrder>, number]>([
    ["with a courier on the way", {}, 1],
    ["with a courier on the way to the second of three dropoffs", { dropoff: 1 }, 3],
    ["with a courier who was last seen four minutes ago", aged(4), 1],
    ["with a courier on the way to the pickup", { status: "assigned", arrivedAtPickup: null }, 2],
    ["with a planned time ahead", { ...scheduled, deliveryTime: new Date(NOW.getTime() + 7 * MINUTE_MS) }, 1],
    ["with goods that are ready soon", { ...scheduled, readyAt: new Date(NOW.getTime() + 7 * MINUTE_MS) }, 1],
    [
      "with a courier who waits for the goods",
      { status: "assigned", arrivedAtPickup: ago(1), readyAt: new Date(NOW.getTime() + 12.4 * MINUTE_MS) },
      2,
    ],
    ["without a courier", scheduled, 1],
    [
      "with a second attempt after other stops",
      { dropoff: 0, dropoffs: [stop(1, { attempts: 1 }), stop(2)] },
      2,
    ],
    [
      "with a photo that is still missing",
      { dropoff: 0, dropoffs: [stop(1, { deliveredAt: ago(1), asksPhoto: true }), stop(2)] },
      2,
    ],
    [
      "with goods on the way back for almost a day",
      {
        dropoff: 0,
        returnState: "on_the_way",
        dropoffs: [
          stop(1, { failedAt: ago(24 * 60 - 20), failureCode: "other", attempts: 1, resolution: "return" }),
          stop(2),
        ],
      },
      2,
    ],
  ])("ends before the view changes %s", (_, change, dropoffs) => {
    const notified = order(change, dropoffs);
    const until = NOW.getTime() + 40 * MINUTE_MS;
    let looks = 0;
    for (let at = NOW.getTime() + 17_123; at < until; looks += 1) {
      const view = trackingView(notified, new Date(at));
      const lastsMs = Math.min(viewTtlMs(notified, new Date(at)), until - at);
      expect(lastsMs).toBeGreaterThan(0);
      for (const part of [0.1, 0.5, 0.9, 1]) {
        const later = new Date(Math.ceil(at + lastsMs * part) - 1);
        expect(trackingView(notified, later), `${looks}: ${later.toISOString()}`).toEqual(view);
      }
      at = Math.ceil(at + lastsMs);
    }
    expect(looks).toBeLessThan(60);
  });
});
