import * as z from "zod";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
import { decodePolyline, encodePolyline } from "@/lib/routing/polyline";
import type { Leg, Trip } from "@/lib/routing/trip";

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
// A place that the server moves further than this to reach a road lies outside its map.
const MAX_SNAP_METERS = 5_000;
// Metres or seconds of one leg; more is no answer about this planet, and ten such still fit the columns.
const MAX_LEG = 100_000_000;
const TRIES = 2;

const location = z.tuple([z.number(), z.number()]);

const answerSchema = z.object({
  code: z.literal("Ok"),
  waypoints: z.array(z.object({ location })),
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({
            distance: z.number().min(0).max(MAX_LEG),
            duration: z.number().min(0).max(MAX_LEG),
            steps: z.array(z.object({ geometry: z.string() })),
          }),
        ),
      }),
    )
    .min(1),
});

/** Why a routing server's answer cannot be used. */
export class RoutingFailure extends Error {
  readonly reason: "timeout" | "unreachable" | "status" | "malformed" | "too_far";

  constructor(reason: RoutingFailure["reason"]) {
    super(`The routing server gave no usable answer: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Asks an OSRM server for a trip's legs, within a time budget in milliseconds that covers every request and
 * one retry of each.
 *
 * @throws RoutingFailure when any part of the trip has no usable answer; legs are never mixed with estimates
 */
export async function routeByOsrm(baseUrl: string, trip: Trip, budgetMs: number): Promise<Leg[]> {
  const signal = AbortSignal.timeout(budgetMs);
  if (trip.routingMode === "sequential") {
    return routeThrough(baseUrl, [trip.pickup, ...trip.dropoffs], signal);
  }
  const routes = trip.dropoffs.map((dropoff) => routeThrough(baseUrl, [trip.pickup, dropoff], signal));
  return (await Promise.all(routes)).flat();
}

async function routeThrough(baseUrl: string, points: readonly Point[], signal: AbortSignal): Promise<Leg[]> {
  const path = points.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(";");
  const url = `${baseUrl}/route/v1/driving/${path}?overview=false&steps=true&geometries=polyline`;
  const parsed = answerSchema.safeParse(await fetchJson(url, signal));
  if (!parsed.success) throw new RoutingFailure("malformed");
  const { waypoints, routes } = parsed.data;
  const legs = routes[0]?.legs ?? [];
  if (legs.length !== points.length - 1 || waypoints.length !== points.length) {
    throw new RoutingFailure("malformed");
  }
  points.forEach((point, index) => {
    const [longitude, latitude] = waypoints[index]?.location ?? [0, 0];
    if (greatCircleMeters(point, { latitude, longitude }) > MAX_SNAP_METERS) {
      throw new RoutingFailure("too_far");
    }
  });
  return legs.map((leg) => ({
    distanceMeters: Math.round(leg.distance),
    durationSeconds: Math.round(leg.duration),
    geometry: joinSteps(leg.steps.map((step) => step.geometry)),
  }));
}

/** One line from the lines of a leg's steps, each of which begins where the one before it ended. */
function joinSteps(geometries: readonly string[]): string {
  try {
    const points = geometries.flatMap((geometry, index) =>
      decodePolyline(geometry).slice(index === 0 ? 0 : 1),
    );
    return encodePolyline(points);
  } catch {
    throw new RoutingFailure("malformed");
  }
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchOnce(url, signal);
    } catch (error) {
      const failure = toFailure(error, signal);
      const isWorthRetrying = failure.reason === "unreachable" || failure.reason === "status";
      if (tries === TRIES || !isWorthRetrying) throw failure;
    }
  }
}

function toFailure(error: unknown, signal: AbortSignal): RoutingFailure {
  if (error instanceof RoutingFailure) return error;
  return new RoutingFailure(signal.aborted ? "timeout" : "unreachable");
}

async function fetchOnce(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, redirect: "error", headers: { Accept: "application/json" } });
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new RoutingFailure("status");
  }
  const text = await readBounded(response);
  try {
    return JSON.parse(text);
  } catch {
    throw new RoutingFailure("malformed");
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  // The signal that bounds the request also ends a body that only drips.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new RoutingFailure("malformed");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
