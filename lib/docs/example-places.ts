import type { CityOnDisk } from "@/lib/city/city";
import type { Queryable } from "@/lib/db/client";
import { chooseDemoPlaces, type DemoAddress } from "@/lib/drills/town";
import type { Locale } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import type { Runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findUnservedReason } from "@/lib/service-area/zone";

export type ExamplePlace = DemoAddress;

const known = new Map<string, Promise<readonly ExamplePlace[]>>();

export async function listExamplePlaces(
  source: Pick<Runtime, "db" | "dispatch" | "clock">,
  city: CityOnDisk | null,
  locale: Locale,
): Promise<readonly ExamplePlace[]> {
  try {
    return await listServedPlaces(source, city, locale);
  } catch (error) {
    logFailure("The documentation uses made-up addresses", error);
    return placesIn(source.db, null, locale);
  }
}

async function listServedPlaces(
  { db, dispatch, clock }: Pick<Runtime, "db" | "dispatch" | "clock">,
  city: CityOnDisk | null,
  locale: Locale,
): Promise<readonly ExamplePlace[]> {
  const key = `${city?.version} ${locale}`;
  let reading = known.get(key);
  if (reading === undefined) {
    reading = placesIn(db, city, locale);
    known.set(key, reading);
    reading.catch(() => known.delete(key));
  }
  const places = await reading;
  const { isOn, zones } = await getServiceArea({ db, dispatch });
  const now = clock.now();
  const served = isOn ? places.filter((place) => findUnservedReason(zones, place, now) === null) : places;
  return served.length > 1 ? served : places;
}

async function placesIn(
  db: Queryable,
  city: CityOnDisk | null,
  locale: Locale,
): Promise<readonly ExamplePlace[]> {
  const { shops, doors } = await chooseDemoPlaces(db, city, locale);
  return [...shops, ...doors];
}
