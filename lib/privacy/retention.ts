import type { Database, Queryable } from "@/lib/db/client";
import { orderStatusChanges } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";
import { erasePeople } from "@/lib/privacy/erase-people";
import { KEEP_PEOPLE } from "@/lib/privacy/retention-choice";

const BATCH_ORDERS = 100;
const MAX_ID = 9_223_372_036_854_775_807n;

/** Default in days; null to keep personal data; undefined until an operator has chosen. */
export async function findRetention(db: Queryable): Promise<number | null | undefined> {
  const settings = await db.models.retentionSettings.findFirst({ select: { days: true } });
  return settings?.days;
}

export async function chooseRetention(
  { db, clock }: { readonly db: Database; readonly clock: { now(): Date } },
  days: number | null,
): Promise<void> {
  const choice = { days, chosenAt: clock.now() };
  await db.transaction(async (tx) => {
    const { count } = await tx.models.retentionSettings.updateMany({ data: choice });
    if (count === 0) await tx.models.retentionSettings.create({ data: choice });
  });
}

/** Erases the people of orders that ended longer ago than their account keeps them. @returns whether nothing is left */
export async function eraseExpiredPeople(db: Database, now: Date, isTimeUp: () => boolean): Promise<boolean> {
  const standard = (await findRetention(db)) ?? null;
  const accounts = await db.models.account.findMany({
    where: standard === null ? { retentionDays: { gt: KEEP_PEOPLE } } : {},
    select: { id: true, retentionDays: true, retention: { select: { erasedUntil: true } } },
  });
  for (const { id, retentionDays, retention } of accounts) {
    const days = retentionDays ?? standard;
    if (days === null || days === KEEP_PEOPLE) continue;
    const before = new Date(now.getTime() - days * DAY_MS);
    const after = retention?.erasedUntil ?? new Date(0);
    if (!(await eraseEndedBetween(db, id, { after, before }, isTimeUp))) return false;
  }
  return true;
}

async function eraseEndedBetween(
  db: Database,
  accountId: string,
  { after, before }: { readonly after: Date; readonly before: Date },
  isTimeUp: () => boolean,
): Promise<boolean> {
  let last = { changedAt: after, orderId: MAX_ID };
  /** The first order whose goods are still being returned; the next pass retries it. */
  let unfinishedAt: Date | null = null;
  while (!isTimeUp()) {
    const ended = await query(db, pick(orderStatusChanges, "orderId changedAt"))`
      SELECT order_id, changed_at FROM order_status_changes
      WHERE account_id = ${accountId}::uuid AND status IN ('delivered', 'cancelled')
        AND (changed_at, order_id) > (${last.changedAt}::timestamptz, ${last.orderId}::bigint)
        AND changed_at < ${before}::timestamptz
      ORDER BY changed_at, order_id LIMIT ${BATCH_ORDERS}`;
    if (ended.length === 0) return true;
    last = ended.at(-1) ?? last;
    const isLast = ended.length < BATCH_ORDERS;
    const former: Date | null = unfinishedAt;
    unfinishedAt = await db.transaction(async (tx): Promise<Date | null> => {
      const left = await erasePeople(tx, {
        orders: ended.map(({ orderId }) => ({ id: orderId, positions: null })),
        rows: [],
      });
      const held = await tx.models.legalHold.findMany({ where: { orderId: { in: [...left] } } });
      // Releasing a hold makes its order due again.
      const isHeld = new Set(held.map(({ orderId }) => orderId));
      const unfinished = ended.find(({ orderId }) => left.has(orderId) && !isHeld.has(orderId));
      const stopAt = former ?? unfinished?.changedAt ?? null;
      // Others may have ended at the same instant as the last of a full batch.
      const isPassed = stopAt === null && isLast;
      const erasedUntil = isPassed ? last.changedAt : new Date((stopAt ?? last.changedAt).getTime() - 1);
      const { count } = await tx.models.retentionProgress.updateMany({
        where: { accountId },
        data: { erasedUntil },
      });
      if (count === 0) await tx.models.retentionProgress.create({ data: { accountId, erasedUntil } });
      return stopAt;
    });
    if (isLast) return true;
  }
  return false;
}
