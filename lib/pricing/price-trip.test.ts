import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { type PricedInput, priceTrip } from "@/lib/pricing/price-trip";
import { setTariff } from "@/lib/pricing/set-tariff";
import { legPrice, returnPrice } from "@/lib/pricing/tariff";
import { estimateTrip } from "@/lib/routing/estimate";
import { createRouter } from "@/lib/routing/router";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type FakeOsrm, neverAnswer, startFakeOsrm } from "@/testing/fake-osrm";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";

const PICKUP = { latitude: 59.9354, longitude: 30.3254 };
const FIRST = { latitude: 59.95, longitude: 30.36 };
const LAST = { latitude: 59.96, longitude: 30.4 };
const INPUT: PricedInput = {
  pickup: PICKUP,
  dropoffs: [FIRST, LAST],
  routingMode: "parallel",
  cargoSizes: ["L", "S"],
};
const TERMS = { at: new Date("2026-11-21T12:00:00Z"), maxTripMeters: 300_000, coordinates: "" } as const;

describe("the return leg of a priced trip", () => {
  let database: TestDatabase;
  let db: ReturnType<typeof openDatabase>;
  let osrm: FakeOsrm;
  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
  });
  beforeEach(async () => {
    osrm = await startFakeOsrm();
  });
  afterEach(() => osrm.close());
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const price = (osrmUrl?: string, budgetMs = 30_000) => {
    const router = createRouter(osrmUrl === undefined ? {} : { osrmUrl, budgetMs });
    return priceTrip({ db, router }, INPUT, TERMS);
  };
  const place = ({ latitude, longitude }: typeof PICKUP) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`;
  const isWayBack = (request: string) => request.includes(`${place(LAST)};${place(PICKUP)}`);

  it("is estimated without a routing request and is free when the return percentage is 0", async () => {
    await setTariff(db, { ...HIGHER_TARIFF, returnPercent: 0 });
    const trip = await price(osrm.url);
    expect(osrm.requests.filter(isWayBack)).toEqual([]);
    const [estimate] = estimateTrip({
      pickup: LAST,
      dropoffs: [PICKUP],
      routingMode: "sequential",
    });
    expect(trip.wayBack).toEqual({
      distanceMeters: estimate?.distanceMeters,
      durationSeconds: estimate?.durationSeconds,
      price: 0,
    });
    expect(trip.routing).toBe("roads");
  });

  it("follows the road from the last dropoff to the pickup, priced by percentage for the largest cargo", async () => {
    const tariff = await setTariff(db, { ...HIGHER_TARIFF, returnPercent: 70 });
    const trip = await price(osrm.url);
    expect(osrm.requests.filter(isWayBack)).toHaveLength(1);
    const meters = trip.wayBack?.distanceMeters ?? 0;
    expect(meters).toBeGreaterThan(0);
    expect(trip.wayBack?.price).toBe(returnPrice(tariff, meters, ["L"]));
    expect(trip.wayBack?.price).toBeLessThan(legPrice(tariff, meters, "L"));
    expect(trip.price).toBe(trip.legs.reduce((sum, leg) => sum + leg.price, 0));
  });

  it("is estimated when the routing service does not respond within its time budget", async () => {
    const tariff = await setTariff(db, { ...HIGHER_TARIFF, returnPercent: 70 });
    osrm.behave(neverAnswer);
    const trip = await price(osrm.url, 300);
    const without = await price();
    expect(trip.wayBack).toEqual(without.wayBack);
    expect(trip.wayBack?.price).toBe(returnPrice(tariff, without.wayBack?.distanceMeters ?? 0, ["L"]));
  });
});
