import { type DeliveryWindow, isSameWindow } from "@/lib/orders/delivery-window";
import { viewerDropoff } from "@/lib/tracking/dropoff-outcome";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** The window of the reader's dropoff, for the whole order one that all dropoffs have; null without one. */
export function findViewerWindow(order: TrackedOrder): DeliveryWindow | null {
  const windows = (viewerDropoff(order) === undefined ? order.dropoffs : [viewerDropoff(order)]).map(
    (dropoff) => dropoff?.deliveryWindow ?? null,
  );
  const [first = null] = windows;
  return windows.every((one) => isSameWindow(one, first)) ? first : null;
}
