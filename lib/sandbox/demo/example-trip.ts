import type { CityOnDisk } from "@/lib/city/city";
import type { Queryable } from "@/lib/db/client";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";
import { approximateRouteAt } from "@/lib/routing/route-at";
import type { Router } from "@/lib/routing/router";
import { chooseDemoPlaces, type DemoAddress } from "@/lib/sandbox/demo/demo-places";

export interface ExampleTrip {
  readonly shop: DemoAddress;
  readonly door: DemoAddress;
  readonly others: readonly [DemoAddress, DemoAddress];
  readonly path: readonly Point[];
  readonly distanceMeters: number;
  readonly durationSeconds: number;
}

const FAR_METERS = 1_500;

const known = new Map<string, ExampleTrip>();

/** Deterministic for a city and language. */
export async function findExampleTrip(
  { db, router, at }: { db: Queryable; router: Router; at: Date },
  city: CityOnDisk | null,
  locale: Locale,
): Promise<ExampleTrip> {
  const key = `${city?.version} ${locale}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const { shops, doors } = await chooseDemoPlaces(db, city, locale);
  const [shop] = shops;
  const door = doorFrom(shop, doors);
  const trip = { pickup: shop, dropoffs: [door], routingMode: "sequential" } as const;
  const { legs, source } = await approximateRouteAt({ db, router }, trip, { at });
  const [leg] = legs;
  if (leg === undefined) throw new Error("Routing a trip with one dropoff returned no leg");
  const { distanceMeters, durationSeconds, geometry } = leg;
  const [one = door, two = door] = doors.filter((other) => other !== door);
  const others = [one, two] as const;
  const found = { shop, door, others, path: decodePolyline(geometry), distanceMeters, durationSeconds };
  // Straight lines that replace an unavailable router's result are not cached.
  if (source === "roads" || !router.knowsRoads) known.set(key, found);
  return found;
}

/** Picks the door farthest to the upper right of the shop, where the page has room for it. */
function doorFrom(shop: Point, doors: readonly DemoAddress[]): DemoAddress {
  const far = doors.filter((door) => greatCircleMeters(shop, door) >= FAR_METERS);
  const rise = (door: DemoAddress) =>
    2 * (door.latitude - shop.latitude) + Math.min(0.01, door.longitude - shop.longitude);
  const [first, ...rest] = far.length > 0 ? far : doors;
  if (first === undefined) throw new Error("The town has no doors");
  return rest.reduce((best, door) => (rise(door) > rise(best) ? door : best), first);
}
