import type { CityOnDisk } from "@/lib/city/city";
import type { Runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { whyUnserved } from "@/lib/service-area/zone";
import { chooseDemoPlaces, type DemoPlace } from "@/lib/traffic/town";

/** An address that examples use. */
export type ExamplePlace = DemoPlace;

let known: { readonly of: string; readonly places: Promise<readonly ExamplePlace[]> } | undefined;

/** Addresses of the city being served where couriers are sent now, a shop's first; made-up ones without a city. */
export async function listExamplePlaces(
  { db, dispatch, clock }: Pick<Runtime, "db" | "dispatch" | "clock">,
  city: CityOnDisk | null,
): Promise<readonly ExamplePlace[]> {
  const of = city?.version ?? "";
  if (known?.of !== of) {
    const places = chooseDemoPlaces(db, city).then(({ shops, doors }) => [...shops, ...doors]);
    known = { of, places };
    places.catch(() => {
      known = undefined;
    });
  }
  const places = await known.places;
  const { isOn, zones } = await getServiceArea({ db, dispatch });
  const now = clock.now();
  const served = isOn ? places.filter((place) => whyUnserved(zones, place, now) === null) : places;
  return served.length > 1 ? served : places;
}
