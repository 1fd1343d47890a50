import { homeAt } from "@/lib/accounts/home";
import type { CityOnDisk } from "@/lib/city/city";
import type { Queryable } from "@/lib/db/client";
import type { SampleTown } from "@/lib/docs/sample-town";
import type { Locale } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { samplePhone } from "@/lib/phone-example";
import type { Runtime } from "@/lib/process/runtime";
import { greatCircleMeters } from "@/lib/routing/geo";
import {
  type DemoAddress,
  listCityAddresses,
  pickDemoAddresses,
  placesWithoutCity,
} from "@/lib/sandbox/demo/demo-places";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findZone, type Zone } from "@/lib/service-area/zone";

export type ExamplePlace = DemoAddress;

type Source = Pick<Runtime, "db" | "dispatch">;

const known = new Map<string, Promise<readonly ExamplePlace[]>>();

/** Places where the service accepts orders, shops first; made-up ones without a city and zones. */
export async function listExamplePlaces(
  source: Source,
  city: CityOnDisk | null,
  locale: Locale,
): Promise<readonly ExamplePlace[]> {
  return (await findServedPlaces(source, city, locale)) ?? madeUpPlaces();
}

/** Null without a city and zones. */
export async function findSampleTown(
  source: Source,
  city: CityOnDisk | null,
  locale: Locale,
): Promise<SampleTown | null> {
  const places = await findServedPlaces(source, city, locale);
  const [shop, door] = [places?.[0], places?.[getDoorIndex(places)]];
  if (shop === undefined || door === undefined) return null;
  const { phoneCountry, timeZone } = homeAt(shop.latitude, shop.longitude);
  return { shop, door, phone: samplePhone(phoneCountry), timeZone };
}

/** The first place after the shops. */
export const getDoorIndex = (places: readonly ExamplePlace[]): number => Math.min(3, places.length - 1);

function madeUpPlaces(): readonly ExamplePlace[] {
  const { shops, doors } = placesWithoutCity();
  return [...shops, ...doors];
}

async function findServedPlaces(
  source: Source,
  city: CityOnDisk | null,
  locale: Locale,
): Promise<readonly ExamplePlace[] | null> {
  try {
    const { isOn, zones, version } = await getServiceArea(source);
    const served = isOn ? zones : [];
    if (city === null && served.length === 0) return null;
    const key = `${city?.version} ${locale} ${isOn ? version : "everywhere"}`;
    let reading = known.get(key);
    if (reading === undefined) {
      reading = choosePlaces(source.db, city, locale, served);
      known.set(key, reading);
      reading.catch(() => known.delete(key));
    }
    return await reading;
  } catch (error) {
    logFailure("The documentation uses made-up addresses", error);
    return null;
  }
}

/** @param zones empty where orders are accepted everywhere */
async function choosePlaces(
  db: Queryable,
  city: CityOnDisk | null,
  locale: Locale,
  zones: readonly Zone[],
): Promise<readonly ExamplePlace[]> {
  const isServed = (place: ExamplePlace) => zones.length === 0 || findZone(zones, place) !== undefined;
  const houses = (await listCityAddresses(db, city, locale)).filter(isServed);
  const chosen = pickDemoAddresses(houses);
  if (chosen !== null) return [...chosen.shops, ...chosen.doors];
  return houses.length > 1 ? houses.slice(0, MOST) : gridPlaces(city, zones).filter(isServed).slice(0, MOST);
}

const MOST = 11;
const GRID = 20;

/** Points of the served zones, or else of the city, nearest to its middle first, where few houses are known. */
function gridPlaces(city: CityOnDisk | null, zones: readonly Zone[]): ExamplePlace[] {
  const corners = zones.flatMap(({ polygons }) => polygons.flatMap(([outer = []]) => outer));
  const longitudes = corners.map(([longitude]) => longitude);
  const latitudes = corners.map(([, latitude]) => latitude);
  const bounds =
    corners.length === 0 && city !== null
      ? city.bounds
      : {
          west: Math.min(...longitudes),
          east: Math.max(...longitudes),
          south: Math.min(...latitudes),
          north: Math.max(...latitudes),
        };
  const at = (low: number, high: number, step: number) =>
    Math.round((low + ((high - low) * (step + 0.5)) / GRID) * 1e6) / 1e6;
  const middle = {
    latitude: (bounds.south + bounds.north) / 2,
    longitude: (bounds.west + bounds.east) / 2,
  };
  const points = Array.from({ length: GRID * GRID }, (_, index) => ({
    latitude: at(bounds.south, bounds.north, Math.floor(index / GRID)),
    longitude: at(bounds.west, bounds.east, index % GRID),
    area: city?.name ?? zones[0]?.name ?? "",
    street: "Main Street",
    building: String(index + 1),
  }));
  return points.toSorted((a, b) => greatCircleMeters(a, middle) - greatCircleMeters(b, middle));
}
