import type { Queryable } from "@/lib/db/client";
import { DAY_MS, MINUTE_MS } from "@/lib/duration";
import { judgeParts, type PartStates, partStates } from "@/lib/health-report/part";
import { PUBLIC_PARTS } from "@/lib/health-report/public-part";
import type { FactsReader } from "@/lib/health-report/read-facts";
import { STATUS_DAYS, toPublicLevels } from "@/lib/health-report/status";

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

/** Judges every part, and counts the minute for the status page. */
export async function checkParts(db: Queryable, readFacts: FactsReader): Promise<void> {
  const [last, facts] = await Promise.all([findReport(db), readFacts()]);
  const parts = judgeParts(facts, last?.parts ?? {});
  const minute = new Date(Math.floor(facts.now.getTime() / MINUTE_MS) * MINUTE_MS);
  if (last === null || last.checkedAt < minute) {
    await countMinute(db, parts, minute);
    await deleteExpired(db, facts.now);
  }
  await db.models.healthReport.updateMany({ data: { checkedAt: facts.now, parts } });
}

async function countMinute(db: Queryable, parts: PartStates, minute: Date): Promise<void> {
  const day = new Date(minute.toISOString().slice(0, 10));
  const levels = toPublicLevels(parts);
  const counted = PUBLIC_PARTS.filter((part) => levels[part] !== "off");
  const lastAt = new Date(minute.getTime() - MINUTE_MS);
  await db.models.healthDay.createMany({
    data: counted.map((part) => ({ part, day, firstAt: minute, lastAt })),
    skipDuplicates: true,
  });
  for (const level of ["ok", "slow", "stuck"] as const) {
    const part = { in: counted.filter((one) => levels[one] === level) };
    await db.models.healthDay.updateMany({
      where: { day, part, lastAt: { lt: minute } },
      data: { [level]: { increment: 1 }, lastAt: minute },
    });
  }
}

async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.models.healthDay.deleteMany({ where: { day: { lt: ago(STATUS_DAYS + 1) } } });
  await db.models.healthProcess.deleteMany({ where: { seenAt: { lt: ago(1) } } });
}
