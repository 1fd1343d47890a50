import { randomUUID } from "node:crypto";
import { composeEvent } from "@/lib/orders/event";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { getOrder } from "@/lib/orders/get-order";
import { toOrderResource } from "@/lib/orders/resource";
import type { WebhookContext } from "@/lib/webhooks/context";
import { putPosition, selectMovedOrders } from "@/lib/webhooks/waiting-store";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";

/** Concurrent sweeps are safe: each order and endpoint takes a new position at most every 20 seconds. */
export async function sweepPositions(
  context: Pick<WebhookContext, "db" | "clock" | "publicUrl">,
): Promise<void> {
  const { db, clock, publicUrl } = context;
  for (const { endpointId, orderCode } of await selectMovedOrders(db)) {
    const named = await findOrderByCode(db, orderCode);
    if (named === null) continue;
    const { scope, externalOrderId } = named;
    const { order: stored } = await getOrder(db, scope, externalOrderId);
    const now = clock.now();
    const order = toOrderResource(stored, { now, publicUrl });
    // It may have ended or lost its courier since it was selected.
    if (order.driver_location === null) continue;
    const event = composeEvent({
      id: randomUUID(),
      type: POSITION_EVENT,
      mode: scope.mode,
      sequence: stored.eventSequence,
      createdAt: now,
      order,
      cancellation: null,
    });
    await putPosition(db, scope, endpointId, stored.id, event);
  }
}
