import type { RouteStop } from "@/lib/couriers/list-route";
import type { RouteStopKind } from "@/lib/db/generated/enums";
import { isSamePoint, type Point } from "@/lib/point";

export const toStopKey = ({ orderId, kind, stopPosition }: RouteStop): string =>
  `${orderId}:${kind}:${stopPosition}`;

/** Identifies a sequence of stops, so that a form can state which one its user has seen. */
export const toRouteVersion = (stops: readonly RouteStop[]): string => stops.map(toStopKey).join(",");

interface PlacedStop extends Pick<Point, "latitude" | "longitude"> {
  readonly kind: RouteStopKind;
}

/** Whether the goods of two stops in a row are collected in one visit. */
export const areCollectedTogether = (before: PlacedStop | undefined, stop: PlacedStop): boolean =>
  before?.kind === "collect" && stop.kind === "collect" && isSamePoint(before, stop);

/** Some stops in a row, and the index of the first of them afterwards. */
export interface StopMove {
  readonly from: number;
  readonly count: number;
  readonly to: number;
}

/** Returns the stops in their new sequence; undefined if the route has no such stops. */
export function moveStops<Stop>(stops: readonly Stop[], { from, count, to }: StopMove): Stop[] | undefined {
  const moved = stops.slice(from, from + count);
  const others = stops.toSpliced(from, count);
  if (count < 1 || moved.length < count || to < 0 || to > others.length) return undefined;
  return others.toSpliced(to, 0, ...moved);
}

/**
 * Whether stops can be moved. The stops of one order keep their sequence, and a courier who is on the way goes to the first
 * stop before any other.
 */
export function canMoveStops<Id>(
  stops: readonly { readonly orderId: Id }[],
  move: StopMove & { readonly isUnderWay: boolean },
): boolean {
  const { from, count, to, isUnderWay } = move;
  if (from === to || moveStops(stops, move) === undefined) return false;
  if (isUnderWay && Math.min(from, to) === 0) return false;
  const moved = new Set(stops.slice(from, from + count).map(({ orderId }) => orderId));
  const passed = from < to ? stops.slice(from + count, to + count) : stops.slice(to, from);
  return passed.every(({ orderId }) => !moved.has(orderId));
}
