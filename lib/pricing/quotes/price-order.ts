import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { type PricedInput, type PricedTrip, priceTrip } from "@/lib/pricing/price-trip";
import { isQuoteValidFor } from "@/lib/pricing/quotes/quote";
import { findQuote } from "@/lib/pricing/quotes/store";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface QuotedPrice {
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
}

/** The price of a quote for exactly this trip (spec, QUO-7), else the current one. @throws TripTooLong, DomainError SERVICE_OVERLOADED */
export async function priceOrder(
  context: Context,
  scope: AccountScope,
  request: { input: PricedInput; quoteId: string | undefined; pickupAt: Date; maxTripMeters: number },
): Promise<QuotedPrice> {
  const { input, quoteId, pickupAt, maxTripMeters } = request;
  const isQuoteId = quoteId !== undefined && UUID.test(quoteId);
  const quote = isQuoteId ? await findQuote(context.db, scope, quoteId) : null;
  const now = context.clock.now();
  if (quote !== null && isQuoteValidFor(quote, input, now)) return { trip: quote.trip, quoteId: quote.id };
  const terms = { at: pickupAt, maxTripMeters, coordinates: "address." } as const;
  return { trip: await priceTrip(context, input, terms), quoteId: null };
}
