import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import type { Batch as BatchRow } from "@/lib/db/generated/client";
import { batches, batchItems } from "@/lib/db/generated/columns";
import { pick, text, uuid } from "@/lib/db/row";
import { execute, inlineInteger, query, type Sql, sql } from "@/lib/db/sql";
import type { ErrorObject } from "@/lib/http/reply";
import { type Batch, type BatchCounts, toBatchStatus } from "@/lib/imports/batches/batch";

const NO_COUNTS: BatchCounts = { created: 0, existing: 0, rejected: 0, pending: 0, skipped: 0 };

export function toBatch(row: BatchRow, found: Partial<BatchCounts>): Batch {
  const { id, externalBatchId, total, createdAt, finishedAt } = row;
  const counts = { ...NO_COUNTS, ...found };
  const status = toBatchStatus({ ...counts, total }, finishedAt);
  return { id, externalBatchId, status, total, ...counts, createdAt, finishedAt };
}

export async function countOutcomes(db: Queryable, batchId: string): Promise<Partial<BatchCounts>> {
  const groups = await db.models.batchItem.groupBy({ by: "outcome", where: { batchId }, _count: true });
  return Object.fromEntries(groups.map(({ outcome, _count }) => [outcome, _count]));
}

export function countPending(db: Queryable, { accountId, mode }: AccountScope): Promise<number> {
  return db.models.batchItem.count({ where: { accountId, outcome: "pending", batch: { mode } } });
}

export interface NewItem {
  readonly externalOrderId: string | null;
  readonly body: string;
}

export async function insertItems(
  db: Queryable,
  batch: Pick<BatchRow, "id" | "accountId">,
  items: readonly NewItem[],
): Promise<void> {
  await execute(db)`
    INSERT INTO batch_items (batch_id, account_id, position, external_order_id, body)
    SELECT ${batch.id}::uuid, ${batch.accountId}::uuid, item.number - 1, item.external_order_id, item.body
    FROM unnest(${items.map(({ externalOrderId }) => externalOrderId)}::text[],
                ${items.map(({ body }) => body)}::text[])
      WITH ORDINALITY AS item(external_order_id, body, number)
    ORDER BY item.number`;
}

const PENDING = {
  ...pick(batchItems, "id externalOrderId"),
  body: text,
  // A user's batch has no key.
  keyId: batches.keyId,
  submittedById: uuid,
  sentAt: batches.createdAt,
};

export type PendingItem = Awaited<ReturnType<typeof listPendingItems>>[number];

/** An account's next orders in a mode, in the order of submission, except those of some keys. */
export async function listPendingItems(
  db: Queryable,
  scope: AccountScope,
  exceptKeyIds: readonly string[],
  limit: number,
) {
  const rows = await query(db, PENDING)`
    SELECT i.id, i.external_order_id, coalesce(i.body, '') AS body, b.key_id, b.created_at AS sent_at,
           coalesce(b.key_id, b.user_id) AS submitted_by_id
    FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE i.account_id = ${scope.accountId}::uuid AND i.outcome = 'pending'
      AND b.mode = ${scope.mode}::mode
      AND (b.key_id IS NULL OR b.key_id <> ALL (${[...exceptKeyIds]}::uuid[]))
    ORDER BY i.id LIMIT ${inlineInteger(limit)}`;
  return rows.map((row) => ({ ...row, scope }));
}

/** Part of the statement that writes the order: both are written or neither. */
export function markCreatedSql({ id }: Pick<PendingItem, "id">): (order: Sql) => Sql {
  return (order) => sql`
      UPDATE batch_items i SET outcome = 'created', order_code = source.order_code, body = NULL
      FROM ${order} AS source WHERE i.id = ${id}`;
}

/** Keeps an outcome that the item has by now. */
export async function settleItem(
  db: Queryable,
  { id }: Pick<PendingItem, "id">,
  result: { outcome: "existing"; orderCode: string } | { outcome: "rejected"; error: ErrorObject },
): Promise<void> {
  const data = "error" in result ? { ...result, error: { ...result.error } } : result;
  await db.models.batchItem.updateMany({
    where: { id, outcome: "pending" },
    data: { ...data, body: null },
  });
}

/** Skips an account's pending orders from a key, or with null those from its users. */
export async function skipItems(db: Queryable, accountId: string, keyId: string | null): Promise<void> {
  await db.models.batchItem.updateMany({
    where: { accountId, outcome: "pending", batch: { keyId } },
    data: { outcome: "skipped", body: null },
  });
}

export async function finishBatches(db: Queryable, accountId: string, now: Date): Promise<void> {
  await db.models.batch.updateMany({
    where: { accountId, finishedAt: null, items: { none: { outcome: "pending" } } },
    data: { finishedAt: now },
  });
}
