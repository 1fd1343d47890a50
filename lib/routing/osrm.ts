import { SpanKind } from "@opentelemetry/api";
import * as z from "zod";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline, encodePolyline } from "@/lib/routing/polyline";
import { RoadConnections } from "@/lib/routing/road-connections";
import { RoutingFailure, type RoutingFailureReason } from "@/lib/routing/routing-failure";
import type { Leg } from "@/lib/routing/trip";
import { inChildSpan } from "@/lib/trace";

// A point that the server snaps further than this is off its map: the path from the road to the point is
// not in its response, and would be missing from distance and price.
const MAX_SNAP_METERS = 500;
const MAX_LEG_METERS = 50_000_000;
const MAX_LEG_SECONDS = 100_000_000;
/** Half a unit of a polyline's fifth decimal, and of a waypoint's sixth. */
const WAYPOINT_TOLERANCE = 0.6e-5;
const TRIES = 2;
const CALL = { kind: SpanKind.CLIENT };

/** A connection that the server closed while it was kept alive fails as `unreachable`. */
const RETRIED: ReadonlySet<RoutingFailureReason> = new Set(["unreachable", "status"]);
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

export type LegFailure = "no_route" | "too_far";

export interface OsrmRoute {
  readonly version: string | undefined;
  /** Null if the server refuses the route as a whole, which gives no result for its single legs. */
  readonly legs: readonly (Leg | LegFailure)[] | null;
}

/** The client of an OSRM server. Every method takes a time limit that covers a retry. */
export class OsrmClient {
  readonly #connections: RoadConnections;
  readonly #path: string;

  constructor(baseUrl: string, connections: number) {
    const { origin, pathname } = new URL(baseUrl);
    this.#path = pathname === "/" ? "" : pathname;
    this.#connections = new RoadConnections(origin, connections);
  }

  /** Each leg equals the server's route between its two points alone. @throws RoutingFailure */
  async route(points: readonly Point[], profile: Profile, budgetMs: number): Promise<OsrmRoute> {
    // By default OSRM's car profile does not turn around at a point, so a leg would depend on the previous one.
    const query = "overview=full&steps=false&geometries=polyline&continue_straight=false";
    const path = `/route/v1/${profile}/${toPath(points)}?${query}`;
    const response = await this.#get(path, budgetMs);
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
  }

  /** Seconds; null for a place that no road connects. @throws RoutingFailure */
  async times(
    { from, to }: { from: readonly Point[]; to: Point },
    profile: Profile,
    budgetMs: number,
  ): Promise<(number | null)[]> {
    const sources = from.map((_, index) => index).join(";");
    const query = `sources=${sources}&destinations=${from.length}&annotations=duration`;
    const path = `/table/v1/${profile}/${toPath([...from, to])}?${query}`;
    const response = await this.#get(path, budgetMs);
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
  }

  /** Any response in OSRM's format proves that the server works. @throws RoutingFailure */
  async probe(budgetMs: number): Promise<string | undefined> {
    return parse(statusSchema, await this.#get("/nearest/v1/driving/0,0", budgetMs)).data_version;
  }

  async #get(path: string, budgetMs: number): Promise<unknown> {
    const endsAt = performance.now() + budgetMs;
    for (let tries = 1; ; tries += 1) {
      try {
        const withinMs = endsAt - performance.now();
        const get = () => this.#connections.get(this.#path + path, withinMs);
        return parseJson(await inChildSpan("routing call", CALL, get));
      } catch (error) {
        const isWorthRetrying = error instanceof RoutingFailure && RETRIED.has(error.reason);
        if (tries === TRIES || !isWorthRetrying) throw error;
      }
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RoutingFailure("malformed", { cause: error });
  }
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
