import type { CityOnDisk } from "@/lib/city/city";
import { listSpreadHouses, type SampleHouse } from "@/lib/city/geocoding/list-spread-houses";
import type { Queryable } from "@/lib/db/client";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/point";
import { greatCircleMeters, METERS_PER_DEGREE, toRadians } from "@/lib/routing/geo";

export interface DemoAddress extends Point {
  readonly area: string;
  readonly street: string;
  readonly building: string;
}

export interface DemoPlaces {
  readonly shops: readonly [DemoAddress, DemoAddress, DemoAddress];
  readonly doors: readonly DemoAddress[];
  readonly couriers: readonly Point[];
}

const NOWHERE: Point = { latitude: 59.935493, longitude: 30.325412 };

const SHOPS = 3;
const DOORS = 8;
const COURIERS = 5;
const CHOICE = 2_000;
const NEAREST_DOOR_METERS = 1_000;
const FURTHEST_DOOR_METERS = 5_000;

/** Deterministic per city; returns made-up places without a city or with too few addresses. */
export async function chooseDemoPlaces(
  db: Queryable,
  city: CityOnDisk | null,
  locale: Locale = "en",
): Promise<DemoPlaces> {
  return pickDemoAddresses(await listCityAddresses(db, city, locale)) ?? placesWithoutCity();
}

/** Addresses spread over the city; empty without one. */
export async function listCityAddresses(
  db: Queryable,
  city: CityOnDisk | null,
  locale: Locale = "en",
): Promise<DemoAddress[]> {
  if (city === null) return [];
  const houses = await listSpreadHouses(db, city.version, CHOICE);
  return houses.map((house) => toPlace(house, city.name, locale));
}

/** Rounds to the precision at which quotes compare points. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Local names, as on the doors; Russian ones where the map has them and the reader wants them. */
const toPlace = (house: SampleHouse, cityName: string, locale: Locale): DemoAddress => ({
  latitude: rounded(house.latitude),
  longitude: rounded(house.longitude),
  area: (locale === "ru" ? house.areaRu : null) ?? house.area ?? cityName,
  street: (locale === "ru" ? house.streetRu : null) ?? house.street,
  building: house.label,
});

export function pickDemoAddresses(all: readonly DemoAddress[]): DemoPlaces | null {
  const middle = { latitude: median(all, "latitude"), longitude: median(all, "longitude") };
  // A corner house has an address on each of its streets.
  const byDistance = firstOfEach(
    all.toSorted((a, b) => greatCircleMeters(a, middle) - greatCircleMeters(b, middle)),
    ({ latitude, longitude }) => `${latitude} ${longitude}`,
  );
  const streets = firstOfEach(byDistance, ({ street }) => street);
  // A village has fewer streets.
  const places = streets.length < SHOPS + DOORS ? byDistance : streets;
  if (places.length < SHOPS + DOORS) return null;
  const shops = places.slice(0, SHOPS) as unknown as DemoPlaces["shops"];
  const [shop] = shops;
  const rest = places.slice(SHOPS);
  const away = rest.filter((place) => {
    const meters = greatCircleMeters(shop, place);
    return meters >= NEAREST_DOOR_METERS && meters <= FURTHEST_DOOR_METERS;
  });
  const doors = around(shop, away.length >= DOORS ? away : rest);
  const couriers = rest.filter((place) => !doors.includes(place)).slice(0, COURIERS);
  return { shops, doors, couriers: couriers.length === COURIERS ? couriers : doors.slice(0, COURIERS) };
}

/** Picks doors in turn from equal sectors around the shop; empty sectors are skipped. */
function around(shop: Point, places: readonly DemoAddress[]): DemoAddress[] {
  const sectors: DemoAddress[][] = Array.from({ length: DOORS }, () => []);
  for (const place of places) {
    const turn = Math.atan2(place.latitude - shop.latitude, place.longitude - shop.longitude) / (2 * Math.PI);
    sectors[Math.floor((turn + 1) * DOORS) % DOORS]?.push(place);
  }
  const doors: DemoAddress[] = [];
  while (doors.length < DOORS) {
    for (const sector of sectors) {
      // The median distance of the sector: neither next door nor at the edge.
      const [place] = sector.splice(Math.floor(sector.length / 2), 1);
      if (place !== undefined && doors.length < DOORS) doors.push(place);
    }
  }
  return doors;
}

export function placesWithoutCity(): DemoPlaces {
  const line = (from: number, count: number, meters: number, more: number): DemoAddress[] =>
    Array.from({ length: count }, (_, index) => madeUpPlace(from + index, meters + more * index));
  return {
    shops: line(0, SHOPS, 200, 900) as unknown as DemoPlaces["shops"],
    doors: line(SHOPS, DOORS, 1_500, 400),
    couriers: line(0, COURIERS, 300, 400),
  };
}

function madeUpPlace(index: number, meters: number): DemoAddress {
  const { latitude, longitude } = NOWHERE;
  const angle = index * 2.4;
  const degrees = meters / METERS_PER_DEGREE;
  return {
    latitude: rounded(latitude + degrees * Math.sin(angle)),
    longitude: rounded(longitude + (degrees * Math.cos(angle)) / Math.cos(toRadians(latitude))),
    area: "City",
    street: `Street ${index + 1}`,
    building: String(2 * index + 3),
  };
}

function median(places: readonly DemoAddress[], side: "latitude" | "longitude"): number {
  return places.map((place) => place[side]).sort((a, b) => a - b)[Math.floor(places.length / 2)] ?? 0;
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
