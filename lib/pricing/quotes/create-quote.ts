import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { type PricedInput, priceTrip } from "@/lib/pricing/price-trip";
import { QUOTE_LIFETIME_MS, type Quote, tripKey } from "@/lib/pricing/quotes/quote";
import { insertQuote } from "@/lib/pricing/quotes/store";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { checkTrip } from "@/lib/service-area/service-area";

/** (spec, POST /quotes) @throws TripRefused, TripTooLong, DomainError SERVICE_OVERLOADED */
export async function createQuote(
  context: Context,
  scope: AccountScope,
  input: PricedInput,
  collectedAt: Date | null = null,
): Promise<Quote> {
  const area = await getServiceArea(context);
  const at = collectedAt ?? context.clock.now();
  checkTrip(area, input, at, "");
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
