import * as z from "zod";
import type { Database, Queryable } from "@/lib/db/client";
import { bool, int4, json, timestamptz } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
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

const head = { version: int4, isOn: bool, maxTripMeters: int4.orNull };

/**
 * Selects the version in force without its zones: every quote needs it, and the zones rarely change. Null before the
 * first.
 */
export async function selectCurrentHead(db: Queryable): Promise<Omit<AreaRow, "zones"> | null> {
  const rows = await query(db, head)`
    SELECT version, is_on, max_trip_meters FROM service_areas ORDER BY version DESC LIMIT 1`;
  return rows[0] ?? null;
}

/** Selects the zones of a version; empty if it does not exist. */
export async function selectZones(db: Queryable, version: number): Promise<readonly Zone[]> {
  const rows = await query(db, { zones: json(zonesSchema) })`
    SELECT zones FROM service_areas WHERE version = ${version}`;
  return rows[0]?.zones ?? [];
}

/** Selects versions with when they came into force, newest first. */
export function selectAreas(db: Queryable, limit: number): Promise<(AreaRow & { createdAt: Date })[]> {
  return query(db, { ...head, zones: json(zonesSchema), createdAt: timestamptz })`
    SELECT version, is_on, max_trip_meters, zones, created_at
    FROM service_areas ORDER BY version DESC LIMIT ${limit}`;
}

/** Inserts a version; returns false if somebody else has inserted it meanwhile. */
export async function insertArea(db: Database, row: AreaRow, at: Date): Promise<boolean> {
  const count = await execute(db)`
    INSERT INTO service_areas (version, is_on, max_trip_meters, zones, created_at)
    VALUES (${row.version}, ${row.isOn}, ${row.maxTripMeters}, ${JSON.stringify(row.zones)}::jsonb, ${at})
    ON CONFLICT (version) DO NOTHING`;
  return count === 1;
}
