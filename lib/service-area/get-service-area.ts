import type { DispatchSettings } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { ServiceArea } from "@/lib/service-area/service-area";
import { selectCurrentHead, selectZones } from "@/lib/service-area/store";
import type { Zone } from "@/lib/service-area/zone";

/** The latest zones read from each database. A version never changes, so its zones are read once. */
const read = new WeakMap<Database, { readonly version: number; readonly zones: readonly Zone[] }>();

/** Returns where and how far couriers are sent now. Every change counts at once, whichever process made it. */
export async function getServiceArea({
  db,
  dispatch,
}: {
  db: Database;
  dispatch: DispatchSettings;
}): Promise<ServiceArea> {
  const current = await selectCurrentHead(db);
  const { version, isOn, maxTripMeters } = current ?? { version: 0, isOn: false, maxTripMeters: null };
  return {
    version,
    isOn,
    zones: await zonesOf(db, version),
    ownMaxTripMeters: maxTripMeters,
    maxTripMeters: maxTripMeters ?? dispatch.maxTripMeters,
  };
}

async function zonesOf(db: Database, version: number): Promise<readonly Zone[]> {
  const known = read.get(db);
  if (known?.version === version) return known.zones;
  const zones = version === 0 ? [] : await selectZones(db, version);
  read.set(db, { version, zones });
  return zones;
}
