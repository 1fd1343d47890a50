import { SpanKind } from "@opentelemetry/api";
import { LRUCache } from "lru-cache";
import {
  type AddressMatch,
  MAX_MATCHES,
  NEAR_METERS,
  type PlaceQuery,
  type PointQuery,
  type ReverseMatch,
} from "@/lib/city/geocoding/address-match";
import {
  nominatimNearPath,
  nominatimPath,
  placeFromNominatim,
  placesFromNominatim,
} from "@/lib/city/geocoding/nominatim";
import { photonNearPath, photonPath, placesFromPhoton } from "@/lib/city/geocoding/photon";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { GeocoderType } from "@/lib/config";
import { readBounded } from "@/lib/http/read-bounded";
import { inChildSpan, traceHeaders } from "@/lib/trace";

export type Protocol = Exclude<GeocoderType, "city">;

const PROTOCOLS = {
  photon: { path: photonPath, read: placesFromPhoton, nearPath: photonNearPath, readNear: placesFromPhoton },
  nominatim: {
    path: nominatimPath,
    read: placesFromNominatim,
    nearPath: nominatimNearPath,
    readNear: placeFromNominatim,
  },
} as const satisfies Record<Protocol, unknown>;

const BUDGET_MS = 2_500;
const TRIES = 2;
const CALL = { kind: SpanKind.CLIENT };
const MAX_ANSWER_BYTES = 512 * 1024;
const MAX_CACHED = 500;
const CACHED_FOR_MS = 60 * 60 * 1000;

export type GeocodingFailureReason = "timeout" | "unreachable" | "status" | "malformed" | "too_large";

class GeocodingFailure extends Error {
  readonly reason: GeocodingFailureReason;

  constructor(reason: GeocodingFailureReason, options?: ErrorOptions) {
    super(`The geocoding server gave no usable answer: ${reason}`, options);
    this.name = "GeocodingFailure";
    this.reason = reason;
  }
}

export interface Geocoder {
  /** Best first; null if no response is available. */
  searchPlaces(query: PlaceQuery): Promise<readonly AddressMatch[] | null>;
  /** A house or else a street within NEAR_METERS; null if no response is available. */
  findNearest(query: PointQuery): Promise<{ readonly place: ReverseMatch | null } | null>;
}

export interface GeocoderOptions {
  readonly url: string;
  readonly type: Protocol;
  readonly budgetMs?: number;
  readonly now?: () => number;
  readonly onFailure?: (reason: GeocodingFailureReason) => void;
}

/** Caches the server's responses for an hour. */
export function createGeocoder(options: GeocoderOptions): Geocoder {
  const { url, type, budgetMs = BUDGET_MS, now = () => performance.now(), onFailure = () => {} } = options;
  const { path, read, nearPath, readNear } = PROTOCOLS[type];
  const cache = new LRUCache<string, readonly AddressMatch[]>({
    max: MAX_CACHED,
    ttl: CACHED_FOR_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const ask = async (
    asked: string,
    language: PlaceQuery["language"],
    readAnswer: (body: unknown) => AddressMatch[],
    limit: number,
  ): Promise<readonly AddressMatch[] | null> => {
    const key = `${language} ${asked}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    try {
      const body = await fetchJson(url + asked, language ?? "*", AbortSignal.timeout(budgetMs));
      const places = readPlaces(readAnswer, body, limit);
      cache.set(key, places);
      return places;
    } catch (error) {
      onFailure(toFailure(error).reason);
      return null;
    }
  };
  return {
    searchPlaces: (query) => ask(path(query), query.language, read, query.limit ?? MAX_MATCHES),
    async findNearest(query) {
      const places = await ask(nearPath(query), query.language, readNear, 1);
      if (places === null) return null;
      const [place] = places;
      const distanceMeters = place === undefined ? Infinity : metersBetween(query, place);
      const isNear = place !== undefined && distanceMeters <= NEAR_METERS;
      return { place: isNear ? { ...place, distanceMeters } : null };
    },
  };
}

function readPlaces(read: (body: unknown) => AddressMatch[], body: unknown, limit: number): AddressMatch[] {
  try {
    return read(body).slice(0, limit);
  } catch (error) {
    throw new GeocodingFailure("malformed", { cause: error });
  }
}

async function fetchJson(url: string, language: string, signal: AbortSignal): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inChildSpan("address search", CALL, () => fetchOnce(url, language, signal));
    } catch (error) {
      const failure = toFailure(error);
      const isWorthRetrying = failure.reason === "unreachable" || failure.reason === "status";
      if (tries === TRIES || !isWorthRetrying) throw failure;
    }
  }
}

function toFailure(error: unknown): GeocodingFailure {
  if (error instanceof GeocodingFailure) return error;
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  return new GeocodingFailure(isTimeout ? "timeout" : "unreachable", { cause: error });
}

async function fetchOnce(url: string, language: string, signal: AbortSignal): Promise<unknown> {
  const headers = {
    Accept: "application/json",
    "Accept-Language": language,
    "User-Agent": "Dropline",
    ...traceHeaders(),
  };
  const response = await fetch(url, { signal, redirect: "error", headers });
  if (!response.ok) {
    await response.body?.cancel();
    throw new GeocodingFailure(response.status >= 500 ? "status" : "malformed");
  }
  const text = await readBounded(response, MAX_ANSWER_BYTES);
  if (text === null) throw new GeocodingFailure("too_large");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GeocodingFailure("malformed", { cause: error });
  }
}
