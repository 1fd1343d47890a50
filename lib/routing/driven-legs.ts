import { estimateTrip } from "@/lib/routing/estimate";
import type { Point } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";
import { legEnds, type RoutingMode } from "@/lib/routing/trip";

/** The route to a dropoff as a courier drives it. */
export interface DrivenLeg {
  readonly path: readonly Point[];
  readonly durationSeconds: number;
}

/**
 * The route to each dropoff, in order. A parallel trip is priced from the pickup to each dropoff but driven from stop
 * to stop, so from its second dropoff on the routes are estimates.
 */
export function drivenLegs(
  pickup: Point,
  dropoffs: readonly (Point & { geometry: string | null; durationSeconds: number | null })[],
  routingMode: RoutingMode,
): DrivenLeg[] {
  const ends = legEnds({ pickup, dropoffs, routingMode: "sequential" });
  const estimated = estimateTrip({ pickup, dropoffs, routingMode: "sequential" });
  return dropoffs.map(({ geometry, durationSeconds }, index) => {
    const isAsRouted = routingMode === "sequential" || index === 0;
    if (isAsRouted && geometry !== null && durationSeconds !== null) {
      return { path: decodePolyline(geometry), durationSeconds };
    }
    const straight = ends[index];
    return {
      path: straight === undefined ? [] : [straight.from, straight.to],
      durationSeconds: estimated[index]?.durationSeconds ?? 0,
    };
  });
}
