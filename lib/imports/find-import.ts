import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import type { BatchOutcome } from "@/lib/db/generated/client";
import type { BatchCounts } from "@/lib/imports/batches/batch";
import { type BatchItem, getBatch, listBatchItems } from "@/lib/imports/batches/get-batch";

const LIST_LENGTH = 20;
const ITEMS_PER_READ = 100;

export interface ImportProgress extends BatchCounts {
  readonly fileName: string;
  readonly total: number;
  /** Orders that were not handed over, because the request broke off. */
  readonly missing: number;
}

export interface RejectedGroup {
  readonly rows: readonly (readonly string[])[];
  /** The API's error object. */
  readonly error: BatchItem["error"];
}

/** Newest first. */
export function listImports(db: Queryable, { accountId, mode }: AccountScope) {
  return db.models.import.findMany({
    where: { accountId, mode },
    select: { id: true, fileName: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: LIST_LENGTH,
  });
}

/** Null also for another account's import. */
export async function findProgress(
  db: Queryable,
  scope: AccountScope,
  id: string,
): Promise<ImportProgress | null> {
  if (!isId(id)) return null;
  const { accountId, mode } = scope;
  const row = await db.models.import.findFirst({
    where: { id, accountId, mode },
    select: { fileName: true, total: true, batchIds: true },
  });
  if (row === null) return null;
  const { fileName, total, batchIds } = row;
  const batches = await Promise.all(batchIds.map((batchId) => getBatch(db, scope, batchId)));
  const sum = (name: "total" | BatchOutcome) => batches.reduce((counted, batch) => counted + batch[name], 0);
  return {
    fileName,
    total,
    created: sum("created"),
    existing: sum("existing"),
    rejected: sum("rejected"),
    skipped: sum("skipped"),
    pending: sum("pending"),
    missing: total - sum("total"),
  };
}

/** The rows of the orders that could not be created. */
export async function findRejected(
  db: Queryable,
  scope: AccountScope,
  id: string,
): Promise<{ header: readonly string[]; rejected: readonly RejectedGroup[] } | null> {
  if (!isId(id)) return null;
  const { accountId, mode } = scope;
  const row = await db.models.import.findFirst({ where: { id, accountId, mode } });
  if (row === null) return null;
  const groups = z.array(z.array(z.array(z.string()))).parse(row.groups);
  const rejected: RejectedGroup[] = [];
  let first = 0;
  for (const batchId of row.batchIds) {
    const { total } = await getBatch(db, scope, batchId);
    for (let offset = 0, read = ITEMS_PER_READ; read === ITEMS_PER_READ; offset += read) {
      const page = { limit: ITEMS_PER_READ, offset, outcome: "rejected" } as const;
      const items = await listBatchItems(db, scope, batchId, page);
      rejected.push(...items.map(({ index, error }) => ({ rows: groups[first + index] ?? [], error })));
      read = items.length;
    }
    first += total;
  }
  return { header: row.header, rejected };
}

const isId = (id: string): boolean => z.guid().safeParse(id).success;
