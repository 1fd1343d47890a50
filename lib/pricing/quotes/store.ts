import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Database, Queryable } from "@/lib/db/client";
import { createBatcher } from "@/lib/db/create-batcher";
import { quotes } from "@/lib/db/generated/columns";
import { enumColumn, json, pick } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { fromRubles, kopecks, toDecimalString } from "@/lib/pricing/money";
import { parseReturnTrip, sumLegs } from "@/lib/pricing/price-trip";
import type { Quote } from "@/lib/pricing/quotes/quote";
import { ROUTING_SOURCES } from "@/lib/routing/router";
import type { RoutingMode } from "@/lib/routing/trip";

const inserts = new WeakMap<Queryable, (row: object) => Promise<unknown>>();

/** Resolves after the commit. Concurrent quotes share a statement. */
export async function insertQuote(
  db: Database,
  scope: AccountScope,
  quote: Quote,
  routingMode: RoutingMode,
): Promise<void> {
  let insert = inserts.get(db);
  if (insert === undefined) {
    insert = createBatcher((rows: readonly object[]) => insertRows(db, rows));
    inserts.set(db, insert);
  }
  await insert(quoteRow(scope, quote, routingMode));
}

const quoteRow = (
  { accountId, mode }: AccountScope,
  { id, tripKey, trip, routing, issuedAt, expiresAt }: Quote,
  routingMode: RoutingMode,
) => ({
  id,
  account_id: accountId,
  mode,
  trip_key: tripKey,
  routing_mode: routingMode,
  price: toDecimalString(trip.price),
  distance_meters: trip.distanceMeters,
  duration_seconds: trip.durationSeconds,
  tariff_id: trip.tariffId,
  legs: trip.legs,
  created_at: issuedAt,
  expires_at: expiresAt,
  routing,
  return_price: toDecimalString(trip.wayBack?.price ?? kopecks(0)),
  return_distance_meters: trip.wayBack?.distanceMeters ?? null,
  return_duration_seconds: trip.wayBack?.durationSeconds ?? null,
});

const COLUMNS = sql`
  id, account_id, mode, trip_key, routing_mode, price, distance_meters, duration_seconds, tariff_id, legs, created_at,
  expires_at, routing, return_price, return_distance_meters, return_duration_seconds`;

async function insertRows(db: Database, rows: readonly object[]): Promise<ReadonlyMap<object, unknown>> {
  await execute(db)`
    INSERT INTO quotes (${COLUMNS})
    SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::quotes, ${JSON.stringify(rows)}::jsonb)`;
  return new Map();
}

const LEG = z.object({
  distanceMeters: z.number(),
  durationSeconds: z.number(),
  geometry: z.string(),
  cargoSize: z.enum(CARGO_SIZES),
  price: z.number(),
});

const QUOTE = {
  ...pick(quotes, "price tariffId tripKey expiresAt returnPrice returnDistanceMeters returnDurationSeconds"),
  issuedAt: quotes.createdAt,
  legs: json(z.array(LEG)),
  routing: enumColumn(ROUTING_SOURCES),
};

export async function findQuote(db: Queryable, scope: AccountScope, id: string): Promise<Quote | null> {
  const [row] = await query(db, QUOTE)`
    SELECT price, tariff_id, legs, trip_key, created_at AS issued_at, expires_at, routing,
           return_price, return_distance_meters, return_duration_seconds FROM quotes
    WHERE id = ${id}::uuid AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode`;
  if (row === undefined) return null;
  const { price, tariffId, legs, routing, tripKey, issuedAt, expiresAt } = row;
  const priced = legs.map((leg) => ({ ...leg, price: kopecks(leg.price) }));
  const summed = sumLegs(tariffId, priced, { wayBack: parseReturnTrip(row), routing });
  return { id, trip: { ...summed, price: fromRubles(price) }, routing, tripKey, issuedAt, expiresAt };
}
