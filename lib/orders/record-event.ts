import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Transaction } from "@/lib/db/client";
import { insertEvent } from "@/lib/events/store";
import { type Cancellation, composeEvent, type OrderEventType } from "@/lib/orders/event";
import type { OrderResource } from "@/lib/orders/resource";

/** Writes an event of an order into the journal, in the transaction of the change that it tells of. */
export async function recordEvent(
  tx: Transaction,
  scope: AccountScope,
  orderId: bigint,
  parts: {
    type: OrderEventType;
    sequence: number;
    createdAt: Date;
    order: OrderResource;
    cancellation: Cancellation | null;
  },
): Promise<void> {
  const event = composeEvent({ id: randomUUID(), mode: scope.mode, ...parts });
  await insertEvent(tx, scope, orderId, event);
}
