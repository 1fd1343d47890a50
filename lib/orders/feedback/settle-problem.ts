import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { writeSettled } from "@/lib/orders/feedback/store";
import { lockOrder } from "@/lib/orders/load-order";
import { notifyOrderChanged } from "@/lib/streams/announce";

/** Marks a recipient's problem as resolved; idempotent. @throws DomainError ORDER_NOT_FOUND */
export async function resolveProblem(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  { externalOrderId, position }: { readonly externalOrderId: string; readonly position: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { scope, externalOrderId });
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    if (!(await writeSettled(tx, order, position, clock.now()))) return;
    await notifyOrderChanged(tx, order, order.courierId);
  });
}
