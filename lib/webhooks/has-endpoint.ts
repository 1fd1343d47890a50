import * as z from "zod";
import type { Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";

export async function hasEndpoint(db: Queryable, mode: Mode, endpointId: string): Promise<boolean> {
  if (!z.guid().safeParse(endpointId).success) return false;
  const where = { id: endpointId, mode, deletedAt: null };
  return (await db.models.webhookEndpoint.findFirst({ where, select: { id: true } }))?.id === endpointId;
}
