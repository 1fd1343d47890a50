import { describe, expect, it } from "vitest";
import { findTripQuestion } from "@/lib/orders/form/trip-question";
import { findUnusualTrip } from "@/lib/routing/unusual-trip";

const CITY = { west: 28.7, south: 46.9, east: 29, north: 47.1 };
const INSIDE = { latitude: 47, longitude: 28.85 };

const ask = (latitude: number, longitude: number, bounds: typeof CITY | null = CITY) => {
  const trip = {
    pickup: INSIDE,
    dropoffs: [{ latitude, longitude }],
    routingMode: "sequential" as const,
    cargoSizes: ["M" as const],
  };
  const found = findTripQuestion(trip, findUnusualTrip(trip, 100_000), bounds);
  return found && { kind: found.kind, isSwapped: found.isSwapped };
};

describe("the question about a trip", () => {
  it.each([
    ["in the city", 47.05, 28.9, null],
    ["29 km outside", 47.1 + 29 / 111.2, 28.85, null],
    ["31 km outside", 47.1 + 31 / 111.2, 28.85, { kind: "outside_city", isSwapped: false }],
    ["over a long leg", 49, 28.85, { kind: "unusual", isSwapped: false }],
    ["with swapped axes", 28.85, 47.02, { kind: "unusual", isSwapped: true }],
  ] as const)("is asked, or not, %s", (_, latitude, longitude, expected) => {
    expect(ask(latitude, longitude)).toEqual(expected);
  });

  it("is only about the length without a city", () => {
    expect(ask(47.5, 28.85, null)).toBeNull();
  });
});
