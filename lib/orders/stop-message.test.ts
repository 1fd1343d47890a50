import { describe, expect, it } from "vitest";
import { addMessage, type StopMessage } from "@/lib/orders/stop-message";

const say = (id: string, isFromCourier: boolean): StopMessage => ({
  ...{ id, at: "2026-11-21T10:04:05.000Z", isFromCourier, code: null, text: `text ${id}` },
});

describe("the messages of a dropoff", () => {
  it("have at most 20 from each side", () => {
    const full = Array.from({ length: 20 }, (_, index) => say(String(index), true));
    expect(() => addMessage(full, say("20", true))).toThrow("STEP_NOT_POSSIBLE");
    expect(addMessage(full, say("20", false))).toHaveLength(21);
  });

  it("ignore a repetition", () => {
    const reply = say("2", false);
    expect(addMessage([say("1", true)], say("1", true))).toBeNull();
    expect(addMessage([say("1", true), reply], { ...reply, id: "3" })).toBeNull();
  });
});
