import type { RouteStop } from "@/lib/couriers/list-route";

export const toStopKey = ({ orderId, kind, stopPosition }: RouteStop): string =>
  `${orderId}:${kind}:${stopPosition}`;

/** Identifies a sequence of stops, so that a form can state which one its user has seen. */
export const toRouteVersion = (stops: readonly RouteStop[]): string => stops.map(toStopKey).join(",");

/** Returns the stops with one of them at another index; undefined if it has no such indexes. */
export function moveWithin<Item>(items: readonly Item[], from: number, to: number): Item[] | undefined {
  const moved = items[from];
  if (moved === undefined || items[to] === undefined) return undefined;
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/**
 * Whether a stop can be moved to another index. The stops of one order keep their sequence, and a courier who is on the way
 * goes to the first stop before any other.
 */
export function canMoveStop<Id>(
  stops: readonly { readonly orderId: Id }[],
  { from, to, isUnderWay }: { readonly from: number; readonly to: number; readonly isUnderWay: boolean },
): boolean {
  const stop = stops[from];
  if (stop === undefined || stops[to] === undefined || from === to) return false;
  if (isUnderWay && Math.min(from, to) === 0) return false;
  const passed = from < to ? stops.slice(from + 1, to + 1) : stops.slice(to, from);
  return passed.every(({ orderId }) => orderId !== stop.orderId);
}
