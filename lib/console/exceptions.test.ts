import { describe, expect, it } from "vitest";
import type { BoardCourier } from "@/lib/console/board";
import {
  EXCEPTION_KINDS,
  findExceptions,
  findOrderException,
  type MonitoringSnapshot,
  type WatchedItem,
} from "@/lib/console/exceptions";
import type { OperatorPlan } from "@/lib/console/operator-plan";
import { makeTrackedOrder } from "@/testing/tracked-order";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

const courier = (change: Partial<BoardCourier> = {}): BoardCourier => ({
  id: "anna",
  name: "Anna",
  transport: "car",
  isOnShift: true,
  breakSince: null,
  isSimulated: false,
  orderCode: "ABCD-1234",
  position: { latitude: 59.9, longitude: 30.3, heading: 0, receivedAt: at(0) },
  ...change,
});
const received = (minutes: number) =>
  courier({ position: { latitude: 59.9, longitude: 30.3, heading: 0, receivedAt: at(minutes) } });

const stop = { latitude: 59.9, longitude: 30.3, building: "1", isDone: false };
const order = (change: Partial<WatchedItem> = {}): WatchedItem =>
  makeTrackedOrder({
    code: "ABCD-1234",
    waitingSince: at(-60),
    promisedUntil: at(60),
    stops: [
      { ...stop, street: "First" },
      { ...stop, street: "Second" },
    ],
    ...change,
  });
const waiting = (since: number, change: Partial<WatchedItem> = {}) =>
  order({ status: "new", courierId: null, courierName: null, waitingSince: at(since), ...change });
const PLANNED: OperatorPlan = { courierId: "anna", courierName: "Anna", arrivesAt: at(20), reason: null };
const unplanned = (since: number | null): OperatorPlan => ({
  courierId: null,
  reason: "queue_full",
  since: since === null ? null : at(since),
});

const watched = (change: Partial<MonitoringSnapshot> = {}): MonitoringSnapshot => ({
  couriers: [courier()],
  orders: [],
  endpoints: [],
  problems: [],
  quiet: [],
  ...change,
});

const SECOND = 1 / 60;

describe("an order on the operators' board", () => {
  it.each<[string, WatchedItem, BoardCourier | null, string | null]>([
    ["when all is well", order(), courier(), null],
    ["with a question", order({ answerUntil: at(5), askedAt: at(0) }), courier(), "question"],
    ["without a sign of the courier for 5 min", order(), received(-5), "silent_courier"],
    ["without a sign of the courier for a second less", order(), received(-5 + SECOND), null],
    ["whose courier has never sent a signal", order(), courier({ position: null }), "silent_courier"],
    ["whose silent courier has no goods yet", order({ status: "assigned" }), received(-9), null],
    [
      "whose silent courier brings goods back",
      order({ status: "cancelled", returnState: "on_the_way", returnStartedAt: at(-1) }),
      received(-9),
      "silent_courier",
    ],
    ["without a courier for 5 min", waiting(-5), null, "courier_not_found"],
    ["without a courier for a second less", waiting(-5 + SECOND), null, null],
    [
      "when the shop was notified that no courier was found",
      waiting(-1, { isCourierNotFound: true }),
      null,
      "courier_not_found",
    ],
    ["with a planned courier, however long it waits", waiting(-50, { plan: PLANNED }), null, null],
    ["without a planned courier for 5 min", waiting(-50, { plan: unplanned(-5) }), null, "courier_not_found"],
    ["that had a planned courier less than 5 min ago", waiting(-50, { plan: unplanned(-4) }), null, null],
    ["that never had a planned courier", waiting(-5, { plan: unplanned(null) }), null, "courier_not_found"],
    ["that had a planned courier in an earlier search", waiting(-4, { plan: unplanned(-9) }), null, null],
    // Placed a day ago for tonight: the search begins later.
    [
      "when its scheduled search has not begun",
      waiting(90, { deliveryTime: at(120), promisedUntil: at(130) }),
      null,
      null,
    ],
    [
      "when it is not accepted for 3 min",
      order({ status: "assigned", offeredSince: at(-3) }),
      courier(),
      "not_accepted",
    ],
    [
      "when it is not accepted for a second less",
      order({ status: "assigned", offeredSince: at(-3 + SECOND) }),
      courier(),
      null,
    ],
    ["with its courier at a door for 10 min", order({ atDoorSince: at(-10) }), courier(), "at_door"],
    [
      "with its courier at a door for a second less",
      order({ atDoorSince: at(-10 + SECOND) }),
      courier(),
      null,
    ],
    ["5 min after the promised time", order({ promisedUntil: at(-5) }), courier(), "late"],
    [
      "a second less than 5 min after the promised time",
      order({ promisedUntil: at(-5 + SECOND) }),
      courier(),
      null,
    ],
    ["that will arrive 5 min late", order({ promisedUntil: at(20), arrivesAt: at(25) }), courier(), "late"],
    ["that will arrive 4 min late", order({ promisedUntil: at(20), arrivesAt: at(24) }), courier(), null],
    [
      "when it is late and its goods go back",
      order({ promisedUntil: at(-50), returnState: "on_the_way", returnStartedAt: at(-29) }),
      courier(),
      null,
    ],
    [
      "with goods going back for 30 min",
      order({ returnState: "on_the_way", returnStartedAt: at(-30) }),
      courier(),
      "going_back",
    ],
    ["with goods that will go back", order({ returnState: "pending" }), courier(), null],
  ])("has the expected exception, or none, %s", (_, one, who, kind) => {
    expect(findOrderException(one, who, NOON)?.kind ?? null).toBe(kind);
  });

  it("has only the most severe exception when several apply", () => {
    const all = order({ answerUntil: at(5), atDoorSince: at(-20), promisedUntil: at(-60) });
    expect(findOrderException(all, received(-30), NOON)?.kind).toBe("question");
    expect(findOrderException({ ...all, answerUntil: null }, received(-30), NOON)?.kind).toBe(
      "silent_courier",
    );
    expect(findOrderException({ ...all, answerUntil: null }, courier(), NOON)?.kind).toBe("at_door");
  });

  it("becomes late by time alone, counted from the promised time", () => {
    const one = order({ promisedUntil: at(10), arrivesAt: at(12) });
    expect(findOrderException(one, courier(), NOON)).toBeNull();
    const later = findOrderException(one, received(14), NOON + 16 * 60_000);
    expect(later).toMatchObject({ kind: "late", since: at(10), orderCode: "ABCD-1234", place: "Second, 1" });
  });
});

describe("the exception queue", () => {
  it("lists the most severe first, and the oldest first among equals", () => {
    const named = (code: string, change: Partial<WatchedItem>) => order({ ...change, code });
    const queue = findExceptions(
      watched({
        orders: [
          named("door", { atDoorSince: at(-11) }),
          named("long door", { atDoorSince: at(-40) }),
          { ...waiting(-6), code: "no courier" },
          { ...waiting(-16), code: "no courier for long" },
        ],
        endpoints: [
          {
            id: "e",
            accountId: "a",
            accountName: "Shop",
            email: null,
            phone: null,
            host: "h",
            since: at(-90),
            error: null,
          },
          {
            id: "f",
            accountId: "a",
            accountName: "Shop",
            email: null,
            phone: null,
            host: "h",
            since: at(-4),
            error: null,
          },
        ],
        problems: [{ orderCode: "crushed", accountName: "Shop", text: "Crushed", at: at(-20) }],
      }),
      NOON,
    );
    expect(queue.map(({ subject }) => subject)).toEqual([
      "no courier for long",
      "no courier",
      "long door",
      "crushed",
      "door",
      "e",
    ]);
  });

  it("leaves out snoozed exceptions until their snooze ends, and no others", () => {
    const orders = [order({ atDoorSince: at(-20) })];
    const quiet = [{ kind: "at_door" as const, subject: "ABCD-1234", until: at(5) }];
    const shown = (change: Partial<MonitoringSnapshot>, now = NOON) =>
      findExceptions(watched({ orders, couriers: [received(6)], ...change }), now).map(({ kind }) => kind);
    expect(shown({})).toEqual(["at_door"]);
    expect(shown({ quiet })).toEqual([]);
    expect(shown({ quiet }, NOON + 5 * 60_000)).toEqual(["at_door"]);
    expect(shown({ quiet: [{ ...quiet[0], kind: "late", subject: "ABCD-1234", until: at(5) }] })).toEqual([
      "at_door",
    ]);
    expect(shown({ quiet: [{ kind: "at_door", subject: "other", until: at(5) }] })).toEqual(["at_door"]);
    // A worse exception is shown.
    expect(shown({ quiet, couriers: [received(-6)] })).toEqual(["silent_courier"]);
  });

  it("knows every exception kind in the database", async () => {
    const { ExceptionKind } = await import("@/lib/db/generated/enums");
    expect([...EXCEPTION_KINDS].sort()).toEqual(Object.values(ExceptionKind).sort());
  });
});
