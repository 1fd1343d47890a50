import * as z from "zod";
import type { DispatchSettings } from "@/lib/config";
import type { Database, Queryable } from "@/lib/db/client";
import { serviceAreas } from "@/lib/db/generated/columns";
import { json, pick } from "@/lib/db/row";
import { invalidateRow, RowCache } from "@/lib/db/row-cache";
import { query } from "@/lib/db/sql";
import { type SpecialHours, WEEKDAYS } from "@/lib/service-area/opening-hours";
import { readPauses, storedPauses } from "@/lib/service-area/pause";
import type { ServiceArea } from "@/lib/service-area/service-area";
import type { Zone } from "@/lib/service-area/zone";

/** Fields that have their own columns, since the former release rejects other fields in `zones`. */
type LaterFields = "specialHours" | "waitingLimit";

const ZONES: z.ZodType<readonly Omit<Zone, LaterFields>[]> = z.array(
  z.strictObject({
    name: z.string(),
    hours: z.record(z.enum(WEEKDAYS), z.string().nullable()),
    timeZone: z.string(),
    polygons: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
  }),
);

/** By the name of the zone. */
const SPECIAL_HOURS: z.ZodType<Readonly<Record<string, SpecialHours>>> = z.record(
  z.string(),
  z.record(z.string(), z.string().nullable()),
);

/** By the name of the zone. */
const WAITING_LIMITS: z.ZodType<Readonly<Record<string, number>>> = z.record(z.string(), z.number());

const HEAD = { ...pick(serviceAreas, "version isOn maxTripMeters"), pauses: json(storedPauses) };
const ZONES_ROW = {
  zones: json(ZONES),
  specialHours: json(SPECIAL_HOURS),
  waitingLimits: json(WAITING_LIMITS),
};

const NO_AREA = { version: 0, isOn: false, maxTripMeters: null, pauses: [] };

const read = new WeakMap<Database, { readonly version: number; readonly zones: readonly Zone[] }>();

const TABLE = "service_areas";
const ONLY = "current";

type StoredArea = Omit<ServiceArea, "maxTripMeters">;

const current = new RowCache<StoredArea>({ table: TABLE, most: 1 });

interface AreaContext {
  readonly db: Database;
  readonly dispatch: DispatchSettings;
}

/** Cached; a change applies on every process within a second. */
export async function getServiceArea({ db, dispatch }: AreaContext): Promise<ServiceArea> {
  return inForce(await current.get(db, ONLY, () => selectArea(db)), dispatch);
}

/** Not cached, since editors must see the latest version. */
export async function readServiceArea({ db, dispatch }: AreaContext): Promise<ServiceArea> {
  return inForce(await selectArea(db), dispatch);
}

/** Call after the commit of the change. */
export function forgetServiceArea(db: Database): void {
  invalidateRow(db, TABLE, null);
}

function inForce(area: StoredArea, { maxTripMeters }: DispatchSettings): ServiceArea {
  return { ...area, maxTripMeters: area.ownMaxTripMeters ?? maxTripMeters };
}

async function selectArea(db: Database): Promise<StoredArea> {
  const [head] = await query(db, HEAD)`
    SELECT version, is_on, max_trip_meters, pauses FROM service_areas ORDER BY version DESC LIMIT 1`;
  const { version, isOn, maxTripMeters, pauses } = head ?? NO_AREA;
  return {
    version,
    isOn,
    zones: await loadZones(db, version),
    pauses: readPauses(pauses),
    ownMaxTripMeters: maxTripMeters,
  };
}

async function loadZones(db: Database, version: number): Promise<readonly Zone[]> {
  const known = read.get(db);
  if (version === 0) return [];
  if (known?.version === version) return known.zones;
  const [area] = await query(db, ZONES_ROW)`
    SELECT zones, special_hours, waiting_limits FROM service_areas WHERE version = ${version}`;
  const zones = area === undefined ? [] : toZones(area);
  read.set(db, { version, zones });
  return zones;
}

interface StoredZones {
  readonly zones: readonly Omit<Zone, LaterFields>[];
  readonly specialHours: Readonly<Record<string, SpecialHours>>;
  readonly waitingLimits: Readonly<Record<string, number>>;
}

const toZones = ({ zones, specialHours, waitingLimits }: StoredZones): Zone[] =>
  zones.map((zone) => ({
    ...zone,
    specialHours: getOwn(specialHours, zone.name) ?? {},
    waitingLimit: getOwn(waitingLimits, zone.name) ?? null,
  }));

/** A zone can have the name of a property that all objects inherit. */
const getOwn = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const MOST = 10;

export type AreaVersion = Readonly<Awaited<ReturnType<typeof listServiceAreas>>[number]>;

/** The latest ten, newest first. */
export async function listServiceAreas(db: Queryable) {
  const areas = await db.models.serviceArea.findMany({ orderBy: { version: "desc" }, take: MOST });
  return areas.map(({ createdAt, zones, specialHours, waitingLimits, pauses, ...area }) => ({
    ...area,
    zones: toZones({
      zones: ZONES.parse(zones),
      specialHours: SPECIAL_HOURS.parse(specialHours),
      waitingLimits: WAITING_LIMITS.parse(waitingLimits),
    }),
    pauses: readPauses(storedPauses.parse(pauses)),
    since: createdAt,
  }));
}
