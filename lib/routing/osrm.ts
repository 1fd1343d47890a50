import { SpanKind } from "@opentelemetry/api";
import { Pool } from "undici";
import * as z from "zod";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline, encodePolyline } from "@/lib/routing/polyline";
import type { Leg } from "@/lib/routing/trip";
import { inChildSpan, traceHeaders } from "@/lib/trace";

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 1_000;
// A point that the server snaps further than this is off its map: the path from the road to the point is
// not in its response, and would be missing from distance and price.
const MAX_SNAP_METERS = 500;
const MAX_LEG_METERS = 50_000_000;
const MAX_LEG_SECONDS = 100_000_000;
/** Half a unit of a polyline's fifth decimal, and of a waypoint's sixth. */
const WAYPOINT_TOLERANCE = 0.6e-5;
const TRIES = 2;
const CALL = { kind: SpanKind.CLIENT };

const NO_ROUTE_CODES = new Set(["NoRoute", "NoSegment", "NoTable"]);

export const PROFILES = ["driving", "bike", "foot"] as const;
export type Profile = (typeof PROFILES)[number];

const location = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const version = z.string().max(100).optional();

const statusSchema = z.object({ code: z.string(), data_version: version });

const routeSchema = z.object({
  code: z.literal("Ok"),
  data_version: version,
  waypoints: z.array(z.object({ location })),
  routes: z
    .array(
      z.object({
        geometry: z.string(),
        legs: z.array(
          z.object({
            distance: z.number().min(0).max(MAX_LEG_METERS),
            duration: z.number().min(0).max(MAX_LEG_SECONDS),
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

/** `no_route`, `too_far` and `overloaded` come from a healthy server. `down`: the probe failed, nothing was sent. */
export type RoutingFailureReason =
  | "timeout"
  | "unreachable"
  | "status"
  | "malformed"
  | "too_large"
  | "down"
  | "overloaded"
  | "no_route"
  | "too_far";

export class RoutingFailure extends Error {
  readonly reason: RoutingFailureReason;

  constructor(reason: RoutingFailureReason, options?: ErrorOptions) {
    super(`The routing server gave no usable response: ${reason}`, options);
    this.name = "RoutingFailure";
    this.reason = reason;
  }
}

export type LegFailure = "no_route" | "too_far";

export interface OsrmRoute {
  readonly version: string | undefined;
  /** Null if the server refuses the route as a whole, which gives no result for its single legs. */
  readonly legs: readonly (Leg | LegFailure)[] | null;
}

/** The HTTP client of an OSRM server. Every method takes a time limit that covers a retry. */
export class OsrmClient {
  readonly #pool: Pool;
  readonly #path: string;

  constructor(baseUrl: string, connections: number) {
    const { origin, pathname } = new URL(baseUrl);
    this.#path = pathname === "/" ? "" : pathname;
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // Every request has a signal with its own time limit.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_RESPONSE_BYTES,
    });
  }

  /** Each leg equals the server's route between its two points alone. @throws RoutingFailure */
  route(points: readonly Point[], profile: Profile, budgetMs: number): Promise<OsrmRoute> {
    // By default OSRM's car profile does not turn around at a point, so a leg would depend on the previous one.
    const query = "overview=full&steps=false&geometries=polyline&continue_straight=false";
    const path = `${this.#path}/route/v1/${profile}/${toPath(points)}?${query}`;
    return within(budgetMs, async (signal) => {
      const response = await this.#get(path, signal);
      const status = statusSchema.safeParse(response);
      if (status.success && NO_ROUTE_CODES.has(status.data.code)) {
        return { version: status.data.data_version, legs: points.length === 2 ? ["no_route"] : null };
      }
      const { data_version, waypoints, routes } = parse(routeSchema, response);
      const [route] = routes;
      if (route?.legs.length !== points.length - 1 || waypoints.length !== points.length) {
        throw new RoutingFailure("malformed");
      }
      const offs = waypoints.map((waypoint, index) => isOff(waypoint, points[index]));
      const legs = toLegs(route, waypoints);
      return {
        version: data_version,
        legs: legs?.map((leg, index) => (offs[index] || offs[index + 1] ? "too_far" : leg)) ?? null,
      };
    });
  }

  /** Seconds; null for a place that no road connects. @throws RoutingFailure */
  times(
    { from, to }: { from: readonly Point[]; to: Point },
    profile: Profile,
    budgetMs: number,
  ): Promise<(number | null)[]> {
    const sources = from.map((_, index) => index).join(";");
    const query = `sources=${sources}&destinations=${from.length}&annotations=duration`;
    const path = `${this.#path}/table/v1/${profile}/${toPath([...from, to])}?${query}`;
    return within(budgetMs, async (signal) => {
      const response = await this.#get(path, signal);
      const status = statusSchema.safeParse(response);
      if (status.success && NO_ROUTE_CODES.has(status.data.code)) throw new RoutingFailure("no_route");
      const table = parse(tableSchema, response);
      if (table.durations.length !== from.length || table.sources.length !== from.length) {
        throw new RoutingFailure("malformed");
      }
      if (isOff(table.destinations[0], to)) throw new RoutingFailure("too_far");
      return table.durations.map(([seconds], index) =>
        isOff(table.sources[index], from[index]) ? null : (seconds ?? null),
      );
    });
  }

  /** Any response in OSRM's format proves that the server works. @throws RoutingFailure */
  probe(budgetMs: number): Promise<string | undefined> {
    const path = `${this.#path}/nearest/v1/driving/0,0`;
    return within(
      budgetMs,
      async (signal) => parse(statusSchema, await this.#get(path, signal)).data_version,
    );
  }

  async #get(path: string, signal: AbortSignal): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inChildSpan("routing call", CALL, () => this.#getOnce(path, signal));
      } catch (error) {
        const failure = toFailure(error, signal);
        const isWorthRetrying = failure.reason === "unreachable" || failure.reason === "status";
        if (tries === TRIES || !isWorthRetrying) throw failure;
      }
    }
  }

  async #getOnce(path: string, signal: AbortSignal): Promise<unknown> {
    const headers = { accept: "application/json", ...traceHeaders() };
    const { statusCode, body } = await this.#pool.request({ method: "GET", path, signal, headers });
    if (statusCode === 429 || statusCode >= 500) {
      await body.dump();
      throw new RoutingFailure(statusCode === 429 ? "overloaded" : "status");
    }
    const text = await body.text();
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new RoutingFailure("malformed", { cause: error });
    }
  }
}

async function within<Result>(
  budgetMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  // After a busy event loop turn, timers run before arrived data is read.
  const end = () => setImmediate(() => ending.abort(new RoutingFailure("timeout")));
  const timer = setTimeout(end, budgetMs);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
  }
}

function toFailure(error: unknown, signal: AbortSignal): RoutingFailure {
  if (error instanceof RoutingFailure) return error;
  if (signal.aborted) return new RoutingFailure("timeout", { cause: error });
  const isTooLarge = (error as { code?: unknown }).code === "UND_ERR_RES_EXCEEDED_MAX_SIZE";
  return new RoutingFailure(isTooLarge ? "too_large" : "unreachable", { cause: error });
}

function parse<Shape>(schema: z.ZodType<Shape>, response: unknown): Shape {
  const parsed = schema.safeParse(response);
  if (!parsed.success) throw new RoutingFailure("malformed", { cause: parsed.error });
  return parsed.data;
}

/** Six decimals, as quotes compare points; never exponent notation. */
export function toPath(points: readonly Point[]): string {
  return points.map((point) => `${point.longitude.toFixed(6)},${point.latitude.toFixed(6)}`).join(";");
}

interface Waypoint {
  readonly location: [number, number];
}

function isOff(waypoint: Waypoint | undefined, asked: Point | undefined): boolean {
  if (waypoint === undefined || asked === undefined) return true;
  const [longitude, latitude] = waypoint.location;
  return greatCircleMeters(asked, { latitude, longitude }) > MAX_SNAP_METERS;
}

function toLegs(
  { geometry, legs }: z.infer<typeof routeSchema>["routes"][number],
  waypoints: readonly Waypoint[],
): Leg[] | null {
  const line = decodeLine(geometry);
  const found: Leg[] = [];
  let start = 0;
  for (const [index, { distance, duration }] of legs.entries()) {
    const isLast = index === legs.length - 1;
    const end = isLast ? line.length - 1 : findWaypoint(line, start, waypoints[index + 1], distance);
    if (end === null) return null;
    found.push({
      distanceMeters: Math.round(distance),
      durationSeconds: Math.round(duration),
      geometry: legs.length === 1 ? geometry : encodePolyline(line.slice(start, end + 1)),
    });
    start = end;
  }
  return found;
}

function decodeLine(geometry: string): Point[] {
  try {
    const line = decodePolyline(geometry);
    if (line.length > 0) return line;
  } catch (error) {
    throw new RoutingFailure("malformed", { cause: error });
  }
  throw new RoutingFailure("malformed");
}

/** Searches near this distance along the line, since it may pass a waypoint several times. */
function findWaypoint(
  line: readonly Point[],
  start: number,
  waypoint: Waypoint | undefined,
  meters: number,
): number | null {
  const [longitude = Number.NaN, latitude = Number.NaN] = waypoint?.location ?? [];
  let [best, bestOff, passed] = [null as number | null, Number.POSITIVE_INFINITY, 0];
  for (let index = start; index < line.length; index += 1) {
    const [point, previous] = [line[index], line[index - 1]];
    if (point === undefined) break;
    if (index > start && previous !== undefined) passed += greatCircleMeters(previous, point);
    const isThere =
      Math.abs(point.latitude - latitude) < WAYPOINT_TOLERANCE &&
      Math.abs(point.longitude - longitude) < WAYPOINT_TOLERANCE;
    const off = Math.abs(passed - meters);
    if (isThere && off < bestOff) [best, bestOff] = [index, off];
  }
  return best;
}
