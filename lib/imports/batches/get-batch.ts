import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import type { BatchOutcome } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import type { ErrorObject } from "@/lib/http/reply";
import type { Batch } from "@/lib/imports/batches/batch";
import { countOutcomes, toBatch } from "@/lib/imports/batches/store";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws DomainError BATCH_NOT_FOUND */
export async function getBatch(db: Queryable, scope: AccountScope, batchId: string): Promise<Batch> {
  const { accountId, mode } = scope;
  const where = { id: batchId, accountId, mode };
  const row = ID.test(batchId) ? await db.models.batch.findFirst({ where }) : null;
  if (row === null) throw new DomainError("BATCH_NOT_FOUND");
  return toBatch(row, await countOutcomes(db, row.id));
}

export type BatchItem = Awaited<ReturnType<typeof listBatchItems>>[number];

/** In the order of submission. Empty for an unknown batch. */
export async function listBatchItems(
  db: Queryable,
  { accountId, mode }: AccountScope,
  batchId: string,
  { limit, offset, outcome }: { limit: number; offset: number; outcome?: BatchOutcome },
) {
  const rows = await db.models.batchItem.findMany({
    where: { batchId, batch: { accountId, mode }, ...(outcome === undefined ? {} : { outcome }) },
    omit: { body: true },
    orderBy: { position: "asc" },
    // PostgreSQL's offset is a bigint, Prisma's an int.
    skip: Math.min(offset, 2 ** 31 - 1),
    take: limit,
  });
  return rows.map(({ position: index, externalOrderId, outcome: found, orderCode, error }) => {
    // The error's id is that of the first prefix.
    return { index, externalOrderId, outcome: found, orderCode, error: error as ErrorObject | null };
  });
}
