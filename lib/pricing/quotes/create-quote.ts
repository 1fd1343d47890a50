import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { expectPickup } from "@/lib/orders/order";
import { toServedTimes } from "@/lib/orders/trip-issues";
import { type PricedInput, priceTrip } from "@/lib/pricing/price-trip";
import { QUOTE_LIFETIME_MS, type Quote, tripKey } from "@/lib/pricing/quotes/quote";
import { insertQuote } from "@/lib/pricing/quotes/store";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { checkTrip } from "@/lib/service-area/service-area";

const AS_SOON_AS_POSSIBLE = { deliveryTime: null, readyAt: null, windows: [] };

/** (spec, POST /quotes) @throws TripRefused, TripTooLong, DomainError SERVICE_OVERLOADED */
export async function createQuote(
  context: Context,
  scope: AccountScope,
  input: PricedInput,
  times: Parameters<typeof expectPickup>[0] = AS_SOON_AS_POSSIBLE,
): Promise<Quote> {
  const area = await getServiceArea(context);
  const now = context.clock.now();
  const at = expectPickup(times, now);
  checkTrip(area, input, toServedTimes(input, times, now), "");
  const { maxTripMeters } = area;
  const trip = await priceTrip(context, input, { at, maxTripMeters, coordinates: "" });
  const issuedAt = context.clock.now();
  const quote: Quote = {
    id: randomUUID(),
    trip,
    routing: trip.routing,
    tripKey: tripKey(input),
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + QUOTE_LIFETIME_MS),
  };
  await insertQuote(context.db, scope, quote, input.routingMode);
  return quote;
}
