import * as z from "zod";
import type { Database, Queryable } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { serviceAreas } from "@/lib/db/generated/columns";
import { json, pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { WEEKDAYS } from "@/lib/service-area/opening-hours";
import type { Zone } from "@/lib/service-area/zone";

const zonesSchema: z.ZodType<readonly Zone[]> = z.array(
  z.strictObject({
    name: z.string(),
    hours: z.record(z.enum(WEEKDAYS), z.string().nullable()),
    timeZone: z.string(),
    polygons: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
  }),
);

/** A version of the service area as stored. */
export interface AreaRow {
  readonly version: number;
  readonly isOn: boolean;
  readonly maxTripMeters: number | null;
  readonly zones: readonly Zone[];
}

const HEAD = pick(serviceAreas, "version isOn maxTripMeters");
const ZONES = { zones: json(zonesSchema) };

/**
 * Selects the version in force without its zones: every quote needs it, and the zones rarely change. Null before the
 * first.
 */
export async function selectCurrentHead(db: Queryable): Promise<Omit<AreaRow, "zones"> | null> {
  const [head] = await query(db, HEAD)`
    SELECT version, is_on, max_trip_meters FROM service_areas ORDER BY version DESC LIMIT 1`;
  return head ?? null;
}

/** Selects the zones of a version; empty if it does not exist. */
export async function selectZones(db: Queryable, version: number): Promise<readonly Zone[]> {
  const [area] = await query(db, ZONES)`SELECT zones FROM service_areas WHERE version = ${version}`;
  return area?.zones ?? [];
}

/** Selects versions with when they came into force, newest first. */
export async function selectAreas(db: Queryable, limit: number): Promise<(AreaRow & { createdAt: Date })[]> {
  const areas = await db.models.serviceArea.findMany({ orderBy: { version: "desc" }, take: limit });
  return areas.map((area) => ({ ...area, zones: zonesSchema.parse(area.zones) }));
}

/** Inserts a version; returns false if somebody else has inserted it meanwhile. */
export async function insertArea(db: Database, row: AreaRow, createdAt: Date): Promise<boolean> {
  const { version, isOn, maxTripMeters, zones } = row;
  const { count } = await db.models.serviceArea.createMany({
    data: { version, isOn, maxTripMeters, zones: zones as object as Prisma.InputJsonArray, createdAt },
    skipDuplicates: true,
  });
  return count === 1;
}
