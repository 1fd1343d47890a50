import { DomainError } from "@/lib/domain-error";
import type { Point } from "@/lib/point";
import { estimateTrip } from "@/lib/routing/estimate";
import type { LegResult } from "@/lib/routing/leg-cache";
import type { Profile } from "@/lib/routing/osrm";
import { RoadServer, type RoadServerOptions, type RouteCaller } from "@/lib/routing/road-server";
import { RoutingFailure, type RoutingFailureReason } from "@/lib/routing/routing-failure";
import { type Leg, legEnds, type Trip } from "@/lib/routing/trip";

const BUDGET_MS = 1_500;
// A late assignment is worse than one by estimated times.
const TABLE_BUDGET_MS = 300;
const DEADLINE_MS = 2_500;

export type FallbackReason = RoutingFailureReason | "unexpected";

export const ROUTING_SOURCES = ["roads", "estimate"] as const;
export type RoutingSource = (typeof ROUTING_SOURCES)[number];

/** One leg per dropoff, in order, all from one source. Durations on roads are for empty streets. */
export interface Route {
  readonly legs: readonly Leg[];
  readonly source: RoutingSource;
}

export interface Router {
  readonly knowsRoads: boolean;
  /** By car unless another profile is given. @throws DomainError SERVICE_OVERLOADED */
  routeTrip(trip: Trip, profile?: Profile): Promise<Route>;
  /** Legs that follow each other are searched together. @throws DomainError SERVICE_OVERLOADED */
  routeTrips(trips: readonly Trip[], profile?: Profile): Promise<Route[]>;
  /** An element is null if no road connects its place; the result is null without a response in time. Never throws. */
  timesTo(to: Point, from: readonly Point[], profile: Profile): Promise<readonly (number | null)[] | null>;
  /** Callers take turns; by default each call has its own deadline. */
  forCaller(caller: Pick<RouteCaller, "key"> & Partial<RouteCaller>): Router;
}

export interface RouterOptions extends Partial<Omit<RoadServerOptions, "url">> {
  readonly osrmUrl?: string;
  readonly deadlineMs?: number;
  readonly onFallback?: (reason: FallbackReason) => void;
}

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
