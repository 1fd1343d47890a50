import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { subscribeToStream } from "@/components/ui/subscribe-to-stream";
import { FakeSource } from "@/testing/fake-source";

const notified: unknown[] = [];
const latest = (): FakeSource => FakeSource.opened.at(-1) as FakeSource;

function follow(): () => void {
  return subscribeToStream("/events", {
    onState: (state) => notified.push(state),
    onWord: (sentAt) => sentAt !== null && notified.push(sentAt),
    onLine: (isUp) => notified.push(isUp ? "up" : "down"),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  // The middle of the random range.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  FakeSource.opened = [];
  notified.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(Math.random).mockRestore();
});

describe("a followed stream", () => {
  it("passes on its states and the time of each heartbeat", () => {
    follow();
    latest().say("state", JSON.stringify({ status: "new" }));
    latest().say("heartbeat", "2026-11-21T11:05:00.000Z");
    expect(notified).toEqual(["up", { status: "new" }, Date.parse("2026-11-21T11:05:00Z")]);
  });

  it("reopens after a refusal with growing pauses, and quickly again after a stable connection", () => {
    follow();
    latest().say("state", "1");
    for (const pauseMs of [5_000, 10_000, 20_000, 30_000, 30_000]) {
      const before = FakeSource.opened.length;
      latest().fail("refused");
      vi.advanceTimersByTime(pauseMs - 1);
      expect(FakeSource.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSource.opened).toHaveLength(before + 1);
    }
    latest().say("state", "2");
    expect(notified).toEqual(["up", 1, "down", "up", 2]);
    latest().fail("refused");
    vi.advanceTimersByTime(5_000);
    expect(FakeSource.opened).toHaveLength(7);
  });

  it("leaves a broken connection to the browser, and counts as down from the second failure", () => {
    follow();
    latest().say("state", "1");
    latest().fail("broken");
    expect(notified).toEqual(["up", 1]);
    latest().fail("broken");
    expect(notified).toEqual(["up", 1, "down"]);
    latest().say("heartbeat", "2026-11-21T11:05:00.000Z");
    expect(notified.slice(3, 4)).toEqual(["up"]);
    expect(FakeSource.opened).toHaveLength(1);
  });

  it("reopens after two heartbeats without an event", () => {
    follow();
    latest().say("state", "1");
    vi.advanceTimersByTime(39_999);
    latest().say("heartbeat", "2026-11-21T11:05:00.000Z");
    vi.advanceTimersByTime(39_999);
    expect(notified).not.toContain("down");
    const silent = latest();
    vi.advanceTimersByTime(1 + 5_000);
    expect(notified).toContain("down");
    expect(silent.readyState).toBe(FakeSource.CLOSED);
    expect(FakeSource.opened).toHaveLength(2);
  });

  it.each(["its end", "the reader"])("is closed by %s and is not reopened", (by) => {
    const stop = follow();
    const source = latest();
    if (by === "its end") source.say("end");
    else stop();
    expect(source.readyState).toBe(FakeSource.CLOSED);
    vi.advanceTimersByTime(600_000);
    expect(FakeSource.opened).toHaveLength(1);
  });

  it("does not reopen after the reader closes it between two attempts", () => {
    const stop = follow();
    latest().fail("refused");
    stop();
    vi.advanceTimersByTime(600_000);
    expect(FakeSource.opened).toHaveLength(1);
  });
});
