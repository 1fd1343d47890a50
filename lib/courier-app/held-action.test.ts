import { describe, expect, it } from "vitest";
import type { CourierAction, QueuedAction } from "@/lib/courier-app/app-state";
import { findHeldAction, heldUntil } from "@/lib/courier-app/held-action";

const NOW = new Date("2026-11-21T10:00:00Z");
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const step = (
  type: "arrive_at_pickup" | "pick_up" | "arrive_back" | "accept",
  orderId = "7",
): CourierAction => ({
  type: "step",
  orderId,
  step: { type },
});
const arrive: CourierAction = { type: "step", orderId: "7", step: { type: "arrive", dropoff: 0 } };
const handOver: CourierAction = { type: "step", orderId: "7", step: { type: "hand_over", dropoff: 0 } };
const decline: CourierAction = { type: "hand_back", orderId: "7", reason: "too_far" };
const tapped = (action: CourierAction): QueuedAction => {
  const until = heldUntil(action, NOW);
  return { id: JSON.stringify(action), at: NOW.toISOString(), action, ...(until && { heldUntil: until }) };
};
const found = (...actions: CourierAction[]) =>
  findHeldAction(actions.map(tapped), inMs(5_000))?.action ?? null;

describe("an action that can be undone", () => {
  it("is an arrival or a declined offer, for ten seconds", () => {
    for (const action of [arrive, step("arrive_at_pickup"), step("arrive_back"), decline]) {
      expect(findHeldAction([tapped(action)], inMs(9_999))?.action).toBe(action);
      expect(findHeldAction([tapped(action)], inMs(10_000))).toBeNull();
    }
    const final: CourierAction[] = [
      step("accept"),
      step("pick_up"),
      handOver,
      { type: "hand_back", orderId: "7" },
      { type: "shift", isOn: false },
    ];
    for (const action of final) expect(found(action)).toBeNull();
  });

  it("is found behind other actions that wait for a network", () => {
    expect(found(step("pick_up"), arrive)).toBe(arrive);
  });

  it("is released by a later step of its order, but not by other actions", () => {
    expect(found(arrive, handOver)).toBeNull();
    expect(found(arrive, { type: "read", upTo: "1" })).toBe(arrive);
    expect(found(arrive, step("accept", "8"))).toBe(arrive);
    expect(found(step("arrive_at_pickup"), arrive)).toBe(arrive);
  });
});
