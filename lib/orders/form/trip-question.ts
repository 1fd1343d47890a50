import type { Point } from "@/lib/point";
import type { PricedInput } from "@/lib/pricing/price-trip";
import { tripKey } from "@/lib/pricing/quotes/quote";
import { greatCircleMeters } from "@/lib/routing/geo";
import type { UnusualTrip } from "@/lib/routing/unusual-trip";

/** In degrees. */
export type Bounds = Readonly<Record<"west" | "south" | "east" | "north", number>>;

/** A stop that is farther outside the served city needs a confirmation. */
const MAX_OUTSIDE_METERS = 30_000;

/** What a user confirms before an order of this trip is sent. */
export interface TripQuestion {
  /** `unusual`: a long leg or a stop at 0, 0; `outside_city`: a stop far from the served city. */
  readonly kind: "unusual" | "outside_city";
  /** Length of the longest leg, or distance of the farthest stop from the city. */
  readonly meters: number;
  /** Whether latitude and longitude may be swapped. */
  readonly isSwapped: boolean;
  /** Confirms this trip and no other. */
  readonly key: string;
}

/** @param bounds of the served city; null asks about no place */
export function findTripQuestion(
  trip: PricedInput,
  unusual: UnusualTrip | null,
  bounds: Bounds | null,
): TripQuestion | null {
  const key = tripKey(trip);
  if (unusual !== null) {
    const { longestLegMeters: meters, swappedStops } = unusual;
    return { kind: "unusual", meters, isSwapped: swappedStops.length > 0, key };
  }
  if (bounds === null) return null;
  const outside = [trip.pickup, ...trip.dropoffs].map((place) => metersOutside(bounds, place));
  const meters = Math.round(Math.max(...outside));
  return meters > MAX_OUTSIDE_METERS ? { kind: "outside_city", meters, isSwapped: false, key } : null;
}

function metersOutside({ west, south, east, north }: Bounds, place: Point): number {
  const latitude = Math.min(north, Math.max(south, place.latitude));
  const longitude = Math.min(east, Math.max(west, place.longitude));
  return greatCircleMeters(place, { latitude, longitude });
}
