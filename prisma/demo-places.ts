import { exampleOrderBody } from "@/lib/api/operations/examples";
import type { CityOnDisk } from "@/lib/city/city";
import type { Database } from "@/lib/db/client";
import { listSpreadHouses, type SpreadHouse } from "@/lib/geocoding/list-spread-houses";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** An address of the demo. */
export interface DemoPlace extends Point {
  readonly area: string;
  readonly street: string;
  readonly building: string;
}

/** Where the demo takes place. */
export interface DemoPlaces {
  /** The account's shops, near the middle. */
  readonly shops: readonly [DemoPlace, DemoPlace, DemoPlace];
  /** Doors around them, each on another side of the town. */
  readonly doors: readonly DemoPlace[];
  /** Where the couriers are, who are as many. */
  readonly couriers: readonly Point[];
}

const SHOPS = 3;
const DOORS = 8;
const COURIERS = 5;
/** How many houses there are to choose from. */
const CHOICE = 2_000;
/** What a courier is sent around a town for, where the town is large enough. */
const NEAREST_DOOR_METERS = 1_000;
const FURTHEST_DOOR_METERS = 5_000;

/** The places of the demo in a city: always the same of the same city. Null where it has too few addresses. */
export async function chooseDemoPlaces(db: Database, city: CityOnDisk | null): Promise<DemoPlaces> {
  const houses = city === null ? [] : await listSpreadHouses(db, city.version, CHOICE);
  return placesAmong(houses.map((house) => placeOf(house, city?.name ?? ""))) ?? placesWithoutCity();
}

/** As far as quotes tell places apart. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const placeOf = (house: SpreadHouse, cityName: string): DemoPlace => ({
  latitude: rounded(house.latitude),
  longitude: rounded(house.longitude),
  // The demo's people and texts are Russian.
  area: house.areaRu ?? house.area ?? cityName,
  street: house.streetRu ?? house.street,
  building: house.label,
});

/** Chooses among addresses; null where there are too few. */
export function placesAmong(all: readonly DemoPlace[]): DemoPlaces | null {
  const middle = { latitude: median(all, "latitude"), longitude: median(all, "longitude") };
  const byDistance = all.toSorted((a, b) => greatCircleMeters(a, middle) - greatCircleMeters(b, middle));
  const streets = firstOfEach(byDistance, ({ street }) => street);
  if (streets.length < SHOPS + DOORS) return null;
  const shops = streets.slice(0, SHOPS) as unknown as DemoPlaces["shops"];
  const [shop] = shops;
  const rest = streets.slice(SHOPS);
  const away = rest.filter((place) => {
    const meters = greatCircleMeters(shop, place);
    return meters >= NEAREST_DOOR_METERS && meters <= FURTHEST_DOOR_METERS;
  });
  const doors = around(shop, away.length >= DOORS ? away : rest);
  const couriers = rest.filter((place) => !doors.includes(place)).slice(0, COURIERS);
  return { shops, doors, couriers: couriers.length === COURIERS ? couriers : doors.slice(0, COURIERS) };
}

/** As many doors as there are, each in the next direction: the furthest there first, for a town of one street too. */
function around(shop: Point, places: readonly DemoPlace[]): DemoPlace[] {
  const sectors: DemoPlace[][] = Array.from({ length: DOORS }, () => []);
  for (const place of places) {
    const turn = Math.atan2(place.latitude - shop.latitude, place.longitude - shop.longitude) / (2 * Math.PI);
    sectors[Math.floor((turn + 1) * DOORS) % DOORS]?.push(place);
  }
  const doors: DemoPlace[] = [];
  while (doors.length < DOORS) {
    for (const sector of sectors) {
      // From the middle of what there is: neither all next door nor all at the edge.
      const [place] = sector.splice(Math.floor(sector.length / 2), 1);
      if (place !== undefined && doors.length < DOORS) doors.push(place);
    }
  }
  return doors;
}

/** What can be said of a town that nobody knows: it is where the reference's example is, and its streets have numbers. */
export function placesWithoutCity(): DemoPlaces {
  const { latitude, longitude } = exampleOrderBody.pickup.address;
  const place = (index: number, meters: number): DemoPlace => {
    const angle = index * 2.4;
    const degrees = meters / 111_195;
    return {
      latitude: rounded(latitude + degrees * Math.sin(angle)),
      longitude: rounded(longitude + (degrees * Math.cos(angle)) / Math.cos((latitude * Math.PI) / 180)),
      area: "Город",
      street: `${index + 1}-я улица`,
      building: String(2 * index + 3),
    };
  };
  const line = (from: number, count: number, meters: number, more: number): DemoPlace[] =>
    Array.from({ length: count }, (_, index) => place(from + index, meters + more * index));
  return {
    shops: line(0, SHOPS, 200, 900) as unknown as DemoPlaces["shops"],
    doors: line(SHOPS, DOORS, 1_500, 400),
    couriers: line(0, COURIERS, 300, 400),
  };
}

function median(places: readonly DemoPlace[], side: "latitude" | "longitude"): number {
  return places.map((place) => place[side]).sort((a, b) => a - b)[Math.floor(places.length / 2)] ?? 0;
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
