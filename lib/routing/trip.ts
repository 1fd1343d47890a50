import * as enums from "@/lib/db/generated/enums";
import type { Point } from "@/lib/point";

export const ROUTING_MODES = Object.values(enums.RoutingMode);

/** Sequential: one trip through every dropoff in order. Parallel: each from the pickup on its own. */
export type RoutingMode = (typeof ROUTING_MODES)[number];

export const DEFAULT_ROUTING_MODE: RoutingMode = "sequential";

export const MAX_DROPOFFS = 10;

export interface Trip {
  readonly pickup: Point;
  readonly dropoffs: readonly Point[];
  readonly routingMode: RoutingMode;
}

export interface Leg {
  /** Whole meters. */
  readonly distanceMeters: number;
  /** Whole seconds. */
  readonly durationSeconds: number;
  /** Encoded polyline, precision 5. */
  readonly geometry: string;
}

export function legEnds(trip: Trip): { from: Point; to: Point }[] {
  return trip.dropoffs.map((to, index) => {
    const previous = trip.routingMode === "sequential" ? trip.dropoffs[index - 1] : undefined;
    return { from: previous ?? trip.pickup, to };
  });
}
