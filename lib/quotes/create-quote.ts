import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { type PricedInput, priceTrip } from "@/lib/pricing/price-trip";
import { QUOTE_LIFETIME_MS, type Quote, tripKey } from "@/lib/quotes/quote";
import { insertQuote } from "@/lib/quotes/store";

/**
 * Prices a trip and holds the price for five minutes (spec, POST /quotes). Creates no order.
 *
 * @throws TripTooLong
 */
export async function createQuote(context: Context, scope: AccountScope, input: PricedInput): Promise<Quote> {
  // When the courier is to come is not known yet: as if at once.
  const { routing, ...trip } = await priceTrip(context, input, { at: context.clock.now(), coordinates: "" });
  const issuedAt = context.clock.now();
  const quote: Quote = {
    id: randomUUID(),
    trip,
    routing,
    tripKey: tripKey(input),
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + QUOTE_LIFETIME_MS),
  };
  await insertQuote(context.db, scope, quote, input.routingMode);
  return quote;
}
