import type { AccountScope } from "@/lib/account-scope";
import { lockAccount } from "@/lib/accounts/lock-account";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { type Batch, MAX_PENDING, RUN_BATCHES } from "@/lib/imports/batches/batch";
import { countOutcomes, countPending, insertItems, type NewItem, toBatch } from "@/lib/imports/batches/store";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { externalOrderId } from "@/lib/orders/schema";

export interface BatchInput {
  readonly externalBatchId: string | null;
  readonly orders: readonly unknown[];
  readonly keyId: string | null;
  readonly userId: string | null;
}

/** Stores orders for a job to create; a used identifier returns its batch. @throws DomainError TOO_MANY_PENDING_ORDERS */
export async function submitBatch(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  { externalBatchId, orders, keyId, userId }: BatchInput,
): Promise<Batch & { readonly isReplay: boolean }> {
  const { accountId, mode } = scope;
  const items = orders.map(toNewItem);
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const earlier =
      externalBatchId === null
        ? null
        : await tx.models.batch.findFirst({ where: { accountId, mode, externalBatchId } });
    if (earlier !== null) return { ...toBatch(earlier, await countOutcomes(tx, earlier.id)), isReplay: true };
    const pending = await countPending(tx, scope);
    const most = keyId === null ? MAX_PENDING.user : MAX_PENDING.key;
    if (pending + orders.length > most) throw new DomainError("TOO_MANY_PENDING_ORDERS");
    const createdAt = context.clock.now();
    const total = orders.length;
    const data = { accountId, mode, externalBatchId, keyId, userId, total, createdAt };
    const batch = await tx.models.batch.create({ data });
    await insertItems(tx, batch, items);
    await enqueueJob(tx, { kind: RUN_BATCHES[mode], key: accountId });
    return { ...toBatch(batch, { pending: total }), isReplay: false };
  });
}

function toNewItem(order: unknown): NewItem {
  const { external_order_id: sent } = order as { readonly external_order_id?: unknown };
  return { externalOrderId: externalOrderId.safeParse(sent).data ?? null, body: JSON.stringify(order) };
}
