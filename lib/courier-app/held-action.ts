import type { CourierAction, QueuedAction } from "@/lib/courier-app/app-state";

/** How long an arrival or a declined offer stays on the phone, in milliseconds. */
export const HOLD_MS = 10_000;
const ARRIVALS: ReadonlySet<string> = new Set(["arrive_at_pickup", "arrive", "arrive_back"]);

/** Returns until when a tap stays on the phone, in which it can be undone: arrivals and declined offers. */
export function heldUntil(action: CourierAction, now: Date): string | undefined {
  const isHeld =
    action.type === "step"
      ? ARRIVALS.has(action.step.type)
      : action.type === "hand_back" && action.reason !== undefined;
  return isHeld ? new Date(now.getTime() + HOLD_MS).toISOString() : undefined;
}

export function findHeldAction(taps: readonly QueuedAction[], now: Date): QueuedAction | null {
  const index = taps.findLastIndex(({ heldUntil }) => heldUntil !== undefined && new Date(heldUntil) > now);
  const held = taps[index];
  if (held === undefined) return null;
  const order = findOrder(held);
  return taps.slice(index + 1).some((later) => findOrder(later) === order) ? null : held;
}

function findOrder({ action }: QueuedAction): string | null {
  return "orderId" in action ? action.orderId : null;
}
