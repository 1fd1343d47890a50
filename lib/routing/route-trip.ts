import { CircuitBreaker } from "@/lib/routing/circuit-breaker";
import { estimateTrip } from "@/lib/routing/estimate";
import { RoutingFailure, type RoutingFailureReason, routeByOsrm } from "@/lib/routing/osrm";
import type { Leg, Trip } from "@/lib/routing/trip";

const BUDGET_MS = 1_500;
const BREAKER = { failures: 5, openMs: 30_000 };

/** Why a trip was estimated although a server is configured; `open`: the breaker was open. */
export type FallbackReason = RoutingFailureReason | "open" | "unexpected";

/** Finds the routes of a trip. */
export interface Router {
  /** One leg per dropoff, in order; all from the server or all estimated. Never throws. */
  routeTrip(trip: Trip): Promise<Leg[]>;
}

export interface RouterOptions {
  /** Base address of an OSRM server, without a trailing slash; without one every trip is estimated. */
  readonly osrmUrl?: string;
  /** Milliseconds for all requests of a trip, retries included; 1500 by default. */
  readonly budgetMs?: number;
  /** Milliseconds on any steady scale. */
  readonly now?: () => number;
  /** Called whenever a configured server was not used, with the reason. */
  readonly onFallback?: (reason: FallbackReason) => void;
}

/** A router that asks OSRM if configured and estimates whenever it gets no usable answer. */
export function createRouter(options: RouterOptions = {}): Router {
  const { osrmUrl, budgetMs = BUDGET_MS, now = () => performance.now(), onFallback = () => {} } = options;
  if (osrmUrl === undefined) return { routeTrip: async (trip) => estimateTrip(trip) };
  const breaker = new CircuitBreaker(BREAKER, now);
  return {
    async routeTrip(trip) {
      if (!breaker.mayTry()) {
        onFallback("open");
        return estimateTrip(trip);
      }
      try {
        const legs = await routeByOsrm(osrmUrl, trip, budgetMs);
        breaker.reportSuccess();
        return legs;
      } catch (error) {
        // A trip over water says nothing against the server; if it counted, one client's odd coordinates would make
        // everybody's trips estimates.
        if (error instanceof RoutingFailure && !error.isOfServer) breaker.reportSuccess();
        else breaker.reportFailure();
        onFallback(error instanceof RoutingFailure ? error.reason : "unexpected");
        return estimateTrip(trip);
      }
    },
  };
}
