import type { Trip } from "@/lib/routing/trip";
import { findUnusualTrip } from "@/lib/routing/unusual-trip";

/** A held order's trip as operators see it before they confirm it. */
export interface HeldTrip {
  /** In a straight line. */
  readonly longestLegMeters: number;
  /** RUB. */
  readonly price: number;
  /** `swapped`: with latitude and longitude swapped it would be usual; `zero`: a stop is at 0, 0. */
  readonly hint: "swapped" | "zero" | null;
}

/** @param maxLegMeters today's setting, under which the trip may have become usual */
export function describeHeldTrip(trip: Trip, price: number, maxLegMeters: number): HeldTrip {
  const unusual = findUnusualTrip(trip, maxLegMeters) ?? findUnusualTrip(trip, 0);
  if (unusual === null) return { longestLegMeters: 0, price, hint: null };
  const { longestLegMeters, isAtZero, swappedStops } = unusual;
  const isSwapped = swappedStops.length > 0;
  return { longestLegMeters, price, hint: isSwapped ? "swapped" : isAtZero ? "zero" : null };
}
