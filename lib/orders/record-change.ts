import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { insertEvent } from "@/lib/events/insert-event";
import { announceOrder } from "@/lib/live/announce";
import { type Cancellation, composeEvent, type OrderEventType } from "@/lib/orders/event";
import type { LockedOrder } from "@/lib/orders/order-row";
import { toOrderResource } from "@/lib/orders/resource";
import { nextEventSequence } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { findOrder } from "@/lib/orders/stored-order";

/**
 * Writes the event of a change that this transaction has just made to an order, and returns the order as it is now. The
 * event and the change are kept together or not at all.
 */
export async function recordChange(
  context: Context,
  tx: Transaction,
  order: LockedOrder,
  change: { type: OrderEventType; at: Date; cancellation?: Cancellation },
): Promise<StoredOrder> {
  const { scope } = order;
  const sequence = await nextEventSequence(tx, order);
  const changed = await findOrder(tx, scope, order.externalOrderId);
  if (changed === null) throw new Error("A locked order cannot vanish.");
  const event = composeEvent({
    id: randomUUID(),
    type: change.type,
    mode: scope.mode,
    sequence,
    createdAt: change.at,
    order: toOrderResource(changed, { now: change.at, publicUrl: context.publicUrl }),
    cancellation: change.cancellation ?? null,
  });
  await insertEvent(tx, order, event);
  await announceOrder(tx, order, changed.courierId);
  return changed;
}
