import { describe, expect, it } from "vitest";
import { createRandom } from "@/lib/random";
import { type ArrivalEstimate, moveWindow, toFirstWindow } from "@/lib/tracking/arrivals/arrival-window";

const at = (time: string) => new Date(`2026-11-21T${time.length === 5 ? `${time}:00` : time}Z`);
const estimate = (earliest: string, expected: string, latest: string): ArrivalEstimate => ({
  earliest: at(earliest),
  expected: at(expected),
  latest: at(latest),
});
const window = (from: string, to: string) => ({ from: at(from), to: at(to) });
const NOW = at("12:00");

describe("the first window", () => {
  it.each([
    ["12:12", "12:20", "12:31", "12:10", "12:35"],
    ["12:10", "12:20", "12:30", "12:10", "12:30"],
    ["12:21", "12:22", "12:23", "12:20", "12:30"],
    ["12:00", "12:01", "12:02", "12:00", "12:10"],
  ])("from %s, about %s, to %s is %s to %s", (earliest, expected, latest, from, to) => {
    expect(toFirstWindow(estimate(earliest, expected, latest), NOW)).toEqual(window(from, to));
  });

  it("begins no earlier than this minute", () => {
    const { from } = toFirstWindow(estimate("12:03:30", "12:06", "12:09"), at("12:03:21"));
    expect(from).toEqual(at("12:03"));
  });

  it("has shorter steps for a simulated courier", () => {
    const { from, to } = toFirstWindow(estimate("12:01:01", "12:01:20", "12:01:40"), NOW, 60);
    expect([from, to]).toEqual([at("12:01"), at("12:01:40")]);
  });

  it("contains what it is made from, is ten minutes wide until it has begun, and never narrower than five (RES-11)", () => {
    const random = createRandom(3);
    for (let round = 0; round < 2_000; round += 1) {
      const now = new Date(NOW.getTime() + random() * 600_000);
      const [a = 0, b = 0, c = 0] = [random(), random(), random()].toSorted((one, other) => one - other);
      const toDate = (share: number) => new Date(now.getTime() + share * 7_200_000);
      const { from, to } = toFirstWindow(
        { earliest: toDate(a), expected: toDate(b), latest: toDate(c) },
        now,
      );
      expect(from.getTime()).toBeLessThanOrEqual(toDate(a).getTime());
      expect(to.getTime()).toBeGreaterThanOrEqual(toDate(c).getTime());
      expect(from.getTime()).toBeGreaterThan(now.getTime() - 60_000);
      expect(to.getTime() - from.getTime()).toBeGreaterThanOrEqual(from > now ? 600_000 : 300_000);
      expect(to.getTime() % 300_000).toBe(0);
    }
  });
});

describe("a shown window", () => {
  const shown = window("12:20", "12:50");

  it("stays while the estimate is inside and it would not become a third narrower", () => {
    expect(moveWindow(shown, estimate("12:22", "12:35", "12:49"), NOW)).toBeNull();
    expect(moveWindow(shown, estimate("12:26", "12:35", "12:49"), NOW)).toBeNull();
    expect(moveWindow(shown, estimate("12:18", "12:21", "12:25"), NOW)).toBeNull();
    expect(moveWindow(shown, estimate("12:40", "12:50", "13:20"), NOW)).toBeNull();
  });

  it("becomes narrower by a third or more, inside itself", () => {
    expect(moveWindow(shown, estimate("12:26", "12:35", "12:44"), NOW)).toEqual(window("12:25", "12:45"));
    expect(moveWindow(shown, estimate("12:36", "12:40", "12:52"), NOW)).toBeNull();
  });

  it("moves when the estimate leaves it, to either side", () => {
    expect(moveWindow(shown, estimate("12:44", "12:51", "13:01"), NOW)).toEqual(window("12:40", "13:05"));
    expect(moveWindow(shown, estimate("12:11", "12:19", "12:26"), NOW)).toEqual(window("12:10", "12:30"));
  });

  it("has an end that never moves back after it has moved later", () => {
    const late = { ...shown, hasMovedLater: true };
    expect(moveWindow(late, estimate("12:26", "12:30", "12:34"), NOW)).toBeNull();
    expect(moveWindow(late, estimate("12:31", "12:35", "12:39"), NOW)).toEqual(window("12:30", "12:50"));
    expect(moveWindow(late, estimate("12:11", "12:19", "12:26"), NOW)).toEqual(window("12:10", "12:50"));
    expect(moveWindow(late, estimate("12:44", "12:51", "13:01"), NOW)).toEqual(window("12:40", "13:05"));
  });
});
