import type { Queryable } from "@/lib/db/client";
import { type CargoSize, DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { getTariff } from "@/lib/pricing/get-tariff";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";
import { legPrice, returnPrice, type Tariff } from "@/lib/pricing/tariff";
import { estimateTrip } from "@/lib/routing/estimate";
import { routeTripsAt } from "@/lib/routing/route-at";
import type { Router, RoutingSource } from "@/lib/routing/router";
import type { Leg, Trip } from "@/lib/routing/trip";
import { type CoordinatePrefix, findFarDropoffs, TripTooLongError } from "@/lib/routing/trip-length";

export interface PricedInput extends Trip {
  readonly cargoSizes: readonly CargoSize[];
}

export interface PricedLeg extends Leg {
  readonly cargoSize: CargoSize;
  readonly price: Kopecks;
}

export interface ReturnTrip {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly price: Kopecks;
}

export interface PricedTrip {
  readonly price: Kopecks;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly tariffId: number;
  readonly legs: readonly PricedLeg[];
  readonly wayBack: ReturnTrip | null;
  readonly routing: RoutingSource | null;
}

/** (spec, Tariff table) @param at pickup time @throws TripTooLong, DomainError SERVICE_OVERLOADED past the deadline */
export async function priceTrip(
  context: { db: Queryable; router: Router },
  input: PricedInput,
  { at, maxTripMeters, coordinates }: { at: Date; maxTripMeters: number; coordinates: CoordinatePrefix },
): Promise<PricedTrip & { readonly routing: RoutingSource }> {
  const check = (legMeters?: readonly number[]) => {
    const far = findFarDropoffs(input, maxTripMeters, legMeters);
    if (far.length > 0) throw new TripTooLongError(far, maxTripMeters, coordinates);
  };
  check();
  const tariff = await getTariff(context.db);
  const back = toTripBack(input);
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

function toWayBack(tariff: Tariff, leg: Leg, { cargoSizes }: PricedInput): ReturnTrip {
  const { distanceMeters, durationSeconds } = leg;
  return { distanceMeters, durationSeconds, price: returnPrice(tariff, distanceMeters, cargoSizes) };
}

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

export function parseReturnTrip(row: {
  readonly returnPrice: string;
  readonly returnDistanceMeters: number | null;
  readonly returnDurationSeconds: number | null;
}): ReturnTrip | null {
  const { returnDistanceMeters: distanceMeters, returnDurationSeconds: durationSeconds } = row;
  if (distanceMeters === null || durationSeconds === null) return null;
  return { distanceMeters, durationSeconds, price: fromRubles(row.returnPrice) };
}
