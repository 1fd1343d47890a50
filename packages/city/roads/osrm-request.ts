export interface OsrmRequest {
  readonly service: "route" | "matrix";
  readonly text: string;
}

export interface Refusal {
  readonly code:
    | "InvalidUrl"
    | "InvalidQuery"
    | "NoRoute"
    | "NoSegment"
    | "NoTable"
    | "TooManyRequests"
    | "InternalError";
  readonly message: string;
}

const COSTINGS: ReadonlyMap<string, string> = new Map([
  ["driving", "auto"],
  ["car", "auto"],
  ["bike", "bicycle"],
  ["foot", "pedestrian"],
]);
const PATH = /^\/(route|table)\/v1\/(\w+)\/([^/]+)$/;
const NUMBER = /^-?\d{1,3}(\.\d{1,15})?$/;
const MAX_PLACES = 100;
const MAX_ROUTE_PLACES = 25;
const MAX_PAIRS = 2_500;

interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** Parses `/route/v1/{profile}/{coordinates}` with polylines, or `/table/v1/…` with `sources` and `destinations`. */
export function parseOsrmRequest(target: string): OsrmRequest | Refusal {
  const [path = "", query = ""] = target.split("?", 2);
  const [, service, profile = "", coordinates = ""] = PATH.exec(path) ?? [];
  const costing = COSTINGS.get(profile);
  if (service === undefined) return { code: "InvalidUrl", message: "The path is not one of this engine's." };
  if (costing === undefined) return invalid("The profiles are driving, bike and foot.");
  const places = parsePlaces(coordinates);
  if (places === null) return invalid("Coordinates are longitude,latitude;… in degrees.");
  const options = new URLSearchParams(query);
  if (service === "route") {
    if (places.length < 2 || places.length > MAX_ROUTE_PLACES) {
      return invalid(`A route has 2 to ${MAX_ROUTE_PLACES} places.`);
    }
    if ((options.get("geometries") ?? "polyline") !== "polyline") return invalid("geometries is polyline.");
    const question = { locations: places, costing, format: "osrm", shape_format: "polyline5" };
    const directions_type = options.get("steps") === "true" ? "maneuvers" : "none";
    return { service: "route", text: JSON.stringify({ ...question, directions_type }) };
  }
  const sources = chosen(options.get("sources"), places);
  const targets = chosen(options.get("destinations"), places);
  if (sources === null || targets === null) return invalid("sources and destinations are numbers of places.");
  if (sources.length * targets.length > MAX_PAIRS) return invalid(`A table has at most ${MAX_PAIRS} pairs.`);
  return { service: "matrix", text: JSON.stringify({ sources, targets, costing, format: "osrm" }) };
}

const invalid = (message: string): Refusal => ({ code: "InvalidQuery", message });

function parsePlaces(coordinates: string): LatLon[] | null {
  const pairs = coordinates.split(";");
  if (pairs.length > MAX_PLACES) return null;
  const places: LatLon[] = [];
  for (const pair of pairs) {
    const [longitude = "", latitude = "", ...rest] = pair.split(",");
    if (!NUMBER.test(longitude) || !NUMBER.test(latitude) || rest.length > 0) return null;
    const [lon, lat] = [Number(longitude), Number(latitude)];
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) return null;
    places.push({ lat, lon });
  }
  return places;
}

function chosen(numbers: string | null, places: readonly LatLon[]): LatLon[] | null {
  if (numbers === null || numbers === "all" || numbers === "") return [...places];
  const found = numbers.split(";").map((text) => (/^\d{1,3}$/.test(text) ? places[Number(text)] : undefined));
  return found.every((place) => place !== undefined) ? found : null;
}

/** Maps the engine's message for no result to OSRM's code; the message itself carries no code. */
export function toOsrmError(service: OsrmRequest["service"], message: string): Refusal {
  if (/no suitable edges/i.test(message)) return { code: "NoSegment", message };
  // Trips beyond the limits, and places that no road connects.
  if (/no path|no route|distance exceeds|unreachable|unconnected/i.test(message)) {
    return { code: service === "route" ? "NoRoute" : "NoTable", message };
  }
  return { code: "InternalError", message };
}
