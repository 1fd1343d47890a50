import type { PricedInput, PricedTrip } from "@/lib/pricing/price-trip";
import type { RoutingSource } from "@/lib/routing/route-trip";

/** Quotes expire five minutes after issue (spec, Quote). */
export const QUOTE_LIFETIME_MS = 5 * 60 * 1000;

/** A price guaranteed to its account until it expires. */
export interface Quote {
  readonly id: string;
  readonly trip: PricedTrip;
  /** The source of its distances and durations. */
  readonly routing: RoutingSource;
  readonly tripKey: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/**
 * Everything that decides a trip's price in one canonical text: routing mode, coordinates to six decimals
 * (about 0.1 m) and effective sizes. Two trips cost the same exactly when their keys are equal.
 */
export function tripKey(input: PricedInput): string {
  const place = (value: number) => (Math.round(value * 1e6) + 0).toString();
  const point = (at: { latitude: number; longitude: number }) =>
    `${place(at.latitude)},${place(at.longitude)}`;
  const dropoffs = input.dropoffs.map((dropoff, index) => `${point(dropoff)},${input.cargoSizes[index]}`);
  return [input.routingMode, point(input.pickup), ...dropoffs].join(";");
}

/** Whether a quote is still valid now for this trip (spec, QUO-7). */
export function isHonoured(
  quote: { tripKey: string; expiresAt: Date },
  input: PricedInput,
  at: Date,
): boolean {
  return at < quote.expiresAt && quote.tripKey === tripKey(input);
}
