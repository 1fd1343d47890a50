import { describe, expect, it } from "vitest";
import {
  type ConnectionState,
  findPositionFreshness,
  isConnectionStale,
  lastSeenText,
  onServerMessage,
  withCourierFreshness,
} from "@/components/tracking/connection-state";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const NOW = new Date("2026-11-21T11:05:00Z");
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();

describe("the age of the courier's position", () => {
  const text = (locale: Locale, seenAt: string | null, hasLine: boolean, follows = true) =>
    lastSeenText(
      { follows, seenAt, tag: locale, zone: { name: "Europe/Moscow", text: "" } },
      MESSAGES[locale].tracking.seen,
      NOW,
      hasLine,
    )?.replace(/\s/g, " ");

  it.each([
    [0, "location updated just now", "геопозиция: только что"],
    [29, "location updated just now", "геопозиция: только что"],
    [30, "location updated 1 minute ago", "геопозиция: 1 минуту назад"],
    [299, "location updated 4 minutes ago", "геопозиция: 4 минуты назад"],
    [300, "last known location, 2:00 PM", "последняя геопозиция: 14:00"],
    [1799, "last known location, 1:35 PM", "последняя геопозиция: 13:35"],
    [1800, MESSAGES.en.tracking.seen.none, MESSAGES.ru.tracking.seen.none],
  ])("of %d seconds is shown as “%s” in English and “%s” in Russian", (seconds, english, russian) => {
    expect(text("en", secondsAgo(seconds), true)).toBe(english);
    expect(text("ru", secondsAgo(seconds), true)).toBe(russian);
  });

  it("is shown as a time of day without a connection, or as unknown after 30 minutes", () => {
    expect(text("en", secondsAgo(0), false)).toBe("last known location, 2:05 PM");
    expect(text("ru", secondsAgo(200), false)).toBe("последняя геопозиция: 14:01");
    expect(text("ru", secondsAgo(1800), false)).toBe(MESSAGES.ru.tracking.seen.none);
  });

  it("is not shown to a reader who may not follow the courier", () => {
    expect(text("en", null, true, false)).toBeUndefined();
    expect(text("en", null, true)).toBe(MESSAGES.en.tracking.seen.none);
  });

  it("turns the marker gray, then removes it", () => {
    const courier = { latitude: 59.9, longitude: 30.3, heading: 0, freshness: "now" as const };
    const drawing = {
      courier,
      pickup: null,
      dropoffs: [],
      isRough: false,
      isPickedUp: true,
      path: [],
      driven: [],
    };
    const drawn = (seconds: number, hasLine: boolean) =>
      withCourierFreshness(drawing, findPositionFreshness(secondsAgo(seconds), NOW, hasLine))?.courier
        ?.freshness;
    expect([drawn(10, true), drawn(60, true), drawn(300, true), drawn(1800, true)]).toEqual([
      "now",
      "recent",
      "stale",
      undefined,
    ]);
    expect([drawn(10, false), drawn(1800, false)]).toEqual(["stale", undefined]);
  });

  it("removes the shop and its route too once the goods are picked up", () => {
    const at = { latitude: 59.9, longitude: 30.3 };
    const courier = { ...at, heading: 0, freshness: "now" as const };
    const drawing = { courier, pickup: at, dropoffs: [], isRough: false, path: [at], driven: [at] };
    const drawn = (isPickedUp: boolean) => withCourierFreshness({ ...drawing, isPickedUp }, null);
    expect(drawn(true)).toMatchObject({ courier: null, pickup: null, path: [], driven: [] });
    expect(drawn(false)).toMatchObject({ courier: null, pickup: at, path: [at], driven: [at] });
  });
});

describe("the connection to the service", () => {
  const line: ConnectionState = { heardAt: 100_000, failedAt: null, aheadMs: 0 };
  const every = { isOnline: true, everyMs: 15_000 };

  it.each([
    ["is up right after a message", line, 100_000, every, false],
    ["is up while the third heartbeat is due", line, 140_000, every, false],
    ["is lost once the third heartbeat is overdue", line, 140_001, every, true],
    [
      "is up after one minute if requests are a minute apart",
      line,
      160_000,
      { ...every, everyMs: 60_000 },
      false,
    ],
    ["is lost if the device has no network", line, 100_000, { ...every, isOnline: false }, true],
    ["is lost after a failed request", { ...line, failedAt: 100_001 }, 100_002, every, true],
    [
      "is up if a message came after the failed request",
      { ...line, failedAt: 99_999 },
      100_002,
      every,
      false,
    ],
  ] as const)("%s", (_, known, now, how, isLost) => {
    expect(isConnectionStale(known, { now, ...how })).toBe(isLost);
  });

  it("derives the service's clock from its messages", () => {
    const corrected = onServerMessage(line, 200_000, 800_000);
    expect(corrected).toEqual({ heardAt: 200_000, failedAt: null, aheadMs: 600_000 });
    expect(onServerMessage(corrected, 201_000, null).aheadMs).toBe(600_000);
  });
});
