import { getFreshness } from "@/lib/couriers/freshness";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { OFF_ROUTE_METERS, projectOnPath, slicePath, slicePathFrom } from "@/lib/routing/path";
import { dropoffOutcome } from "@/lib/tracking/dropoff-outcome";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";
import { type TrackingMapView, withoutSource } from "@/lib/tracking/tracking-map-view";

/** About 200 m: shows the neighborhood of another recipient's dropoff, not the door. */
const ROUGH_DEGREES = 0.002;

const MAX_PATH_POINTS = 60;

/** Within this distance of another recipient's door, the courier's position would reveal it. */
const DOOR_METERS = 200;

/** Whether a position is at a door of another recipient that a courier of the order has been to. */
export function isAtOtherDoor({ dropoffs }: TrackedOrder, position: Point, target: number): boolean {
  return dropoffs.some((stop, index) => {
    const { arrivedAt, deliveredAt, failedAt, attempts } = stop;
    const isVisited = attempts > 0 || [arrivedAt, deliveredAt, failedAt].some((at) => at !== null);
    return index !== target && isVisited && greatCircleMeters(position, stop) <= DOOR_METERS;
  });
}

/** @param seen the courier's position, if the reader may see it
 * @param target the reader's dropoff; null for the whole order, of several
 * @param next the next dropoff */
export function buildMapView(
  order: TrackedOrder,
  seen: TrackedOrder["position"],
  target: number | null,
  next: number | null,
  now: Date,
): TrackingMapView {
  const isRough = target === null;
  // The route to a later dropoff would show another recipient's door.
  const isFirst = target === null || target === 0;
  const isOnTheWay = order.status === "in_progress";
  // While the courier goes to others, a recipient sees the shop and their own door.
  const isBehind = target !== null && seen === null && (isOnTheWay ? next !== target : !isFirst);
  const courier = seen && {
    // At a door, an exact position would show what the stop's rough one hides.
    ...(isRough ? rough(seen) : { latitude: seen.latitude, longitude: seen.longitude }),
    heading: seen.heading,
    freshness: getFreshness(seen.recordedAt, now),
  };
  const shown =
    target === null
      ? order.dropoffs.map((stop, index) => ({
          ...rough(stop),
          number: index + 1,
          isDone: dropoffOutcome(stop) !== "open",
        }))
      : [exact(order.dropoffs[target], target)];
  return withoutSource({
    courier,
    pickup: isFirst || isBehind ? point(order.pickup) : null,
    dropoffs: shown,
    isRough,
    isPickedUp: isOnTheWay && !isBehind,
    path: isRough || isBehind ? [] : pathFor(order, target, seen, isOnTheWay && next === target),
    driven: target === 0 && isOnTheWay && next === 0 && seen !== null ? drivenTo(order, seen) : [],
  });
}

/** A later dropoff's path starts at the courier, never at the previous recipient's door. */
function pathFor(order: TrackedOrder, target: number, seen: Point | null, isNext: boolean): readonly Point[] {
  if (order.takeover !== null) return [];
  const path = order.legs[target]?.path ?? [];
  if (isNext && seen !== null) return thin(remaining(path, seen));
  return target === 0 ? thin(path) : [];
}

/** Returns the part ahead of the courier, because the whole path starts at another recipient's door. */
function remaining(path: readonly Point[], courier: Point): Point[] {
  const { meters, offMeters } = projectOnPath(path, courier);
  const end = path.at(-1);
  if (offMeters > OFF_ROUTE_METERS) return end === undefined ? [] : [courier, end];
  return [courier, ...slicePathFrom(path, meters)];
}

function drivenTo(order: TrackedOrder, courier: Point): readonly Point[] {
  const path = order.legs[0]?.path ?? [];
  const { meters, offMeters } = projectOnPath(path, courier);
  if (offMeters > OFF_ROUTE_METERS) return [];
  return thin([...path.slice(0, 1), ...slicePath(path, 0, meters), courier]);
}

function thin(path: readonly Point[]): Point[] {
  const every = Math.max(1, Math.ceil(path.length / MAX_PATH_POINTS));
  return path.filter((_, index) => index % every === 0 || index === path.length - 1).map(point);
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
const point = ({ latitude, longitude }: Point): Point => ({
  latitude: round(latitude),
  longitude: round(longitude),
});
const rough = ({ latitude, longitude }: Point): Point => ({
  latitude: round(Math.round(latitude / ROUGH_DEGREES) * ROUGH_DEGREES),
  longitude: round(Math.round(longitude / ROUGH_DEGREES) * ROUGH_DEGREES),
});

function exact(stop: TrackedStop | undefined, index: number): TrackingMapView["dropoffs"][number] {
  if (stop === undefined) throw new RangeError("An order has the dropoff that its link is of.");
  return { ...point(stop), number: index + 1, isDone: dropoffOutcome(stop) !== "open" };
}
