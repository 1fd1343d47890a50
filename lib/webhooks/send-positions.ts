import { randomUUID } from "node:crypto";
import { composeEvent } from "@/lib/orders/event";
import { loadOrder } from "@/lib/orders/load-order";
import { toOrderResource } from "@/lib/orders/resource";
import { selectMovedOrders, upsertPositionDelivery } from "@/lib/webhooks/waiting-store";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";

/** Concurrent passes are safe: each order and endpoint takes a new position at most every 20 seconds. */
export async function sendPositions(
  context: Pick<WebhookContext, "db" | "clock" | "publicUrl">,
): Promise<void> {
  const { db, clock, publicUrl } = context;
  for (const { endpointId, orderCode } of await selectMovedOrders(db)) {
    const stored = await loadOrder(db, { code: orderCode });
    if (stored === null) continue;
    const now = clock.now();
    const order = toOrderResource(stored, { now, publicUrl });
    // It may have ended or lost its courier since it was selected.
    if (order.driver_location === null) continue;
    const event = composeEvent({
      id: randomUUID(),
      type: POSITION_EVENT,
      mode: stored.scope.mode,
      sequence: stored.eventSequence,
      createdAt: now,
      order,
      cancellation: null,
    });
    await upsertPositionDelivery(db, stored.scope, endpointId, stored.id, event);
  }
}
