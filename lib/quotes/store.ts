import { z } from "zod";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { int4, json, numeric, oneOf, text, timestamptz } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { fromRubles, kopecks, toDecimalString } from "@/lib/pricing/money";
import { storedWayBack, sumLegs } from "@/lib/pricing/price-trip";
import type { Quote } from "@/lib/quotes/quote";
import { ROUTING_SOURCES } from "@/lib/routing/route-trip";
import type { RoutingMode } from "@/lib/routing/trip";

export async function insertQuote(
  db: Queryable,
  scope: AccountScope,
  quote: Quote,
  routingMode: RoutingMode,
): Promise<void> {
  const { id, tripKey, trip, routing, issuedAt, expiresAt } = quote;
  await execute(db)`
    INSERT INTO quotes (id, account_id, mode, trip_key, routing_mode, price, distance_meters, duration_seconds,
                        tariff_id, legs, created_at, expires_at, routing, return_price, return_distance_meters,
                        return_duration_seconds)
    VALUES (${id}::uuid, ${scope.accountId}::uuid, ${scope.mode}::mode, ${tripKey}, ${routingMode}::routing_mode,
            ${toDecimalString(trip.price)}::numeric, ${trip.distanceMeters}, ${trip.durationSeconds}, ${trip.tariffId},
            ${JSON.stringify(trip.legs)}::jsonb, ${issuedAt}::timestamptz, ${expiresAt}::timestamptz,
            ${routing}, ${toDecimalString(trip.wayBack?.price ?? kopecks(0))}::numeric,
            ${trip.wayBack?.distanceMeters ?? null}::int, ${trip.wayBack?.durationSeconds ?? null}::int)`;
}

const LEG = z.object({
  distanceMeters: z.number(),
  durationSeconds: z.number(),
  geometry: z.string(),
  cargoSize: z.enum(CARGO_SIZES),
  price: z.number(),
});

const QUOTE = {
  price: numeric,
  tariffId: int4,
  legs: json(z.array(LEG)),
  tripKey: text,
  issuedAt: timestamptz,
  expiresAt: timestamptz,
  routing: oneOf(ROUTING_SOURCES),
  returnPrice: numeric,
  returnDistanceMeters: int4.orNull,
  returnDurationSeconds: int4.orNull,
};

/** The quote with this id if it belongs to the scope; expired ones too. */
export async function findQuote(db: Queryable, scope: AccountScope, id: string): Promise<Quote | null> {
  const [row] = await query(db, QUOTE)`
    SELECT price, tariff_id, legs, trip_key, created_at AS issued_at, expires_at, routing,
           return_price, return_distance_meters, return_duration_seconds FROM quotes
    WHERE id = ${id}::uuid AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode`;
  if (row === undefined) return null;
  const { price, tariffId, legs, returnPrice, returnDistanceMeters, returnDurationSeconds, ...terms } = row;
  const wayBack = storedWayBack({ returnPrice, returnDistanceMeters, returnDurationSeconds });
  const priced = legs.map((leg) => ({ ...leg, price: kopecks(leg.price) }));
  return { id, trip: { ...sumLegs(tariffId, priced, wayBack), price: fromRubles(price) }, ...terms };
}
