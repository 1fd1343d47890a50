import * as z from "zod";
import { readBounded } from "@/lib/http/read-bounded";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
import { decodePolyline, encodePolyline } from "@/lib/routing/polyline";
import type { Leg, Trip } from "@/lib/routing/trip";

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
// A place that the server moves further than this to reach a road is off its map: the way from the road to the place is
// not in its response, and would be missing from distance and price.
const MAX_SNAP_METERS = 500;
// No courier drives more than once around the Earth; prices of such legs still fit their columns.
const MAX_LEG_METERS = 50_000_000;
const MAX_LEG_SECONDS = 100_000_000;
const TRIES = 2;

// OSRM's codes for a trip without a route on its map.
const NO_ROUTE_CODES = new Set(["NoRoute", "NoSegment", "NoTable"]);

/** How somebody travels, as named in the server's paths. */
export const PROFILES = ["driving", "bike", "foot"] as const;
export type Profile = (typeof PROFILES)[number];

const location = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

const refusalSchema = z.object({ code: z.string() });

const answerSchema = z.object({
  code: z.literal("Ok"),
  waypoints: z.array(z.object({ location })),
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({
            distance: z.number().min(0).max(MAX_LEG_METERS),
            duration: z.number().min(0).max(MAX_LEG_SECONDS),
            steps: z.array(z.object({ geometry: z.string() })),
          }),
        ),
      }),
    )
    .min(1),
});

const tableSchema = z.object({
  code: z.literal("Ok"),
  sources: z.array(z.object({ location })),
  destinations: z.array(z.object({ location })),
  durations: z.array(z.array(z.number().min(0).max(MAX_LEG_SECONDS).nullable())),
});

/**
 * Why a routing server's answer cannot be used. `no_route` and `too_far` are about the trip, from a healthy server; the
 * others are about the server.
 */
export type RoutingFailureReason =
  | "timeout"
  | "unreachable"
  | "status"
  | "malformed"
  | "too_large"
  | "no_route"
  | "too_far";

export class RoutingFailure extends Error {
  readonly reason: RoutingFailureReason;

  constructor(reason: RoutingFailureReason, options?: ErrorOptions) {
    super(`The routing server gave no usable answer: ${reason}`, options);
    this.name = "RoutingFailure";
    this.reason = reason;
  }

  /** Whether the server is to blame, not the trip. */
  get isOfServer(): boolean {
    return this.reason !== "no_route" && this.reason !== "too_far";
  }
}

/**
 * Asks an OSRM server for a trip's legs, within a time budget in milliseconds that covers every request and
 * one retry of each.
 *
 * @param baseUrl address of the server without a trailing slash
 * @throws RoutingFailure when any part of the trip has no usable answer; legs are never mixed with estimates
 */
export function routeByOsrm(
  baseUrl: string,
  trip: Trip,
  { profile, budgetMs }: { profile: Profile; budgetMs: number },
): Promise<Leg[]> {
  return within(budgetMs, async (signal) => {
    const server = { baseUrl, profile, signal };
    if (trip.routingMode === "sequential") return routeThrough(server, [trip.pickup, ...trip.dropoffs]);
    const routes = trip.dropoffs.map((to) => routeThrough(server, [trip.pickup, to]));
    return (await Promise.all(routes)).flat();
  });
}

/**
 * Asks an OSRM server for the seconds from several places to one, within a time budget in milliseconds; null for a
 * place that no road connects.
 *
 * @throws RoutingFailure
 */
export function timesByOsrm(
  baseUrl: string,
  { from, to }: { from: readonly Point[]; to: Point },
  { profile, budgetMs }: { profile: Profile; budgetMs: number },
): Promise<(number | null)[]> {
  return within(budgetMs, async (signal) => {
    const sources = from.map((_, index) => index).join(";");
    const query = `sources=${sources}&destinations=${from.length}&annotations=duration`;
    const url = `${baseUrl}/table/v1/${profile}/${pathOf([...from, to])}?${query}`;
    const table = await ask(url, tableSchema, signal);
    if (table.durations.length !== from.length || table.sources.length !== from.length) {
      throw new RoutingFailure("malformed");
    }
    if (isOff(table.destinations[0], to)) throw new RoutingFailure("too_far");
    return table.durations.map(([seconds], index) =>
      isOff(table.sources[index], from[index]) ? null : (seconds ?? null),
    );
  });
}

/** Runs work within a time budget, after which its signal aborts the rest. */
async function within<Result>(
  budgetMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new RoutingFailure("timeout")), budgetMs);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    // One failed leg fails the trip, so the remaining requests are of no use.
    ending.abort();
  }
}

/** Six decimals, as quotes compare places, and never exponent notation for a tiny number. */
function pathOf(points: readonly Point[]): string {
  return points.map((point) => `${point.longitude.toFixed(6)},${point.latitude.toFixed(6)}`).join(";");
}

/** Returns whether the server moved a place too far to reach a road. */
function isOff(waypoint: { location: [number, number] } | undefined, asked: Point | undefined): boolean {
  if (waypoint === undefined || asked === undefined) return true;
  const [longitude, latitude] = waypoint.location;
  return greatCircleMeters(asked, { latitude, longitude }) > MAX_SNAP_METERS;
}

async function ask<Answer>(url: string, schema: z.ZodType<Answer>, signal: AbortSignal): Promise<Answer> {
  const answer = await fetchJson(url, signal);
  const refusal = refusalSchema.safeParse(answer);
  if (refusal.success && NO_ROUTE_CODES.has(refusal.data.code)) throw new RoutingFailure("no_route");
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new RoutingFailure("malformed", { cause: parsed.error });
  return parsed.data;
}

async function routeThrough(
  { baseUrl, profile, signal }: { baseUrl: string; profile: Profile; signal: AbortSignal },
  points: readonly Point[],
): Promise<Leg[]> {
  const url = `${baseUrl}/route/v1/${profile}/${pathOf(points)}?overview=false&steps=true&geometries=polyline`;
  const { waypoints, routes } = await ask(url, answerSchema, signal);
  const legs = routes[0]?.legs ?? [];
  if (legs.length !== points.length - 1 || waypoints.length !== points.length) {
    throw new RoutingFailure("malformed");
  }
  if (waypoints.some((waypoint, index) => isOff(waypoint, points[index]))) {
    throw new RoutingFailure("too_far");
  }
  return legs.map((leg) => ({
    distanceMeters: Math.round(leg.distance),
    durationSeconds: Math.round(leg.duration),
    geometry: joinSteps(leg.steps.map((step) => step.geometry)),
  }));
}

/** One line from the lines of a leg's steps; each begins where the previous one ended. */
function joinSteps(geometries: readonly string[]): string {
  const points: Point[] = [];
  for (const geometry of geometries) {
    const step = decodeStep(geometry);
    const last = points.at(-1);
    const first = step[0];
    const meets = last?.latitude === first?.latitude && last?.longitude === first?.longitude;
    points.push(...(meets ? step.slice(1) : step));
  }
  if (points.length === 0) throw new RoutingFailure("malformed");
  return encodePolyline(points);
}

function decodeStep(geometry: string): Point[] {
  try {
    return decodePolyline(geometry);
  } catch (error) {
    throw new RoutingFailure("malformed", { cause: error });
  }
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchOnce(url, signal);
    } catch (error) {
      const failure = toFailure(error);
      const isWorthRetrying = failure.reason === "unreachable" || failure.reason === "status";
      if (tries === TRIES || !isWorthRetrying) throw failure;
    }
  }
}

/** Fetch rejects with the signal's reason, a RoutingFailure, at the end of the budget; anything else is the network. */
function toFailure(error: unknown): RoutingFailure {
  return error instanceof RoutingFailure ? error : new RoutingFailure("unreachable", { cause: error });
}

async function fetchOnce(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, redirect: "error", headers: { Accept: "application/json" } });
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new RoutingFailure("status");
  }
  const text = await readBounded(response, MAX_ANSWER_BYTES);
  if (text === null) throw new RoutingFailure("too_large");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RoutingFailure("malformed", { cause: error });
  }
}
