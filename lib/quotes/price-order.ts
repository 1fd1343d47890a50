import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { type PricedInput, type PricedTrip, priceTrip } from "@/lib/pricing/price-trip";
import { isHonoured } from "@/lib/quotes/quote";
import { findQuote } from "@/lib/quotes/store";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A price for an order, and the honoured quote it came from, if any. */
export interface QuotedPrice {
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
}

/**
 * The price that a quote holds for exactly this trip; null when there is no such quote, it is another account's, it has
 * expired, or any priced detail differs (spec, QUO-7).
 */
async function findHonouredPrice(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  input: PricedInput,
  quoteId: string | undefined,
): Promise<QuotedPrice | null> {
  if (quoteId === undefined || !UUID.test(quoteId)) return null;
  const quote = await findQuote(context.db, scope, quoteId);
  if (quote === null || !isHonoured(quote, input, context.clock.now())) return null;
  return { trip: quote.trip, quoteId: quote.id };
}

/**
 * Returns the quoted price if the quote is honoured, else today's price.
 *
 * @param pickupAt when the order is to be picked up; null for as soon as possible
 * @throws TripTooLong, DomainError SERVICE_OVERLOADED
 */
export async function priceOrder(
  context: Context,
  scope: AccountScope,
  {
    input,
    quoteId,
    pickupAt,
    maxTripMeters,
  }: { input: PricedInput; quoteId: string | undefined; pickupAt: Date | null; maxTripMeters: number },
): Promise<QuotedPrice> {
  const honoured = await findHonouredPrice(context, scope, input, quoteId);
  if (honoured !== null) return honoured;
  const terms = { at: pickupAt ?? context.clock.now(), maxTripMeters, coordinates: "address." } as const;
  return { trip: await priceTrip(context, input, terms), quoteId: null };
}
