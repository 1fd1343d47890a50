import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Batch } from "@/lib/imports/batches/batch";
import { getBatch } from "@/lib/imports/batches/get-batch";
import { finishBatches } from "@/lib/imports/batches/store";

/** Skips the pending orders; repeating it changes nothing. @throws DomainError BATCH_NOT_FOUND */
export async function stopBatch(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  batchId: string,
): Promise<Batch> {
  const { id } = await getBatch(db, scope, batchId);
  await db.models.batchItem.updateMany({
    where: { batchId: id, outcome: "pending" },
    data: { outcome: "skipped", body: null },
  });
  await finishBatches(db, scope.accountId, clock.now());
  return getBatch(db, scope, id);
}
