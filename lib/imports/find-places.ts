import { LRUCache } from "lru-cache";
import { DomainError } from "@/lib/domain-error";
import { readAddressText } from "@/lib/geocoding/address-grammar";
import type { PlaceQuery } from "@/lib/geocoding/address-match";
import type { Geocoder } from "@/lib/geocoding/geocoder";
import { IMPORT_CONCURRENCY, mapConcurrently } from "@/lib/imports/map-concurrently";
import type { FoundAddress, FoundAddresses } from "@/lib/imports/to-body";

const MAX_CACHED = 10_000;
const CACHED_FOR_MS = 10 * 60_000;

const caches = new WeakMap<Geocoder, LRUCache<string, { readonly place: FoundAddress | null }>>();

/** The best match of each text that has one. @throws DomainError SERVICE_OVERLOADED if the search does not respond */
export async function findPlaces(
  geocoder: Geocoder,
  texts: readonly string[],
  { language, near }: Pick<PlaceQuery, "language" | "near">,
): Promise<FoundAddresses> {
  const cache = caches.get(geocoder) ?? new LRUCache({ max: MAX_CACHED, ttl: CACHED_FOR_MS });
  caches.set(geocoder, cache);
  const found = new Map<string, FoundAddress>();
  await mapConcurrently([...new Set(texts)], IMPORT_CONCURRENCY, async (text) => {
    const key = JSON.stringify([text, language, near]);
    const known = cache.get(key) ?? { place: await findPlace(geocoder, text, { language, near }) };
    cache.set(key, known);
    if (known.place !== null) found.set(text, known.place);
  });
  return Object.fromEntries(found);
}

async function findPlace(
  geocoder: Geocoder,
  text: string,
  terms: Pick<PlaceQuery, "language" | "near">,
): Promise<FoundAddress | null> {
  const matches = await geocoder.searchPlaces({ text: readAddressText(text).query, ...terms, limit: 1 });
  if (matches === null) throw new DomainError("SERVICE_OVERLOADED");
  const [match] = matches;
  if (match === undefined) return null;
  const { latitude, longitude, area, street, building, isApproximate } = match;
  return { latitude, longitude, area, street, building, isApproximate };
}
