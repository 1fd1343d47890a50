import * as z from "zod";
import type { Database, Queryable } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
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

export interface AreaRow {
  readonly version: number;
  readonly isOn: boolean;
  readonly maxTripMeters: number | null;
  readonly zones: readonly Zone[];
}

const HEAD = { version: true, isOn: true, maxTripMeters: true } as const;

/** Without zones: every quote needs it, and the zones rarely change. */
export function selectCurrentHead(db: Queryable): Promise<Omit<AreaRow, "zones"> | null> {
  return db.models.serviceArea.findFirst({ select: HEAD, orderBy: { version: "desc" } });
}

export async function selectZones(db: Queryable, version: number): Promise<readonly Zone[]> {
  const area = await db.models.serviceArea.findFirst({ where: { version }, select: { zones: true } });
  return zonesSchema.parse(area?.zones ?? []);
}

export async function selectAreas(db: Queryable, limit: number): Promise<(AreaRow & { createdAt: Date })[]> {
  const areas = await db.models.serviceArea.findMany({ orderBy: { version: "desc" }, take: limit });
  return areas.map((area) => ({ ...area, zones: zonesSchema.parse(area.zones) }));
}

/** @returns false if the version exists */
export async function insertArea(db: Database, row: AreaRow, createdAt: Date): Promise<boolean> {
  const { version, isOn, maxTripMeters, zones } = row;
  const { count } = await db.models.serviceArea.createMany({
    data: { version, isOn, maxTripMeters, zones: zones as object as Prisma.InputJsonArray, createdAt },
    skipDuplicates: true,
  });
  return count === 1;
}
