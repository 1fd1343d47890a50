import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { fromRubles, kopecks, toDecimalString } from "@/lib/pricing/money";
import { type PricedLeg, sumLegs } from "@/lib/pricing/price-trip";
import type { Quote } from "@/lib/quotes/quote";
import type { RoutingMode } from "@/lib/routing/trip";

export async function insertQuote(
  db: Queryable,
  scope: AccountScope,
  quote: Quote,
  routingMode: RoutingMode,
): Promise<void> {
  await db.quote.create({
    data: {
      id: quote.id,
      accountId: scope.accountId,
      mode: scope.mode,
      tripKey: quote.tripKey,
      routingMode,
      price: toDecimalString(quote.trip.price),
      distanceMeters: quote.trip.distanceMeters,
      durationSeconds: quote.trip.durationSeconds,
      tariffId: quote.trip.tariffId,
      legs: quote.trip.legs.map((leg) => ({ ...leg })),
      createdAt: quote.issuedAt,
      expiresAt: quote.expiresAt,
    },
  });
}

/** The quote with this id if it belongs to the scope; expired ones too. */
export async function findQuote(db: Queryable, scope: AccountScope, id: string): Promise<Quote | null> {
  const row = await db.quote.findFirst({
    where: { id, accountId: scope.accountId, mode: scope.mode },
  });
  if (row === null) return null;
  // Written by insertQuote alone, from the same type.
  const stored = row.legs as unknown as PricedLeg[];
  const legs = stored.map((leg) => ({ ...leg, price: kopecks(leg.price) }));
  const trip = { ...sumLegs(row.tariffId, legs), price: fromRubles(row.price.toFixed(2)) };
  return { id: row.id, trip, tripKey: row.tripKey, issuedAt: row.createdAt, expiresAt: row.expiresAt };
}
