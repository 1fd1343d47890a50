import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { type PricedInput, type PricedTrip, priceTrip } from "@/lib/pricing/price-trip";
import { isHonoured } from "@/lib/quotes/quote";
import { findQuote } from "@/lib/quotes/store";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface OrderPrice {
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
}

/** The price of a quote for exactly this trip (spec, QUO-7). */
async function findHonouredPrice(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  input: PricedInput,
  quoteId: string | undefined,
): Promise<OrderPrice | null> {
  if (quoteId === undefined || !UUID.test(quoteId)) return null;
  const quote = await findQuote(context.db, scope, quoteId);
  if (quote === null || !isHonoured(quote, input, context.clock.now())) return null;
  return { trip: quote.trip, quoteId: quote.id };
}

/** The quoted price if honored, else the current one. @throws TripTooLong, DomainError SERVICE_OVERLOADED */
export async function priceOrder(
  context: Context,
  scope: AccountScope,
  {
    input,
    quoteId,
    pickupAt,
    maxTripMeters,
  }: { input: PricedInput; quoteId: string | undefined; pickupAt: Date | null; maxTripMeters: number },
): Promise<OrderPrice> {
  const honoured = await findHonouredPrice(context, scope, input, quoteId);
  if (honoured !== null) return honoured;
  const terms = { at: pickupAt ?? context.clock.now(), maxTripMeters, coordinates: "address." } as const;
  return { trip: await priceTrip(context, input, terms), quoteId: null };
}
