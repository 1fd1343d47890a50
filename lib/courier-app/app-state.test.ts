import { describe, expect, it } from "vitest";
import {
  type AppState,
  applyQueuedActions,
  type CourierAction,
  dependentActions,
  isCodeWrong,
  listEndedOrders,
  listOffers,
  listRemainingStops,
  listResolutions,
  type QueuedAction,
  sendResultFor,
  type TaskStop,
  toHttpRequest,
} from "@/lib/courier-app/app-state";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";

const job: CourierTask = {
  orderId: "7",
  orderCode: "AB12",
  status: "assigned",
  deliveryTime: null,
  comment: null,
  acceptedAt: null,
  arrivedAt: null,
  pickup: {} as CourierTask["pickup"],
  dropoffs: [
    {
      arrivedAt: null,
      deliveredAt: null,
      failedAt: null,
      attempts: 0,
      resolution: null,
    } as CourierTask["dropoffs"][number],
  ],
  ifUndeliverable: "ask",
  waitingMinutes: 10,
  returnState: null,
  returnArrivedAt: null,
  shop: { name: "Полка" },
  payRubles: null,
  offer: null,
  way: [],
  takeover: null,
};
const state: AppState = {
  courierName: "Анна",
  transport: "bike",
  isOnShift: true,
  breakSince: null,
  job,
  cancelled: null,
  tracker: { url: "https://go.example/gps", deviceToken: "x" },
  dispatcherPhone: null,
  cashRubles: 0,
  toLeave: null,
  toHandOver: null,
  today: { rubles: null, orders: 0 },
  finished: [],
  messages: [],
  pushKey: null,
};
const AT = "2026-11-21T10:00:00.000Z";
const tap = (action: CourierAction): QueuedAction => ({ id: "a", at: AT, action });
const step = (type: "accept" | "pick_up", orderId = "7") => tap({ type: "step", orderId, step: { type } });

const arrived = tap({ type: "step", orderId: "7", step: { type: "arrive", dropoff: 0 } });
const failed = tap({
  type: "step",
  orderId: "7",
  step: { type: "fail", dropoff: 0 },
  report: { failure: { code: "refused", comment: null }, calls: 2 },
});

describe("queued actions", () => {
  it("are shown in order as if the server had applied them", () => {
    const shown = applyQueuedActions(state, [
      step("accept"),
      step("pick_up"),
      tap({ type: "shift", isOn: false }),
    ]);
    expect([shown.job?.acceptedAt, shown.job?.status, shown.isOnShift]).toEqual([AT, "in_progress", false]);
  });

  it("begin a break only on shift, keep its first time and end it with the shift", () => {
    const rest = (isOn: boolean) => tap({ type: "break", isOn });
    const shift = (isOn: boolean) => tap({ type: "shift", isOn });
    const breakSince = (before: Partial<AppState>, taps: QueuedAction[]) =>
      applyQueuedActions({ ...state, ...before }, taps).breakSince;
    expect(breakSince({}, [rest(true)])).toBe(AT);
    expect(breakSince({ breakSince: "earlier" }, [rest(true)])).toBe("earlier");
    expect(breakSince({ isOnShift: false }, [rest(true)])).toBeNull();
    expect(breakSince({}, [rest(true), rest(false)])).toBeNull();
    expect(breakSince({}, [rest(true), shift(false), shift(true)])).toBeNull();
    expect(toHttpRequest(rest(true))).toEqual({ path: "/courier/break", body: { on: true } });
  });

  it("send a reply to operators with the time of the tap", () => {
    const reply = tap({ type: "reply", text: "Which gate?" });
    expect(applyQueuedActions(state, [reply])).toEqual(state);
    expect(toHttpRequest(reply)).toEqual({ path: "/courier/replies", body: { text: "Which gate?", at: AT } });
  });

  it("dismiss the suggestion that was shown, but no later one", () => {
    const dismissal = tap({ type: "dismiss", suggestedAt: AT });
    const suggest = (suggestedAt: string) =>
      applyQueuedActions({ ...state, suggestion: { latitude: 1, longitude: 2, minutes: 6, suggestedAt } }, [
        dismissal,
      ]).suggestion?.suggestedAt;
    expect([suggest(AT), suggest("later")]).toEqual([undefined, "later"]);
    expect(applyQueuedActions(state, [dismissal])).toEqual(state);
    expect(toHttpRequest(dismissal)).toEqual({ path: "/courier/dismissals", body: { suggestedAt: AT } });
  });

  it("do not change another order", () => {
    expect(applyQueuedActions(state, [step("accept", "8")])).toEqual(state);
    expect(applyQueuedActions({ ...state, job: null }, [step("accept")]).job).toBeNull();
  });

  it("return an order only before its pickup", () => {
    const handBack = tap({ type: "hand_back", orderId: "7" });
    expect(applyQueuedActions(state, [handBack]).job).toBeNull();
    expect(applyQueuedActions(state, [step("pick_up"), handBack]).job?.status).toBe("in_progress");
  });

  it("hide the messages that were read, but not later ones", () => {
    const message = (id: string) => ({ id, text: id, sentAt: AT });
    const notified = { ...state, messages: [message("9"), message("10"), message("11")] };
    const shown = applyQueuedActions(notified, [tap({ type: "read", upTo: "10" })]);
    expect(shown.messages.map(({ id }) => id)).toEqual(["11"]);
  });

  it("are each sent to their own path, a step with the time of the tap", () => {
    expect(toHttpRequest(step("accept"))).toEqual({
      path: "/courier/steps",
      body: { orderId: "7", step: { type: "accept" }, at: AT, tapId: expect.any(String) },
    });
    expect(toHttpRequest(tap({ type: "shift", isOn: true }))).toEqual({
      path: "/courier/shift",
      body: { on: true },
    });
    expect(toHttpRequest(tap({ type: "hand_back", orderId: "7", reason: "too_far" }))).toEqual({
      path: "/courier/hand-back",
      body: { orderId: "7", reason: "too_far" },
    });
    expect(toHttpRequest(tap({ type: "read", upTo: "10" }))).toEqual({
      path: "/courier/messages",
      body: { upTo: "10" },
    });
  });
});

describe("the result of sending an action", () => {
  it.each([
    [204, "taken"],
    [400, "refused"],
    [401, "signed_out"],
    [409, "refused"],
    [429, "later"],
    [503, "later"],
    [null, "later"],
  ] as const)("is, for response status %s, %s", (status, outcome) => {
    expect(sendResultFor(status)).toBe(outcome);
  });
});

describe("a rejected action", () => {
  const handed = (orderId: string, dropoff: number) =>
    tap({ type: "step", orderId, step: { type: "hand_over", dropoff }, report: { code: "000000" } });
  const later = [handed("7", 1), handed("8", 0), tap({ type: "shift", isOn: false })];

  it("also removes later steps of the same order when its code was wrong", () => {
    expect(dependentActions(handed("7", 0), "courier.code_wrong", later)).toEqual([handed("7", 0), later[0]]);
    expect([
      isCodeWrong("courier.code_wrong"),
      isCodeWrong("courier.step_not_possible"),
      isCodeWrong(null),
    ]).toEqual([true, false, false]);
  });

  it("removes only itself for any other reason", () => {
    expect(dependentActions(handed("7", 0), "courier.step_not_possible", later)).toEqual([handed("7", 0)]);
    expect(dependentActions(handed("7", 0), null, later)).toEqual([handed("7", 0)]);
  });
});

const RESOLVED = { orderCode: "AB12", dropoff: 0 };

describe("the resolution of a failed dropoff", () => {
  const requested = applyQueuedActions(state, [step("pick_up"), arrived, failed]);
  const answered = (change: object): AppState => ({
    ...requested,
    job: requested.job && {
      ...requested.job,
      dropoffs: requested.job.dropoffs.map((one) => ({ ...one, ...change })),
    },
  });

  it.each([
    [{ resolution: "return" }, [{ ...RESOLVED, action: "return" }]],
    [{ resolution: "leave" }, [{ ...RESOLVED, action: "leave" }]],
    [{ resolution: null, failedAt: null }, [{ ...RESOLVED, action: "retry" }]],
    [{ resolution: null, failedAt: null, deliveredAt: AT }, [{ ...RESOLVED, action: "retry" }]],
    [{}, []],
  ] as const)("is detected after the server reports %j", (change, answers) => {
    expect(requested.job?.dropoffs[0]?.resolution).toBe("ask");
    expect(listResolutions(requested, answered(change))).toEqual(answers);
  });

  it("is not detected when the step was rejected or another order has replaced it", () => {
    expect(listResolutions(state, requested)).toEqual([]);
    expect(listResolutions(requested, { ...requested, job: null })).toEqual([]);
    expect(
      listResolutions(requested, { ...answered({ resolution: "return" }), job: { ...job, orderId: "8" } }),
    ).toEqual([]);
  });
});

const ENDED = { orderId: "7", orderCode: "AB12" };

describe("an order that leaves the screen", () => {
  const gone = { ...state, job: null };

  it("is reported as delivered when no step was left, and as reassigned otherwise", () => {
    const done = applyQueuedActions(state, [
      step("pick_up"),
      tap({ type: "step", orderId: "7", step: { type: "hand_over", dropoff: 0 } }),
    ]);
    expect(listEndedOrders(done, gone)).toEqual([{ type: "delivered", ...ENDED }]);
    const taken = applyQueuedActions(state, [step("accept")]);
    expect(listEndedOrders(taken, gone)).toEqual([{ type: "taken_away", ...ENDED }]);
    expect(listEndedOrders(state, gone)).toEqual([{ type: "offer_gone", ...ENDED }]);
  });

  it("is reported as finished when goods stayed at a door, and as returned when they are back", () => {
    const failing = (ifUndeliverable: CourierTask["ifUndeliverable"]) =>
      applyQueuedActions({ ...state, job: { ...job, ifUndeliverable } }, [step("pick_up"), arrived, failed]);
    expect(listEndedOrders(failing("leave"), gone)[0]?.type).toBe("finished");
    expect(listEndedOrders(failing("return"), gone)[0]?.type).toBe("taken_away");
    const back = tap({ type: "step", orderId: "7", step: { type: "give_back" } });
    expect(listEndedOrders(applyQueuedActions(failing("return"), [back]), gone)[0]?.type).toBe("returned");
  });

  it("needs no message when it was cancelled or is to be left at a door (both have separate screens), or is still there", () => {
    const cancelled = { orderId: "7", orderCode: "AB12", reason: null };
    const toLeave = { orderId: "7", orderCode: "AB12", doors: [] };
    expect(listEndedOrders(state, { ...gone, cancelled })).toEqual([]);
    expect(listEndedOrders(state, { ...gone, toLeave })).toEqual([]);
    expect(listEndedOrders(state, state)).toEqual([]);
  });
});

describe("a route of several orders", () => {
  const address = (latitude: number) => ({ address: { latitude, longitude: 30.3 } });
  const shop = { ...address(59.9), proof: {} } as CourierTask["pickup"];
  const toTask = (orderId: string, change: Partial<CourierTask> = {}): CourierTask => ({
    ...job,
    orderId,
    orderCode: orderId,
    acceptedAt: AT,
    pickup: shop,
    ...change,
  });
  const stop = (orderId: string, kind: TaskStop["kind"], stopPosition = kind === "deliver" ? 1 : 0) => ({
    orderId,
    kind,
    stopPosition,
  });
  const route = [stop("7", "collect"), stop("8", "collect"), stop("8", "deliver"), stop("7", "deliver")];
  const both: AppState = { ...state, job: toTask("7"), laterJobs: [toTask("8")], route };
  const take = (orderId: string, type: "arrive_at_pickup" | "pick_up") =>
    tap({ type: "step", orderId, step: { type } });
  const visit = (orderId: string, type: "arrive" | "hand_over" | "fail") =>
    tap({ type: "step", orderId, step: { type, dropoff: 0 } });
  const tapped = (...taps: QueuedAction[]) => applyQueuedActions(both, taps);
  const collected = [take("7", "arrive_at_pickup"), take("7", "pick_up"), take("8", "pick_up")];

  it("goes on to the order of the next stop after each tap, also offline", () => {
    expect(tapped(take("7", "arrive_at_pickup")).job?.orderId).toBe("7");
    expect(tapped(...collected.slice(0, 2)).job).toMatchObject({ orderId: "8", status: "assigned" });
    expect(tapped(...collected).job).toMatchObject({ orderId: "8", status: "in_progress" });
    const delivered = tapped(...collected, visit("8", "hand_over"));
    expect(delivered.job).toMatchObject({ orderId: "7", status: "in_progress" });
    expect(delivered.laterJobs).toMatchObject([{ orderId: "8", status: "delivered" }]);
    expect(listRemainingStops(delivered).map(({ stop: left }) => left)).toEqual([stop("7", "deliver")]);
  });

  it("asks for one arrival at a pickup of several orders, and for another elsewhere or after it was left", () => {
    const [first, second] = [tapped(...collected.slice(0, 2)), tapped(...collected.slice(0, 1))];
    expect([first.job?.arrivedAt, second.laterJobs?.[0]?.arrivedAt]).toEqual([AT, null]);
    const elsewhere = toTask("8", { pickup: { ...shop, ...address(59.91) } as CourierTask["pickup"] });
    const apart = applyQueuedActions({ ...both, laterJobs: [elsewhere] }, collected.slice(0, 2));
    expect(apart.job).toMatchObject({ orderId: "8", arrivedAt: null });
    const back = { ...both, route: [stop("7", "collect"), stop("7", "deliver"), stop("8", "collect")] };
    const left = applyQueuedActions(back, [...collected.slice(0, 2), visit("7", "arrive")]);
    expect(applyQueuedActions(left, [visit("7", "fail")]).job).toMatchObject({
      orderId: "8",
      arrivedAt: null,
    });
  });

  it("goes on while a dropoff waits for an answer, and brings goods back after the known stops", () => {
    const failed = tapped(...collected, visit("8", "arrive"), visit("8", "fail"));
    expect([failed.job?.orderId, failed.laterJobs?.[0]?.dropoffs[0]?.resolution]).toEqual(["7", "ask"]);
    const jobs = [toTask("7"), toTask("8", { ifUndeliverable: "return" })] as const;
    const returning = applyQueuedActions({ ...both, job: jobs[0], laterJobs: [jobs[1]] }, [
      ...collected,
      visit("8", "arrive"),
      visit("8", "fail"),
    ]);
    expect([returning.job?.orderId, returning.laterJobs?.[0]?.returnState]).toEqual(["7", "on_the_way"]);
    expect(applyQueuedActions(returning, [visit("7", "hand_over")]).job?.orderId).toBe("8");
  });

  it("shows an additional offer only at a stop, and none before the first order is accepted", () => {
    const offer = { at: AT, until: AT, from: null, toPickup: null, toDropoffs: [] };
    const offered: AppState = { ...both, laterJobs: [toTask("8", { acceptedAt: null, offer })] };
    const listIds = (state: AppState) => listOffers(state).map(({ orderId }) => orderId);
    expect(listIds(offered)).toEqual([]);
    expect(listIds(applyQueuedActions(offered, [take("7", "arrive_at_pickup")]))).toEqual(["8"]);
    expect(listIds(applyQueuedActions(offered, collected.slice(0, 2)))).toEqual([]);
    const unanswered = { ...offered, job: toTask("7", { acceptedAt: null, offer }) };
    expect(listIds(unanswered)).toEqual(["7", "8"]);
    const refused = applyQueuedActions(unanswered, [
      tap({ type: "hand_back", orderId: "7", otherOrderIds: ["8"], reason: "too_far" }),
    ]);
    expect([refused.job, refused.laterJobs]).toEqual([null, []]);
    const accepted = applyQueuedActions(offered, [collected[0] as QueuedAction, step("accept", "8")]);
    expect([accepted.job?.orderId, listIds(accepted)]).toEqual(["7", []]);
    const declined = applyQueuedActions(offered, [tap({ type: "hand_back", orderId: "8" })]);
    expect([declined.job?.orderId, declined.laterJobs]).toEqual(["7", []]);
  });

  it("reports each order that leaves the screen, and each decision with its order", () => {
    const gone = { ...both, laterJobs: [] };
    expect(listEndedOrders(both, gone)).toEqual([{ type: "taken_away", orderId: "8", orderCode: "8" }]);
    const requested = tapped(...collected, visit("8", "arrive"), visit("8", "fail"));
    const answered = {
      ...requested,
      laterJobs: (requested.laterJobs ?? []).map((task) => ({
        ...task,
        dropoffs: task.dropoffs.map((dropoff) => ({ ...dropoff, resolution: "leave" as const })),
      })),
    };
    expect(listResolutions(requested, answered)).toEqual([{ orderCode: "8", dropoff: 0, action: "leave" }]);
  });
});
