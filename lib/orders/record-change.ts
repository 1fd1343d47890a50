import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { announceOrder } from "@/lib/live/announce";
import type { Cancellation, OrderEventType } from "@/lib/orders/event";
import { recordEvent } from "@/lib/orders/record-event";
import { toOrderResource } from "@/lib/orders/resource";
import { findOrder, nextEventSequence, type StoredOrder } from "@/lib/orders/store";

/**
 * Writes the event of a change that this transaction has just made to an order, and answers with the order
 * as it is now. The event and the change are kept together or not at all.
 */
export async function recordChange(
  context: Context,
  tx: Transaction,
  scope: AccountScope,
  order: Pick<StoredOrder, "id" | "externalOrderId">,
  change: { type: OrderEventType; at: Date; cancellation?: Cancellation },
): Promise<StoredOrder> {
  const sequence = await nextEventSequence(tx, order.id);
  const changed = await findOrder(tx, scope, order.externalOrderId);
  if (changed === null) throw new Error("A locked order cannot vanish.");
  await recordEvent(tx, scope, order.id, {
    type: change.type,
    sequence,
    createdAt: change.at,
    order: toOrderResource(changed, { now: change.at, publicUrl: context.publicUrl }),
    cancellation: change.cancellation ?? null,
  });
  await announceOrder(tx, scope, order.id, changed.courierId);
  return changed;
}
