import type { DispatchSettings } from "@/lib/config";
import type { Database, Queryable } from "@/lib/db/client";
import { forgetRow, Remembered } from "@/lib/db/remembered";
import type { ServiceArea } from "@/lib/service-area/service-area";
import { selectAreas, selectCurrentHead, selectZones } from "@/lib/service-area/store";
import type { Zone } from "@/lib/service-area/zone";

/** A version never changes, so its zones are read once. */
const read = new WeakMap<Database, { readonly version: number; readonly zones: readonly Zone[] }>();

const TABLE = "service_areas";
const ONLY = "current";

type StoredArea = Omit<ServiceArea, "maxTripMeters">;

const current = new Remembered<StoredArea>({ table: TABLE, most: 1 });

interface AreaContext {
  readonly db: Database;
  readonly dispatch: DispatchSettings;
}

/** Cached; a change applies on every process within a second. */
export async function getServiceArea({ db, dispatch }: AreaContext): Promise<ServiceArea> {
  return inForce(await current.get(db, ONLY, () => selectArea(db)), dispatch);
}

/** Not cached. */
export async function readServiceArea({ db, dispatch }: AreaContext): Promise<ServiceArea> {
  return inForce(await selectArea(db), dispatch);
}

/** Call after the commit of a change. */
export function forgetServiceArea(db: Database): void {
  forgetRow(db, TABLE, null);
}

function inForce(area: StoredArea, { maxTripMeters }: DispatchSettings): ServiceArea {
  return { ...area, maxTripMeters: area.ownMaxTripMeters ?? maxTripMeters };
}

async function selectArea(db: Database): Promise<StoredArea> {
  const head = await selectCurrentHead(db);
  const { version, isOn, maxTripMeters } = head ?? { version: 0, isOn: false, maxTripMeters: null };
  return { version, isOn, zones: await zonesOf(db, version), ownMaxTripMeters: maxTripMeters };
}

async function zonesOf(db: Database, version: number): Promise<readonly Zone[]> {
  const known = read.get(db);
  if (known?.version === version) return known.zones;
  const zones = version === 0 ? [] : await selectZones(db, version);
  read.set(db, { version, zones });
  return zones;
}

const MOST = 10;

export interface AreaVersion {
  readonly version: number;
  readonly isOn: boolean;
  /** Null if the configured limit applies. */
  readonly maxTripMeters: number | null;
  readonly zones: readonly Zone[];
  readonly since: Date;
}

/** Newest first; at most 10. */
export async function listServiceAreas(db: Queryable): Promise<AreaVersion[]> {
  const rows = await selectAreas(db, MOST);
  return rows.map(({ createdAt, ...row }) => ({ ...row, since: createdAt }));
}
