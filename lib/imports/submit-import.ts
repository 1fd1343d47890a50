import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AccountScope } from "@/lib/account-scope";
import { checkOrdering } from "@/lib/accounts/approval";
import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import type { Prisma } from "@/lib/db/generated/client";
import { MAX_BATCH_ORDERS } from "@/lib/imports/batches/batch";
import { submitBatch } from "@/lib/imports/batches/submit-batch";
import type { CheckTerms, ImportInput } from "@/lib/imports/check-rows";
import { rememberColumns } from "@/lib/imports/column";
import { toValues } from "@/lib/imports/rows";
import { toBody } from "@/lib/imports/to-body";

interface ImportedFile extends ImportInput {
  /** Chosen by the page for each opened file. */
  readonly id: string;
  readonly fileName: string;
  readonly header: readonly string[];
  readonly userId: string;
}

/**
 * Hands the orders over in batches and returns the import's id. Repeating the same orders of the same opened file
 * continues the first attempt; opening a file again begins another import, which finds its orders created.
 *
 * @throws DomainError those of `checkOrdering` and `submitBatch`
 */
export async function submitImport(
  context: Context,
  scope: AccountScope,
  imported: ImportedFile,
  terms: CheckTerms,
): Promise<string> {
  const { db, clock } = context;
  checkOrdering(await getAccount(db, scope.accountId), scope.mode);
  const { columns, groups, places, fileName, header, userId } = imported;
  const orders: Record<string, unknown>[] = [];
  for (const rows of groups) {
    // Other requests run between the orders of a large file.
    await nextTurn();
    const values = rows.map((cells) => toValues(columns, cells));
    orders.push(toBody(values, terms, places));
  }
  const id = toUuid(JSON.stringify([scope.accountId, scope.mode, imported.id, orders]));
  const remembered = rememberColumns(header, columns);
  await db.transaction(async (tx) => {
    const { accountId, mode } = scope;
    const file = {
      fileName,
      header: [...header],
      total: orders.length,
      groups: groups as object as Prisma.InputJsonValue,
    };
    const data = { id, accountId, mode, ...file, createdAt: clock.now() };
    await tx.models.import.createMany({ data, skipDuplicates: true });
    await tx.models.importColumns.upsert({
      where: { accountId },
      create: { accountId, columns: remembered },
      update: { columns: remembered },
    });
  });
  const batchIds: string[] = [];
  for (let from = 0; from < orders.length; from += MAX_BATCH_ORDERS) {
    const externalBatchId = `import-${id}-${batchIds.length}`;
    const part = orders.slice(from, from + MAX_BATCH_ORDERS);
    const batch = await submitBatch(context, scope, { externalBatchId, orders: part, keyId: null, userId });
    batchIds.push(batch.id);
    await db.models.import.updateMany({
      where: { id, accountId: scope.accountId, mode: scope.mode },
      data: { batchIds },
    });
  }
  return id;
}

/** A UUID of version 8: its bits are a hash. */
function toUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
