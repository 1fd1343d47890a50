import type { Queryable } from "@/lib/db/client";
import { MINUTE_MS } from "@/lib/duration";
import { readVersion } from "@/lib/package-root";

/** Whether a process of another version was seen within the last minute. */
export async function areVersionsMixed(db: Queryable, now: Date): Promise<boolean> {
  const seenAt = { gt: new Date(now.getTime() - MINUTE_MS) };
  const others = await db.models.healthProcess.count({ where: { seenAt, version: { not: readVersion() } } });
  return others > 0;
}
