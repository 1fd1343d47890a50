import { describe, expect, it } from "vitest";
import { fromJson, fromQuery, parseInstant } from "@/lib/couriers/osmand-message";

const now = new Date("2026-11-21T12:00:00Z");
const query = (text: string) => fromQuery(new URLSearchParams(text), now);

describe("the query form", () => {
  it("is parsed as Traccar Client sends it", () => {
    expect(
      query(
        "id=abc&timestamp=1795262400&lat=59.93&lon=30.33&speed=3.1&bearing=271.5&altitude=12&accuracy=8.4&batt=77",
      ),
    ).toEqual({
      deviceToken: "abc",
      fix: {
        latitude: 59.93,
        longitude: 30.33,
        heading: 271.5,
        accuracyMeters: 8.4,
        recordedAt: new Date(1795262400_000),
      },
    });
  });

  it.each([
    ["deviceid=abc&location=59.93,30.33", 59.93],
    ["id=abc&lat=59.93&lon=30.33&bearing=-1", 59.93],
  ])("is parsed, for %s, with the current time and no heading", (text, latitude) => {
    expect(query(text)?.fix).toEqual({
      latitude,
      longitude: 30.33,
      heading: null,
      accuracyMeters: null,
      recordedAt: now,
    });
  });

  it.each(["id=abc", "id=abc&lat=59.93&lon=30.33&valid=false", "id=abc&batt=50"])(
    "is parsed without a fix for %s",
    (text) => {
      expect(query(text)).toEqual({ deviceToken: "abc", fix: null });
    },
  );

  it.each(["", "lat=59.93&lon=30.33", "id=abc&lat=north&lon=30", "id=abc&lat=59&lon=30&timestamp=soon"])(
    "is rejected as invalid for '%s'",
    (text) => {
      expect(query(text)).toBeNull();
    },
  );
});

describe("the JSON form", () => {
  const message = {
    location: {
      timestamp: "2026-11-21T11:59:58.000Z",
      coords: { latitude: 59.93, longitude: 30.33, accuracy: 5.2, speed: 4, heading: -1, altitude: 3 },
      is_moving: true,
      odometer: 120,
      event: "motionchange",
      battery: { level: 0.8, is_charging: false },
      activity: { type: "in_vehicle" },
      extras: {},
    },
    device_id: "abc",
  };

  it("is parsed as Traccar Client 9 sends it, with -1 as no heading", () => {
    expect(fromJson(message)).toEqual({
      deviceToken: "abc",
      fix: {
        latitude: 59.93,
        longitude: 30.33,
        heading: null,
        accuracyMeters: 5.2,
        recordedAt: new Date("2026-11-21T11:59:58.000Z"),
      },
    });
  });

  it("is parsed without a fix", () => {
    expect(fromJson({ device_id: 48241179 })).toEqual({ deviceToken: "48241179", fix: null });
  });

  it.each([null, [], 5, {}, { device_id: "abc", location: {} }, { ...message, device_id: undefined }])(
    "is rejected as invalid for %j",
    (value) => {
      expect(fromJson(value)).toBeNull();
    },
  );
});

describe("the timestamp parser", () => {
  it.each([
    ["1795262400", "2026-11-21T12:00:00.000Z"],
    ["1795262400123", "2026-11-21T12:00:00.123Z"],
    ["2026-11-21T15:00:00+03:00", "2026-11-21T12:00:00.000Z"],
    ["2026-11-21 12:00:00", "2026-11-21T12:00:00.000Z"],
    ["2026-11-21T12:00:00.500", "2026-11-21T12:00:00.500Z"],
  ])("parses %s as %s", (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso);
  });

  it("returns nothing for text that is not a time", () => {
    expect(parseInstant("yesterday")).toBeNull();
  });
});
