import type { PricedInput, PricedTrip } from "@/lib/pricing/price-trip";
import type { RoutingSource } from "@/lib/routing/router";

export const QUOTE_LIFETIME_MS = 5 * 60 * 1000;

export interface Quote {
  readonly id: string;
  readonly trip: PricedTrip;
  readonly routing: RoutingSource;
  readonly tripKey: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Two trips cost the same exactly if their keys are equal. Coordinates count to six decimals (about 0.1 m). */
export function tripKey(input: PricedInput): string {
  const place = (value: number) => (Math.round(value * 1e6) + 0).toString();
  const point = (at: { latitude: number; longitude: number }) =>
    `${place(at.latitude)},${place(at.longitude)}`;
  const dropoffs = input.dropoffs.map((dropoff, index) => `${point(dropoff)},${input.cargoSizes[index]}`);
  return [input.routingMode, point(input.pickup), ...dropoffs].join(";");
}

export function isQuoteValidFor(
  quote: { tripKey: string; expiresAt: Date },
  input: PricedInput,
  at: Date,
): boolean {
  return at < quote.expiresAt && quote.tripKey === tripKey(input);
}
