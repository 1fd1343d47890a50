import { describe, expect, it } from "vitest";
import {
  type AppState,
  type Deed,
  farewellOf,
  outcomeOf,
  requestOf,
  type Tap,
  withTaps,
} from "@/lib/courier-app/app-state";
import type { CarriedOrder } from "@/lib/orders/carrying/carried-order";

const job: CarriedOrder = {
  orderId: "7",
  orderCode: "AB12",
  status: "assigned",
  deliveryTime: null,
  comment: null,
  acceptedAt: null,
  arrivedAt: null,
  pickup: {} as CarriedOrder["pickup"],
  dropoffs: [
    {
      arrivedAt: null,
      deliveredAt: null,
      failedAt: null,
      attempts: 0,
      resolution: null,
    } as CarriedOrder["dropoffs"][number],
  ],
  ifUndeliverable: "ask",
  waitingMinutes: 10,
  returnState: null,
  returnArrivedAt: null,
};
const state: AppState = {
  courierName: "Анна",
  isOnShift: true,
  job,
  cancelled: null,
  tracker: { url: "https://go.example/gps", deviceToken: "x" },
  dispatcherPhone: null,
  cashRubles: 0,
};
const AT = "2026-11-21T10:00:00.000Z";
const tap = (deed: Deed): Tap => ({ id: "a", at: AT, deed });
const step = (type: "accept" | "pick_up", orderId = "7") => tap({ type: "step", orderId, step: { type } });

describe("waiting taps", () => {
  it("show as if they had arrived, in order", () => {
    const shown = withTaps(state, [step("accept"), step("pick_up"), tap({ type: "shift", isOn: false })]);
    expect([shown.job?.acceptedAt, shown.job?.status, shown.isOnShift]).toEqual([AT, "in_progress", false]);
  });

  it("for another order change nothing", () => {
    expect(withTaps(state, [step("accept", "8")])).toEqual(state);
    expect(withTaps({ ...state, job: null }, [step("accept")]).job).toBeNull();
  });

  it("hand back only what is not picked up", () => {
    const handBack = tap({ type: "hand_back", orderId: "7" });
    expect(withTaps(state, [handBack]).job).toBeNull();
    expect(withTaps(state, [step("pick_up"), handBack]).job?.status).toBe("in_progress");
  });

  it("go each to its address, a step with the time of the tap", () => {
    expect(requestOf(step("accept"))).toEqual({
      path: "/courier/steps",
      body: { orderId: "7", step: { type: "accept" }, at: AT },
    });
    expect(requestOf(tap({ type: "shift", isOn: true }))).toEqual({
      path: "/courier/shift",
      body: { on: true },
    });
  });
});

describe("an answer to a tap", () => {
  it.each([
    [204, "taken"],
    [400, "refused"],
    [401, "signed_out"],
    [409, "refused"],
    [429, "later"],
    [503, "later"],
    [null, "later"],
  ] as const)("%s: %s", (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome);
  });
});

describe("an order that leaves the screen", () => {
  const gone = { ...state, job: null };

  it("was delivered when nothing was left to do, and taken away otherwise", () => {
    const done = withTaps(state, [
      step("pick_up"),
      tap({ type: "step", orderId: "7", step: { type: "hand_over", dropoff: 0 } }),
    ]);
    expect(farewellOf(done, gone)).toEqual({ type: "delivered", orderCode: "AB12" });
    expect(farewellOf(state, gone)).toEqual({ type: "taken_away", orderCode: "AB12" });
  });

  it("needs no message when it was cancelled, which has its own screen, or is still there", () => {
    const cancelled = { orderId: "7", orderCode: "AB12", reason: null, isPickedUp: false };
    expect(farewellOf(state, { ...gone, cancelled })).toBeNull();
    expect(farewellOf(state, state)).toBeNull();
  });
});
