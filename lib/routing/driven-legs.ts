import type { Point } from "@/lib/point";
import { estimateTrip } from "@/lib/routing/estimate";
import { decodePolyline } from "@/lib/routing/polyline";
import { legEnds, type RoutingMode } from "@/lib/routing/trip";

export interface RouteLeg {
  readonly path: readonly Point[];
  readonly durationSeconds: number;
}

export interface CourierRoute {
  readonly places: string;
  readonly legs: readonly { readonly geometry: string; readonly durationSeconds: number }[];
}

export function stopsKey(stops: readonly Point[]): string {
  return stops.map(({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`).join(";");
}

type RoutedDropoff = Point & { readonly geometry: string | null; readonly durationSeconds: number | null };

/** Parallel trips are priced from the pickup but driven from stop to stop; estimated without a courier's route. */
export function routeLegs(
  pickup: Point,
  dropoffs: readonly RoutedDropoff[],
  routingMode: RoutingMode,
  way: CourierRoute | null,
): RouteLeg[] {
  const own = ownLegs(pickup, dropoffs, way);
  if (own !== null) return own.slice(1);
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

/** Returns the route to the pickup; null unless the courier's route leads to these stops. */
export function legToPickup(
  pickup: Point,
  dropoffs: readonly Point[],
  way: CourierRoute | null,
): RouteLeg | null {
  return ownLegs(pickup, dropoffs, way)?.[0] ?? null;
}

function ownLegs(pickup: Point, dropoffs: readonly Point[], way: CourierRoute | null): RouteLeg[] | null {
  if (way === null || way.places !== stopsKey([pickup, ...dropoffs])) return null;
  return way.legs.map(({ geometry, durationSeconds }) => ({
    path: decodePolyline(geometry),
    durationSeconds,
  }));
}
