import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PlaceQuery } from "@/lib/city/geocoding/address-match";
import { createGeocoder, type Protocol } from "@/lib/city/geocoding/geocoder";
import {
  answerWell,
  type FakeGeocoder,
  flood,
  neverAnswer,
  reset,
  respondText,
  startFakeGeocoder,
} from "@/testing/fake-geocoder";

const HOUSE = {
  latitude: 59.9287,
  longitude: 30.3607,
  area: "Санкт-Петербург",
  street: "улица Марата",
  building: "30",
};

let fake: FakeGeocoder;
let failures: string[] = [];

beforeAll(async () => {
  fake = await startFakeGeocoder();
});

afterAll(() => fake?.close());

afterEach(() => {
  fake.behave(answerWell);
  failures = [];
});

const open = (type: Protocol, more: { budgetMs?: number; now?: () => number } = {}) =>
  createGeocoder({ url: fake.url, type, onFailure: (reason) => failures.push(reason), ...more });

const ask = (change: Partial<PlaceQuery> = {}): PlaceQuery => ({
  text: "Марата 30",
  language: "ru",
  near: null,
  ...change,
});

describe.each(["photon", "nominatim"] as const)("a search by %s", (type) => {
  it("returns the parts of an address and its point", async () => {
    const places = await open(type).searchPlaces(ask());
    expect(places?.[0]).toMatchObject(HOUSE);
    expect(places?.[0]?.label).toMatch(/^улица Марата, 30, .*Санкт-Петербург.*, Россия$/);
    expect(fake.languages.at(-1)).toBe("ru");
  });

  it("sends the typed text escaped", async () => {
    await open(type).searchPlaces(ask({ text: "a&b=c #1" }));
    const requested = new URL(fake.requests.at(-1) ?? "", fake.url);
    expect(requested.pathname).toBe(type === "photon" ? "/api" : "/search");
    expect(requested.searchParams.get("q")).toBe("a&b=c #1");
  });

  it("prefers nearby places", async () => {
    await open(type).searchPlaces(ask({ near: { latitude: 59.93, longitude: 30.33 } }));
    const { searchParams } = new URL(fake.requests.at(-1) ?? "", fake.url);
    if (type === "photon")
      expect([searchParams.get("lat"), searchParams.get("lon")]).toEqual(["59.9300", "30.3300"]);
    else expect(searchParams.get("viewbox")).toBe("30.1300,60.1300,30.5300,59.7300");
  });

  it("finds the address at a point, and none when it is too far away", async () => {
    const point = { latitude: 59.92875, longitude: 30.3608, language: "ru" as const };
    const found = await open(type).findNearest(point);
    expect(found?.place).toMatchObject({ ...HOUSE, isApproximate: false });
    expect(found?.place?.distanceMeters).toBeCloseTo(7.9, 0);
    const requested = new URL(fake.requests.at(-1) ?? "", fake.url);
    expect([requested.pathname, requested.searchParams.get("lat")]).toEqual(["/reverse", "59.928750"]);
    expect(await open(type).findNearest({ ...point, latitude: 59.93 })).toEqual({ place: null });
    fake.behave(respondText(200, type === "photon" ? '{"features":[]}' : '{"error":"Unable to geocode"}'));
    expect(await open(type).findNearest(point)).toEqual({ place: null });
    fake.behave(respondText(200, "broken"));
    expect(await open(type).findNearest(point)).toBeNull();
  });

  it("returns null and never throws when the server fails", async () => {
    for (const [behavior, reason] of [
      [neverAnswer, "timeout"],
      [reset, "unreachable"],
      [flood, "too_large"],
      [respondText(503, "{}"), "status"],
      [respondText(429, "slow down"), "malformed"],
      [respondText(200, "<html>"), "malformed"],
      [respondText(200, '{"features":[{"geometry":{"coordinates":[500,0]},"properties":{}}]}'), "malformed"],
      [respondText(200, '[{"lat":"x","lon":"1","display_name":""}]'), "malformed"],
    ] as const) {
      fake.behave(behavior);
      failures = [];
      const budgetMs = behavior === neverAnswer ? 50 : 20_000;
      expect([reason, await open(type, { budgetMs }).searchPlaces(ask())]).toEqual([reason, null]);
      expect(failures).toEqual([reason]);
    }
  });

  it("retries once when the connection breaks or the server returns an error", async () => {
    for (const stumble of [reset, respondText(502, "")]) {
      fake.behave(stumble, answerWell);
      expect((await open(type).searchPlaces(ask()))?.[0]).toMatchObject(HOUSE);
    }
  });

  it("caches responses for an hour, and never caches failures", async () => {
    let time = 1_000;
    const geocoder = open(type, { now: () => time });
    fake.behave(respondText(200, "broken"), answerWell);
    expect(await geocoder.searchPlaces(ask())).toBeNull();
    expect(await geocoder.searchPlaces(ask())).not.toBeNull();
    const before = fake.requests.length;
    time += 3_599_999;
    await geocoder.searchPlaces(ask());
    expect(fake.requests.length).toBe(before);
    await geocoder.searchPlaces(ask({ language: "en" }));
    time += 2;
    await geocoder.searchPlaces(ask());
    expect(fake.requests.length).toBe(before + 2);
  });
});

it("a street found by Photon has no building number", async () => {
  const places = await open("photon").searchPlaces(ask({ text: "Марата" }));
  expect(places?.[1]).toMatchObject({ street: "улица Марата", building: "", area: "Санкт-Петербург" });
});
