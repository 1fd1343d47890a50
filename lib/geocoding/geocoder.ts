import type { GeocoderType } from "@/lib/config";
import { nominatimPath, placesFromNominatim } from "@/lib/geocoding/nominatim";
import { photonPath, placesFromPhoton } from "@/lib/geocoding/photon";
import { type FoundPlace, MAX_PLACES, type PlaceQuery } from "@/lib/geocoding/place";
import { readBounded } from "@/lib/http/read-bounded";

const PROTOCOLS = {
  photon: { path: photonPath, read: placesFromPhoton },
  nominatim: { path: nominatimPath, read: placesFromNominatim },
} as const satisfies Record<GeocoderType, unknown>;

const BUDGET_MS = 2_500;
const TRIES = 2;
const MAX_ANSWER_BYTES = 512 * 1024;
const MAX_CACHED = 500;
const CACHED_FOR_MS = 60 * 60 * 1000;

/** Why a geocoding server's answer cannot be used. */
export type GeocodingFailureReason = "timeout" | "unreachable" | "status" | "malformed" | "too_large";

class GeocodingFailure extends Error {
  readonly reason: GeocodingFailureReason;

  constructor(reason: GeocodingFailureReason, options?: ErrorOptions) {
    super(`The geocoding server gave no usable answer: ${reason}`, options);
    this.name = "GeocodingFailure";
    this.reason = reason;
  }
}

/** Finds places by what people type. */
export interface Geocoder {
  /** The places, best first; null when the server fails. Never throws. */
  searchPlaces(query: PlaceQuery): Promise<readonly FoundPlace[] | null>;
}

export interface GeocoderOptions {
  /** Base address of the server, without a trailing slash. */
  readonly url: string;
  readonly type: GeocoderType;
  /** Milliseconds for a search, its retry included; 2500 by default. */
  readonly budgetMs?: number;
  /** Milliseconds on any steady scale. */
  readonly now?: () => number;
  /** Called when the server is of no use, and why. */
  readonly onFailure?: (reason: GeocodingFailureReason) => void;
}

/** A geocoder that asks a server and caches its answers for an hour. */
export function createGeocoder(options: GeocoderOptions): Geocoder {
  const { url, type, budgetMs = BUDGET_MS, now = () => performance.now(), onFailure = () => {} } = options;
  const { path, read } = PROTOCOLS[type];
  const cache = new Map<string, { until: number; places: readonly FoundPlace[] }>();
  return {
    async searchPlaces(query) {
      const asked = path(query);
      const key = `${query.language} ${asked}`;
      const known = cache.get(key);
      if (known !== undefined && known.until > now()) return known.places;
      try {
        const body = await fetchJson(url + asked, query.language, AbortSignal.timeout(budgetMs));
        const places = readPlaces(read, body);
        // The oldest comes first in a map.
        const [oldest] = cache.keys();
        if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
        cache.delete(key);
        cache.set(key, { until: now() + CACHED_FOR_MS, places });
        return places;
      } catch (error) {
        onFailure(toFailure(error).reason);
        return null;
      }
    },
  };
}

function readPlaces(read: (body: unknown) => FoundPlace[], body: unknown): FoundPlace[] {
  try {
    return read(body).slice(0, MAX_PLACES);
  } catch (error) {
    throw new GeocodingFailure("malformed", { cause: error });
  }
}

async function fetchJson(url: string, language: string, signal: AbortSignal): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchOnce(url, language, signal);
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
  const headers = { Accept: "application/json", "Accept-Language": language, "User-Agent": "Dropline" };
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
