import { type DeliveryWindow, isSameWindow } from "@/lib/orders/delivery-window";
import { viewerDropoff } from "@/lib/tracking/dropoff-outcome";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** The window of the reader's dropoff, for the whole order one that all dropoffs have; null without one. */
export function findViewerWindow(order: TrackedOrder): DeliveryWindow | null {
  const own = viewerDropoff(order);
  const windows = (own === undefined ? order.dropoffs : [own]).map(({ deliveryWindow }) => deliveryWindow);
  const [first = null] = windows;
  return windows.every((one) => isSameWindow(one, first)) ? first : null;
}
