import { DomainError } from "@/lib/domain-error";
import { estimateTrip } from "@/lib/routing/estimate";
import type { Point } from "@/lib/routing/geo";
import type { LegResult } from "@/lib/routing/leg-cache";
import { type Profile, RoutingFailure, type RoutingFailureReason } from "@/lib/routing/osrm";
import { RoadServer, type RoadServerOptions, type RouteCaller } from "@/lib/routing/road-server";
import { type Leg, legEnds, type Trip } from "@/lib/routing/trip";

const BUDGET_MS = 1_500;
// Assignment may be slightly worse, but not late.
const TABLE_BUDGET_MS = 300;
const DEADLINE_MS = 2_500;

/** Why a trip was estimated, or couriers were compared by straight lines, although a server is configured. */
export type FallbackReason = RoutingFailureReason | "unexpected";

/** The source of a route: the roads of a map, or straight lines. */
export const ROUTING_SOURCES = ["roads", "estimate"] as const;
export type RoutingSource = (typeof ROUTING_SOURCES)[number];

/** A trip's route: one leg per dropoff, in order, all from one source. Durations on roads are for empty streets. */
export interface Route {
  readonly legs: readonly Leg[];
  readonly source: RoutingSource;
}

/** Finds the routes of trips. */
export interface Router {
  /** Whether there is a server to ask; without one every trip is estimated. */
  readonly knowsRoads: boolean;
  /**
   * Returns the route of a trip, by car unless another profile is given.
   *
   * @throws DomainError SERVICE_OVERLOADED if the server has too much to do until the caller's deadline
   */
  routeTrip(trip: Trip, profile?: Profile): Promise<Route>;
  /** Returns the routes of several trips, like `routeTrip`; legs that follow each other are searched together. */
  routeTrips(trips: readonly Trip[], profile?: Profile): Promise<Route[]>;
  /**
   * Returns the seconds from each of several places to one on empty streets, null for a place that no road connects;
   * null instead of the list without a usable answer in a short time. Never throws.
   */
  timesTo(to: Point, from: readonly Point[], profile: Profile): Promise<readonly (number | null)[] | null>;
  /** Returns the same router for one caller, who takes turns with others; by default each call has its own deadline. */
  forCaller(caller: Pick<RouteCaller, "key"> & Partial<RouteCaller>): Router;
}

export interface RouterOptions extends Partial<Omit<RoadServerOptions, "url">> {
  /** Base address of an OSRM server, without a trailing slash; without one every trip is estimated. */
  readonly osrmUrl?: string;
  /** Time limit of a call of a caller without a deadline; 2500 ms by default. */
  readonly deadlineMs?: number;
  /** Called whenever a configured server was not used, with the reason. */
  readonly onFallback?: (reason: FallbackReason) => void;
}

/** A router that asks OSRM if configured, and estimates what it does not know and while it is down. */
export function createRouter(options: RouterOptions = {}): Router {
  const { osrmUrl, deadlineMs = DEADLINE_MS, onFallback = () => {} } = options;
  if (osrmUrl === undefined) return estimatingRouter;
  const server = new RoadServer({
    url: osrmUrl,
    maxRequests: 2,
    budgetMs: BUDGET_MS,
    tableBudgetMs: TABLE_BUDGET_MS,
    cacheBytes: 64 * 1024 * 1024,
    onLookUp: () => {},
    onTurn: () => {},
    ...options,
  });
  /** Returns the result; null after a failure for which there is a fallback. */
  const orNull = (error: unknown): null => {
    if (error instanceof DomainError) throw error;
    onFallback(error instanceof RoutingFailure ? error.reason : "unexpected");
    return null;
  };
  const toRoute = (trip: Trip, legs: readonly LegResult[]): Route => {
    const failure = legs.find((leg) => typeof leg === "string");
    if (failure !== undefined) onFallback(failure);
    return legs.every(isLeg) ? { legs, source: "roads" } : estimate(trip);
  };
  async function routeTrips(trips: readonly Trip[], profile: Profile, caller: RouteCaller): Promise<Route[]> {
    const legs = await server.findLegs(trips.flatMap(legEnds), profile, caller).catch(orNull);
    if (legs === null) return trips.map(estimate);
    let end = 0;
    return trips.map((trip) => {
      const start = end;
      end += trip.dropoffs.length;
      return toRoute(trip, legs.slice(start, end));
    });
  }
  const forCaller: Router["forCaller"] = ({ key, deadlineAt }) => {
    const toCaller = () => ({ key, deadlineAt: deadlineAt ?? performance.now() + deadlineMs });
    return routerFor(toCaller);
  };
  const routerFor = (toCaller: () => RouteCaller): Router => ({
    knowsRoads: true,
    async routeTrip(trip, profile = "driving") {
      const [route = estimate(trip)] = await routeTrips([trip], profile, toCaller());
      return route;
    },
    routeTrips: (trips, profile = "driving") => routeTrips(trips, profile, toCaller()),
    timesTo: (to, from, profile) =>
      server.findTimes({ from, to }, profile, toCaller()).catch((error: unknown) => {
        onFallback(error instanceof RoutingFailure ? error.reason : "overloaded");
        return null;
      }),
    forCaller,
  });
  return forCaller({ key: "service" });
}

const isLeg = (result: LegResult): result is Leg => typeof result !== "string";

const estimate = (trip: Trip): Route => ({ legs: estimateTrip(trip), source: "estimate" });

const estimatingRouter: Router = {
  knowsRoads: false,
  routeTrip: async (trip) => estimate(trip),
  routeTrips: async (trips) => trips.map(estimate),
  timesTo: async () => null,
  forCaller: () => estimatingRouter,
};
