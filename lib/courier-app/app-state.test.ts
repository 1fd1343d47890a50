import { describe, expect, it } from "vitest";
import {
  type AppState,
  applyQueuedActions,
  type CourierAction,
  dependentActions,
  isCodeWrong,
  listResolutions,
  orderEndedMessage,
  type QueuedAction,
  sendResultFor,
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
    [{ resolution: "return" }, [{ dropoff: 0, action: "return" }]],
    [{ resolution: "leave" }, [{ dropoff: 0, action: "leave" }]],
    [{ resolution: null, failedAt: null }, [{ dropoff: 0, action: "retry" }]],
    [{ resolution: null, failedAt: null, deliveredAt: AT }, [{ dropoff: 0, action: "retry" }]],
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

describe("an order that leaves the screen", () => {
  const gone = { ...state, job: null };

  it("is reported as delivered when no step was left, and as reassigned otherwise", () => {
    const done = applyQueuedActions(state, [
      step("pick_up"),
      tap({ type: "step", orderId: "7", step: { type: "hand_over", dropoff: 0 } }),
    ]);
    expect(orderEndedMessage(done, gone)).toEqual({ type: "delivered", orderCode: "AB12" });
    const taken = applyQueuedActions(state, [step("accept")]);
    expect(orderEndedMessage(taken, gone)).toEqual({ type: "taken_away", orderCode: "AB12" });
    expect(orderEndedMessage(state, gone)).toEqual({ type: "offer_gone", orderCode: "AB12" });
  });

  it("is reported as finished when goods stayed at a door, and as returned when they are back", () => {
    const failing = (ifUndeliverable: CourierTask["ifUndeliverable"]) =>
      applyQueuedActions({ ...state, job: { ...job, ifUndeliverable } }, [step("pick_up"), arrived, failed]);
    expect(orderEndedMessage(failing("leave"), gone)?.type).toBe("finished");
    expect(orderEndedMessage(failing("return"), gone)?.type).toBe("taken_away");
    const back = tap({ type: "step", orderId: "7", step: { type: "give_back" } });
    expect(orderEndedMessage(applyQueuedActions(failing("return"), [back]), gone)?.type).toBe("returned");
  });

  it("needs no message when it was cancelled or is to be left at a door (both have separate screens), or is still there", () => {
    const cancelled = { orderId: "7", orderCode: "AB12", reason: null };
    const toLeave = { orderId: "7", orderCode: "AB12", doors: [] };
    expect(orderEndedMessage(state, { ...gone, cancelled })).toBeNull();
    expect(orderEndedMessage(state, { ...gone, toLeave })).toBeNull();
    expect(orderEndedMessage(state, state)).toBeNull();
  });
});
