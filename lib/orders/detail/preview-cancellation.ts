import type { NewEvent } from "@/lib/events/new-event";
import { type Cancellation, composeEvent } from "@/lib/orders/event";
import type { Order } from "@/lib/orders/load-order";
import { type RenderContext, toOrderResource } from "@/lib/orders/resource";

const NO_EVENT = "00000000-0000-0000-0000-000000000000";

export function previewCancellation(
  order: Order,
  cancellation: Cancellation,
  viewpoint: RenderContext,
): NewEvent {
  return composeEvent({
    id: NO_EVENT,
    type: "order.cancelled",
    mode: order.scope.mode,
    sequence: order.eventSequence + 1,
    createdAt: viewpoint.now,
    // As in every event, without the stops before.
    order: toOrderResource({ ...order, status: "cancelled", stopsBefore: null }, viewpoint),
    cancellation,
  });
}
