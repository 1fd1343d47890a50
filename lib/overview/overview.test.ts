import { describe, expect, it } from "vitest";
import { dueAt } from "@/lib/orders/due-at";
import {
  byUrgency,
  emptyDay,
  onTimeShare,
  outcomesOf,
  placedOn,
  type RunningOrder,
  troublesOf,
} from "@/lib/overview/overview";

const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`);
const MOMENT_MS = 1;

describe("a delivery is on time", () => {
  it("until ten minutes after its delivery_time, however long the trip", () => {
    const order = { createdAt: at("08:00"), deliveryTime: at("12:00"), durationSeconds: 9_000 };
    expect(dueAt(order)).toEqual(at("12:10"));
  });

  it("without one, within its trip time plus forty minutes of being ordered", () => {
    const order = { createdAt: at("08:00"), deliveryTime: null, durationSeconds: 15 * 60 };
    expect(dueAt(order)).toEqual(at("08:55"));
  });
});

describe("an order needs attention", () => {
  const order: RunningOrder = {
    code: "7KQ2-M4XR",
    externalOrderId: "1042",
    status: "in_progress",
    createdAt: at("12:00"),
    deliveryTime: null,
    durationSeconds: 20 * 60,
    searchedSince: at("12:00"),
    courierName: "Анна",
    heardAt: at("12:30"),
    question: null,
    returnState: null,
    failedAt: null,
  };
  const question = { dropoff: 1, reason: "refused", answerUntil: at("12:45") } as const;
  const justBefore = (instant: Date) => new Date(instant.getTime() - MOMENT_MS);
  const justAfter = (instant: Date) => new Date(instant.getTime() + MOMENT_MS);
  const waiting = { ...order, status: "new" as const, courierName: null, heardAt: null };

  it.each<[string, Partial<RunningOrder>, Date, string[]]>([
    ["not while all is well", {}, at("12:31"), []],
    ["not when it is due at this instant", { heardAt: at("13:00") }, at("13:00"), []],
    ["once it is late", { heardAt: at("13:00") }, justAfter(at("13:00")), ["late"]],
    ["not before its courier was silent for five minutes", {}, justBefore(at("12:35")), []],
    ["once its courier was silent for five minutes", {}, at("12:35"), ["courier_silent"]],
    ["when its courier was never heard of", { heardAt: null }, at("12:01"), ["courier_silent"]],
    ["for several things at once", {}, at("14:00"), ["late", "courier_silent"]],
    [
      "first of all for a question, late or not",
      { question, heardAt: at("13:30") },
      at("13:31"),
      ["question", "late"],
    ],
    [
      "for goods that have to come back",
      { returnState: "pending", heardAt: at("13:30") },
      at("13:31"),
      ["returning", "late"],
    ],
    ["for nothing else once they come back", { returnState: "on_the_way" }, at("14:00"), ["returning"]],
    [
      "when they come back after a cancellation",
      { status: "cancelled", returnState: "on_the_way" },
      at("14:00"),
      ["returning"],
    ],
    ["no more once they are back", { status: "cancelled", returnState: "returned" }, at("14:00"), []],
    ["not in its first minutes without a courier", waiting, justBefore(at("12:15")), []],
    ["once nobody was found in as many as were set", waiting, at("12:15"), ["no_courier"]],
    [
      "not while it is scheduled and the search has not begun",
      { ...waiting, deliveryTime: at("20:00"), searchedSince: at("19:00") },
      at("19:14"),
      [],
    ],
    [
      "once nobody else was found after its courier handed it back",
      { courierName: null, searchedSince: at("12:20") },
      at("12:35"),
      ["no_courier"],
    ],
    [
      "not while the search for another goes on",
      { courierName: null, searchedSince: at("12:20") },
      justBefore(at("12:35")),
      [],
    ],
  ])("%s", (_, change, now, troubles) => {
    expect(troublesOf({ ...order, ...change }, now, 15 * 60)).toEqual(troubles);
  });
});

describe("orders that need attention", () => {
  it("have the question that lapses first before all others, then what comes back, then the rest", () => {
    const order = (code: string, createdAt: Date, change: Partial<RunningOrder> = {}) =>
      ({ code, createdAt, question: null, returnState: null, ...change }) as RunningOrder;
    const asked = (time: string) => ({
      question: { dropoff: 1, reason: "refused" as const, answerUntil: at(time) },
    });
    const orders = [
      order("late", at("08:00")),
      order("back, newer", at("08:30"), { returnState: "on_the_way" }),
      order("asked, later", at("07:00"), asked("12:40")),
      order("back", at("08:10"), { returnState: "pending" }),
      order("asked, first", at("11:00"), { ...asked("12:30"), returnState: "pending" }),
      order("late, newer", at("09:00")),
    ];
    expect(orders.sort(byUrgency).map(({ code }) => code)).toEqual([
      "asked, first",
      "asked, later",
      "back",
      "back, newer",
      "late",
      "late, newer",
    ]);
  });
});

describe("the numbers of a day", () => {
  const day = {
    ...emptyDay("2026-11-21"),
    byStatus: { new: 1, assigned: 2, in_progress: 3, delivered: 8, cancelled: 4 },
    onTime: 6,
    overdue: 2,
  };

  it("count each order once by its outcome", () => {
    expect(outcomesOf(day)).toEqual({ on_time: 6, late: 4, cancelled: 4, running: 4 });
    expect(Object.values(outcomesOf(day)).reduce((sum, count) => sum + count)).toBe(placedOn(day));
  });

  it("have a share of orders already delivered or late, and none when there are none", () => {
    expect(onTimeShare(day)).toBe(0.6);
    expect(onTimeShare({ ...emptyDay("2026-11-21"), overdue: 3 })).toBe(0);
    expect(onTimeShare(emptyDay("2026-11-21"))).toBeNull();
  });
});
