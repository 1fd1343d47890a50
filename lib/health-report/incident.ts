import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import type { Incident, IncidentUpdate } from "@/lib/db/generated/client";
import { INCIDENT_STATES, PUBLIC_PARTS } from "@/lib/health-report/public-part";

const MAX_LISTED = 100;

export type ListedIncident = Incident & { readonly updates: readonly IncidentUpdate[] };

/** Open ones, and those since then; the newest first, as are their updates. */
export function listIncidents(db: Queryable, since: Date): Promise<ListedIncident[]> {
  return db.models.incident.findMany({
    where: { OR: [{ resolvedAt: null }, { startedAt: { gte: since } }] },
    include: { updates: { orderBy: { id: "desc" } } },
    orderBy: { startedAt: "desc" },
    take: MAX_LISTED,
  });
}

const words = (max: number) =>
  z.string().trim().min(1, { error: "required" }).max(max, { error: "too_long" });
const id = z.guid();

export const incidentUpdate = z.object({
  id,
  state: z.enum(INCIDENT_STATES),
  text_en: words(2_000),
  text_ru: words(2_000),
});

/** A form has a checkbox for each part. */
export const newIncident = incidentUpdate.extend({ title_en: words(120), title_ru: words(120) }).and(
  z
    .record(z.string(), z.string())
    .transform((values) => PUBLIC_PARTS.filter((part) => values[`part_${part}`] === "on"))
    .refine((parts) => parts.length > 0, { error: "parts", path: ["part_api"] })
    .transform((parts) => ({ parts })),
);
