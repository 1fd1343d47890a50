import { describe, expect, it } from "vitest";
import {
  compareUrgency,
  EMPTY_HOUR,
  findIssues,
  hoursUntil,
  type IssueSource,
  onTimeShare,
  sumStats,
} from "@/lib/console/overview/overview";
import { dueAt } from "@/lib/orders/due-at";
import { kopecks } from "@/lib/pricing/money";

const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`);
const MOMENT_MS = 1;

describe("a delivery", () => {
  it("is on time until ten minutes after its delivery_time, however long the trip", () => {
    const order = {
      createdAt: at("08:00"),
      promisedUntil: null,
      deliveryTime: at("12:00"),
      windowTo: null,
      readyAt: null,
      durationSeconds: 9_000,
    };
    expect(dueAt(order)).toEqual(at("12:10"));
  });

  it("is on time within its trip time plus forty minutes of being ordered, or of being ready if that is later, when it has no delivery_time", () => {
    const order = {
      createdAt: at("08:00"),
      promisedUntil: null,
      deliveryTime: null,
      windowTo: null,
      readyAt: null,
      durationSeconds: 15 * 60,
    };
    expect(dueAt(order)).toEqual(at("08:55"));
    expect(dueAt({ ...order, readyAt: at("07:00") })).toEqual(at("08:55"));
    expect(dueAt({ ...order, readyAt: at("10:00") })).toEqual(at("10:55"));
  });
});

describe("an order needs attention", () => {
  const order: IssueSource = {
    id: 1n,
    code: "7KQ2-M4XR",
    externalOrderId: "1042",
    status: "in_progress",
    createdAt: at("12:00"),
    promisedUntil: null,
    deliveryTime: null,
    windowTo: null,
    readyAt: null,
    durationSeconds: 20 * 60,
    searchedSince: at("12:00"),
    isPlanned: false,
    courierName: "Анна",
    heardAt: at("12:30"),
    question: null,
    problemAt: null,
    problemText: null,
    isHeld: false,
    returnState: null,
    failedAt: null,
    refusals: 0,
    street: "Невский проспект",
    building: "28",
    recipient: null,
  };
  const question = { dropoff: 1, reason: "refused", answerUntil: at("12:45") } as const;
  const justBefore = (instant: Date) => new Date(instant.getTime() - MOMENT_MS);
  const justAfter = (instant: Date) => new Date(instant.getTime() + MOMENT_MS);
  const waiting = { ...order, status: "new" as const, courierName: null, heardAt: null };

  it.each<[string, Partial<IssueSource>, Date, string[]]>([
    ["not while all is well", {}, at("12:31"), []],
    ["not when it is due at this instant", { heardAt: at("13:00") }, at("13:00"), []],
    ["once it is late", { heardAt: at("13:00") }, justAfter(at("13:00")), ["late"]],
    ["not before its courier was silent for five minutes", {}, justBefore(at("12:35")), []],
    ["once its courier was silent for five minutes", {}, at("12:35"), ["courier_silent"]],
    ["when its courier has never sent a signal", { heardAt: null }, at("12:01"), ["courier_silent"]],
    [
      "while it is held, but not because there is no courier",
      { ...waiting, isHeld: true },
      at("12:31"),
      ["held"],
    ],
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
    [
      "for a recipient's problem alone after the delivery",
      { status: "delivered", problemAt: at("13:00") },
      at("14:00"),
      ["problem"],
    ],
    ["no more once they are back", { status: "cancelled", returnState: "returned" }, at("14:00"), []],
    ["not while a courier is planned", { ...waiting, isPlanned: true }, at("12:31"), []],
    ["not in its first minutes without a courier", waiting, justBefore(at("12:15")), []],
    ["once no courier was found within the configured minutes", waiting, at("12:15"), ["no_courier"]],
    [
      "not while it is scheduled and the search has not begun",
      { ...waiting, promisedUntil: null, deliveryTime: at("20:00"), searchedSince: at("19:00") },
      at("19:14"),
      [],
    ],
    [
      "once no other courier was found after its courier handed it back",
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
    expect(findIssues({ ...order, ...change }, now, 15 * 60)).toEqual(troubles);
  });
});

describe("orders that need attention", () => {
  it("are sorted with the question that expires first on top, then problems, then held orders, then returns, then the rest", () => {
    const order = (code: string, createdAt: Date, change: Partial<IssueSource> = {}) =>
      ({ code, createdAt, question: null, problemAt: null, returnState: null, ...change }) as IssueSource;
    const requested = (time: string) => ({
      question: { dropoff: 1, reason: "refused" as const, answerUntil: at(time) },
    });
    const orders = [
      order("late", at("08:00")),
      order("back, newer", at("08:30"), { returnState: "on_the_way" }),
      order("held", at("08:40"), { isHeld: true }),
      order("asked, later", at("07:00"), requested("12:40")),
      order("back", at("08:10"), { returnState: "pending" }),
      order("asked, first", at("11:00"), { ...requested("12:30"), returnState: "pending" }),
      order("late, newer", at("09:00")),
      order("problem, newer", at("07:10"), { problemAt: at("12:20") }),
      order("problem", at("08:50"), { problemAt: at("12:10") }),
    ];
    expect(orders.sort(compareUrgency).map(({ code }) => code)).toEqual([
      "asked, first",
      "asked, later",
      "problem",
      "problem, newer",
      "held",
      "back",
      "back, newer",
      "late",
      "late, newer",
    ]);
  });
});

describe("the numbers of a day", () => {
  it("are the sum of its hours", () => {
    const hour = { ...EMPTY_HOUR, placed: 3, delivered: 2, onTime: 1, charged: 2, spent: kopecks(10_050) };
    expect(sumStats([hour, EMPTY_HOUR, { ...hour, overdue: 1 }])).toEqual({
      placed: 6,
      delivered: 4,
      onTime: 2,
      overdue: 1,
      charged: 4,
      spent: 20_100,
    });
    expect(sumStats([])).toEqual(EMPTY_HOUR);
  });

  it("contain the on-time share of delivered and overdue orders, or null when there are none", () => {
    expect(onTimeShare({ delivered: 8, overdue: 2, onTime: 6 })).toBe(0.6);
    expect(onTimeShare({ ...EMPTY_HOUR, overdue: 3 })).toBe(0);
    expect(onTimeShare(EMPTY_HOUR)).toBeNull();
  });

  it.each([
    ["the first instant of the day", "21:00:00.000", 1],
    ["the last instant of an hour", "23:59:59.999", 3],
    ["the first of the next", "00:00:00.000", 4],
  ])("cover the hours from the first of the day through the one with %s", (_, time, count) => {
    const dayFrom = new Date("2026-11-20T21:00:00.000Z");
    const now = new Date(`2026-11-${time < "12" ? "21" : "20"}T${time}Z`);
    const hours = hoursUntil(now, dayFrom);
    expect([hours.length, hours[0]]).toEqual([count, dayFrom]);
    expect(now.getTime() - (hours.at(-1)?.getTime() ?? 0)).toBeLessThan(60 * 60_000);
  });
});
