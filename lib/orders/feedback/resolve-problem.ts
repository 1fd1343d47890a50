import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { writeSettled } from "@/lib/orders/feedback/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

/** Marks a recipient's problem as resolved; idempotent. @throws DomainError ORDER_NOT_FOUND */
export async function resolveProblem(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  { externalOrderId, position }: { readonly externalOrderId: string; readonly position: number },
): Promise<void> {
  await withLockedOrder(context, { scope, externalOrderId }, [], async (tx, order) => {
    if (!(await writeSettled(tx, order, position, context.clock.now()))) return;
    await notifyOrderChanged(tx, order, order.courierId);
  });
}
