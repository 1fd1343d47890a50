import type { Queryable } from "@/lib/db/client";
import { type CargoSize, DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { getTariff } from "@/lib/pricing/get-tariff";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";
import { legPrice, returnPrice, type Tariff } from "@/lib/pricing/tariff";
import { estimateTrip } from "@/lib/routing/estimate";
import { routeTripsAt } from "@/lib/routing/route-at";
import type { Router, RoutingSource } from "@/lib/routing/route-trip";
import type { Leg, Trip } from "@/lib/routing/trip";
import { type CoordinatesIn, farDropoffs, TripTooLong } from "@/lib/routing/trip-length";

/** A trip with the effective cargo size of each dropoff: everything that decides a price. */
export interface PricedInput extends Trip {
  readonly cargoSizes: readonly CargoSize[];
}

/** A routed leg with its priced size and its price, in dropoff order. */
export interface PricedLeg extends Leg {
  readonly cargoSize: CargoSize;
  readonly price: Kopecks;
}

/** The way back from the last dropoff to the pickup, and what a return over it costs. */
export interface WayBack {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly price: Kopecks;
}

/** A routed trip with its price at one version of the tariff. */
export interface PricedTrip {
  /** Sum of the legs' prices. */
  readonly price: Kopecks;
  /** Sums over the legs, in metres and seconds. */
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly tariffId: number;
  readonly legs: readonly PricedLeg[];
  /** Null for trips that were priced before it was known. */
  readonly wayBack: WayBack | null;
  /** The source of its distances; null for orders from before it was stored. */
  readonly routing: RoutingSource | null;
}

/**
 * Routes a trip and prices each leg at the tariff in force: the leg's band plus the cargo surcharge of its destination
 * (spec, Tariff table), and the way back for a return. A routing server that is down never stops it.
 *
 * @param at when the courier is at the pickup, as far as is known: driving takes longer at some hours
 * @param maxTripMeters the longest trip
 * @param coordinates where they are in the request body
 * @throws TripTooLong beyond the longest trip: before routing if the straight line is already too long
 * @throws DomainError SERVICE_OVERLOADED if the routing server has too much to do until the caller's deadline
 */
export async function priceTrip(
  context: { db: Queryable; router: Router },
  input: PricedInput,
  { at, maxTripMeters, coordinates }: { at: Date; maxTripMeters: number; coordinates: CoordinatesIn },
): Promise<PricedTrip & { readonly routing: RoutingSource }> {
  const check = (legMeters?: readonly number[]) => {
    const far = farDropoffs(input, maxTripMeters, legMeters);
    if (far.length > 0) throw new TripTooLong(far, maxTripMeters, coordinates);
  };
  check();
  const tariff = await getTariff(context.db);
  const back = toTripBack(input);
  // Only where the way back costs anything are its roads asked for.
  const trips = tariff.returnPercent > 0 && back !== null ? [input, back] : [input];
  const [route, routeBack] = await routeTripsAt(context, trips, { at });
  if (route === undefined) throw new Error("A trip has one route.");
  check(route.legs.map(({ distanceMeters }) => distanceMeters));
  const legs = route.legs.map((leg, index): PricedLeg => {
    const cargoSize = input.cargoSizes[index] ?? DEFAULT_CARGO_SIZE;
    return { ...leg, cargoSize, price: legPrice(tariff, leg.distanceMeters, cargoSize) };
  });
  const legBack = routeBack?.legs[0] ?? (back === null ? undefined : estimateTrip(back)[0]);
  const wayBack = legBack === undefined ? null : toWayBack(tariff, legBack, input);
  return { ...sumLegs(tariff.id, legs, { wayBack, routing: route.source }), routing: route.source };
}

function toTripBack({ pickup, dropoffs }: Trip): Trip | null {
  const last = dropoffs.at(-1);
  return last === undefined ? null : { pickup: last, dropoffs: [pickup], routingMode: "sequential" };
}

function toWayBack(tariff: Tariff, leg: Leg, { cargoSizes }: PricedInput): WayBack {
  const { distanceMeters, durationSeconds } = leg;
  return { distanceMeters, durationSeconds, price: returnPrice(tariff, distanceMeters, cargoSizes) };
}

/** The totals over priced legs. */
export function sumLegs(
  tariffId: number,
  legs: readonly PricedLeg[],
  { wayBack, routing }: Pick<PricedTrip, "wayBack" | "routing">,
): PricedTrip {
  const sum = (value: (leg: PricedLeg) => number) => legs.reduce((total, leg) => total + value(leg), 0);
  return {
    price: kopecks(sum((leg) => leg.price)),
    distanceMeters: sum((leg) => leg.distanceMeters),
    durationSeconds: sum((leg) => leg.durationSeconds),
    tariffId,
    legs,
    wayBack,
    routing,
  };
}

/** The way back as orders and quotes store it; null for those of before it was known. */
export function storedWayBack(row: {
  readonly returnPrice: string;
  readonly returnDistanceMeters: number | null;
  readonly returnDurationSeconds: number | null;
}): WayBack | null {
  const { returnDistanceMeters: distanceMeters, returnDurationSeconds: durationSeconds } = row;
  if (distanceMeters === null || durationSeconds === null) return null;
  return { distanceMeters, durationSeconds, price: fromRubles(row.returnPrice) };
}
