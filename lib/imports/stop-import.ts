import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { stopBatch } from "@/lib/imports/batches/stop-batch";

/** Orders that have been created stay. @throws DomainError BATCH_NOT_FOUND, also for another account's import */
export async function stopImport(context: Context, scope: AccountScope, id: string): Promise<void> {
  const { accountId, mode } = scope;
  const row = z.guid().safeParse(id).success
    ? await context.db.models.import.findFirst({ where: { id, accountId, mode }, select: { batchIds: true } })
    : null;
  if (row === null) throw new DomainError("BATCH_NOT_FOUND");
  for (const batchId of row.batchIds) await stopBatch(context, scope, batchId);
}
