import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import type { Incident, IncidentUpdate } from "@/lib/db/generated/client";
import { INCIDENT_STATES, PUBLIC_PARTS, type PublicPart } from "@/lib/health-report/public-part";

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

export const newIncident = incidentUpdate.extend({
  title_en: words(120),
  title_ru: words(120),
  parts: z.array(z.enum(PUBLIC_PARTS as [PublicPart, ...PublicPart[]])).min(1, { error: "parts" }),
});
