import type { Mode } from "@/lib/account-scope";
import * as enums from "@/lib/db/generated/enums";
import type { FieldIssue } from "@/lib/domain-error";
import { DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { tripKey } from "@/lib/pricing/quotes/quote";
import type { Trip } from "@/lib/routing/trip";
import { findUnusualTrip, type UnusualTrip, unusualTripIssues } from "@/lib/routing/unusual-trip";
import type { TripCheck } from "@/lib/service-area/trip-check";

/** Why an order gets no courier before an operator has confirmed it (spec, HELD-1). */
export const HELD_REASONS = Object.values(enums.HeldReason);
export type HeldReason = (typeof HELD_REASONS)[number];

export interface TripJudgment {
  /** Null for a usual trip, and while operators allow every trip. */
  readonly unusual: UnusualTrip | null;
  readonly heldReason: HeldReason | null;
  /** Why the order is refused. */
  readonly issues: readonly FieldIssue[];
}

/** Test orders are never held and never refused (spec, HELD-5). */
export function judgeTrip({ action, maxLegMeters }: TripCheck, mode: Mode, trip: Trip): TripJudgment {
  const unusual = action === "allow" ? null : findUnusualTrip(trip, maxLegMeters);
  const isChecked = unusual !== null && mode === "live";
  return {
    unusual,
    heldReason: isChecked && action === "hold" ? "unusual_trip" : null,
    issues: isChecked && action === "refuse" ? unusualTripIssues(unusual, maxLegMeters, "address.") : [],
  };
}

/** Whether two trips have the same legs between the same places, to six decimals. */
export function areLegsEqual(one: Trip, other: Trip): boolean {
  return legsKey(one) === legsKey(other);
}

const legsKey = (trip: Trip): string =>
  tripKey({ ...trip, cargoSizes: trip.dropoffs.map(() => DEFAULT_CARGO_SIZE) });
