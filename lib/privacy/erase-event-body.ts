import type { EventResource } from "@/lib/orders/event";

/** The pickup and at most ten dropoffs. */
export const POSITIONS = Array.from({ length: 11 }, (_, position) => position);

const KEPT_REASON = /^[a-z_]{1,40}$/;

/** Replaces the erased fields of an event; the others, and their order, stay as they were sent. */
export function eraseEventBody(body: string, isErased: (position: number) => boolean): string {
  const event = JSON.parse(body) as EventResource;
  const { order, stop, cancellation } = event;
  if (POSITIONS.some((position) => position > 0 && isErased(position))) {
    Object.assign(order, { tracking_url: null, tracking_urls: null, driver_location: null, metadata: {} });
    if (order.return !== null) order.return.driver_location = null;
    if (cancellation !== null) {
      cancellation.comment = null;
      if (!KEPT_REASON.test(cancellation.reason)) cancellation.reason = "other";
    }
  }
  // The return trip ends at the pickup.
  if (stop !== null && isErased(stop.kind === "return" ? 0 : stop.index)) {
    if (stop.failure !== null) stop.failure.comment = null;
    if (stop.proof !== null)
      Object.assign(stop.proof, { signer_name: null, location: null, distance_m: null });
    stop.metadata = {};
  }
  return JSON.stringify(event);
}
