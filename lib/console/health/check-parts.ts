import { judgeParts, type PartStates, partStates } from "@/lib/console/health/part";
import type { FactsReader } from "@/lib/console/health/read-facts";
import type { Queryable } from "@/lib/db/client";
import { DAY_MS } from "@/lib/duration";

const CHECK_EVERY_MS = 9_000;

export interface HealthReport {
  readonly checkedAt: Date;
  readonly parts: PartStates;
}

export async function findReport(db: Queryable): Promise<HealthReport | null> {
  const row = await db.models.healthReport.findFirst({ select: { checkedAt: true, parts: true } });
  const parts = partStates.safeParse(row?.parts);
  return row === null || !parts.success ? null : { checkedAt: row.checkedAt, parts: parts.data };
}

/** Whether this process checks now: one of all processes does every 10 s. */
export async function claimCheck(db: Queryable, now: Date): Promise<boolean> {
  const { count } = await db.models.healthReport.updateMany({
    where: { claimedAt: { lt: new Date(now.getTime() - CHECK_EVERY_MS) } },
    data: { claimedAt: now },
  });
  if (count === 1) return true;
  const first = { claimedAt: now, checkedAt: new Date(0), parts: {} };
  return (await db.models.healthReport.createMany({ data: [first], skipDuplicates: true })).count === 1;
}

/** Judges every part, and forgets processes that were last seen a day ago. */
export async function checkParts(db: Queryable, readFacts: FactsReader): Promise<void> {
  const [last, facts] = await Promise.all([findReport(db), readFacts()]);
  const { now } = facts;
  const parts = judgeParts(facts, last?.parts ?? {});
  await db.models.healthReport.updateMany({ data: { checkedAt: now, parts } });
  await db.models.healthProcess.deleteMany({ where: { seenAt: { lt: new Date(now.getTime() - DAY_MS) } } });
}
