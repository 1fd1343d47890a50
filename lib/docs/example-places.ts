import type { CityOnDisk } from "@/lib/city/city";
import type { Queryable } from "@/lib/db/client";
import { chooseDemoPlaces, type DemoAddress } from "@/lib/drills/town";
import { logFailure } from "@/lib/log";
import type { Runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findUnservedReason } from "@/lib/service-area/zone";

export type ExamplePlace = DemoAddress;

let known: { readonly of: string; readonly places: Promise<readonly ExamplePlace[]> } | undefined;

export async function listExamplePlaces(
  source: Pick<Runtime, "db" | "dispatch" | "clock">,
  city: CityOnDisk | null,
): Promise<readonly ExamplePlace[]> {
  try {
    return await listServedPlaces(source, city);
  } catch (error) {
    logFailure("The documentation uses made-up addresses", error);
    return placesIn(source.db, null);
  }
}

async function listServedPlaces(
  { db, dispatch, clock }: Pick<Runtime, "db" | "dispatch" | "clock">,
  city: CityOnDisk | null,
): Promise<readonly ExamplePlace[]> {
  const of = city?.version ?? "";
  if (known?.of !== of) {
    const places = placesIn(db, city);
    known = { of, places };
    places.catch(() => {
      known = undefined;
    });
  }
  const places = await known.places;
  const { isOn, zones } = await getServiceArea({ db, dispatch });
  const now = clock.now();
  const served = isOn ? places.filter((place) => findUnservedReason(zones, place, now) === null) : places;
  return served.length > 1 ? served : places;
}

async function placesIn(db: Queryable, city: CityOnDisk | null): Promise<readonly ExamplePlace[]> {
  const { shops, doors } = await chooseDemoPlaces(db, city);
  return [...shops, ...doors];
}
