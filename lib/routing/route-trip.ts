import { CircuitBreaker } from "@/lib/routing/circuit-breaker";
import { estimateTrip } from "@/lib/routing/estimate";
import type { Point } from "@/lib/routing/geo";
import {
  type Profile,
  RoutingFailure,
  type RoutingFailureReason,
  routeByOsrm,
  timesByOsrm,
} from "@/lib/routing/osrm";
import type { Leg, Trip } from "@/lib/routing/trip";

const BUDGET_MS = 1_500;
// Assignment may be slightly worse, but not late.
const TABLE_BUDGET_MS = 300;
const BREAKER = { failures: 5, openMs: 30_000 };

/** Why a trip was estimated although a server is configured; `open`: the breaker was open. */
export type FallbackReason = RoutingFailureReason | "open" | "unexpected";

/** The source of a route: the roads of a map, or straight lines. */
export const ROUTING_SOURCES = ["roads", "estimate"] as const;
export type RoutingSource = (typeof ROUTING_SOURCES)[number];

/** A trip's route: one leg per dropoff, in order, all from one source. Durations on roads are for empty streets. */
export interface Route {
  readonly legs: readonly Leg[];
  readonly source: RoutingSource;
}

/** Finds the routes of a trip. */
export interface Router {
  /** Whether there is a server to ask; without one every trip is estimated. */
  readonly knowsRoads: boolean;
  /** Returns the route of a trip, by car unless another profile is given. Never throws. */
  routeTrip(trip: Trip, profile?: Profile): Promise<Route>;
  /**
   * Returns the seconds from each of several places to one on empty streets, null for a place that no road connects;
   * null instead of the list without a usable answer in a short time. Never throws.
   */
  timesTo(to: Point, from: readonly Point[], profile: Profile): Promise<readonly (number | null)[] | null>;
}

export interface RouterOptions {
  /** Base address of an OSRM server, without a trailing slash; without one every trip is estimated. */
  readonly osrmUrl?: string;
  /** Milliseconds for all requests of a trip, retries included; 1500 by default. */
  readonly budgetMs?: number;
  /** Time limit for a table, in milliseconds; 300 by default. */
  readonly tableBudgetMs?: number;
  /** Milliseconds on any steady scale. */
  readonly now?: () => number;
  /** Called whenever a configured server was not used, with the reason. */
  readonly onFallback?: (reason: FallbackReason) => void;
}

/** A router that asks OSRM if configured and estimates whenever it gets no usable answer. */
export function createRouter(options: RouterOptions = {}): Router {
  const { osrmUrl, now = () => performance.now(), onFallback = () => {} } = options;
  const { budgetMs = BUDGET_MS, tableBudgetMs = TABLE_BUDGET_MS } = options;
  const estimate = (trip: Trip): Route => ({ legs: estimateTrip(trip), source: "estimate" });
  if (osrmUrl === undefined) {
    return { knowsRoads: false, routeTrip: async (trip) => estimate(trip), timesTo: async () => null };
  }
  const breakers = { trips: new CircuitBreaker(BREAKER, now), tables: new CircuitBreaker(BREAKER, now) };
  /** Returns the server's answer, unless the breaker is open; null without a usable one. */
  async function askServer<Answer>(
    breaker: CircuitBreaker,
    question: () => Promise<Answer>,
  ): Promise<Answer | null> {
    if (!breaker.mayTry()) {
      onFallback("open");
      return null;
    }
    try {
      const answer = await question();
      breaker.reportSuccess();
      return answer;
    } catch (error) {
      // A trip over water is no fault of the server; if it counted, one client's odd coordinates would turn everybody's
      // trips into estimates.
      if (error instanceof RoutingFailure && !error.isOfServer) breaker.reportSuccess();
      else breaker.reportFailure();
      onFallback(error instanceof RoutingFailure ? error.reason : "unexpected");
      return null;
    }
  }
  return {
    knowsRoads: true,
    async routeTrip(trip, profile = "driving") {
      const legs = await askServer(breakers.trips, () => routeByOsrm(osrmUrl, trip, { profile, budgetMs }));
      return legs === null ? estimate(trip) : { legs, source: "roads" };
    },
    // Tables have a breaker of their own: their short time limit says little about a server that still answers trips.
    timesTo: (to, from, profile) =>
      askServer(breakers.tables, () =>
        timesByOsrm(osrmUrl, { from, to }, { profile, budgetMs: tableBudgetMs }),
      ),
  };
}
