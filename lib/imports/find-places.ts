import { LRUCache } from "lru-cache";
import { readAddressText } from "@/lib/city/geocoding/address-grammar";
import type { AddressMatch, PlaceQuery } from "@/lib/city/geocoding/address-match";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import { DomainError } from "@/lib/domain-error";
import { IMPORT_CONCURRENCY, mapConcurrently } from "@/lib/imports/map-concurrently";
import { type AddressChoices, type FoundAddresses, toFoundAddress } from "@/lib/imports/to-body";

const MAX_CACHED = 10_000;
const CACHED_FOR_MS = 10 * 60_000;
/** Places of an ambiguous address that the user can choose from. */
const MAX_CHOICES = 6;

interface FoundPlaces {
  readonly places: FoundAddresses;
  readonly choices: AddressChoices;
}

const caches = new WeakMap<Geocoder, LRUCache<string, readonly AddressMatch[]>>();

/** The best match of each text that has one, and all of an ambiguous text. @throws DomainError SERVICE_OVERLOADED if the search does not respond */
export async function findPlaces(
  geocoder: Geocoder,
  texts: readonly string[],
  { language, near }: Pick<PlaceQuery, "language" | "near">,
): Promise<FoundPlaces> {
  const cache = caches.get(geocoder) ?? new LRUCache({ max: MAX_CACHED, ttl: CACHED_FOR_MS });
  caches.set(geocoder, cache);
  const found = new Map<string, readonly AddressMatch[]>();
  await mapConcurrently([...new Set(texts)], IMPORT_CONCURRENCY, async (text) => {
    const key = JSON.stringify([text, language, near]);
    const known = cache.get(key) ?? (await findPlace(geocoder, text, { language, near }));
    cache.set(key, known);
    found.set(text, known);
  });
  const places = [...found].flatMap(([text, [best]]) =>
    best === undefined ? [] : [[text, toFoundAddress(best)] as const],
  );
  const choices = [...found].filter(([, all]) => all.length > 1);
  return { places: Object.fromEntries(places), choices: Object.fromEntries(choices) };
}

/** One place, none, or those of an ambiguous address. */
async function findPlace(
  geocoder: Geocoder,
  text: string,
  terms: Pick<PlaceQuery, "language" | "near">,
): Promise<readonly AddressMatch[]> {
  const matches = await geocoder.searchPlaces({
    text: readAddressText(text).query,
    ...terms,
    limit: MAX_CHOICES,
  });
  if (matches === null) throw new DomainError("SERVICE_OVERLOADED");
  const [match] = matches;
  if (match === undefined) return [];
  return match.isAmbiguous ? matches.filter(({ isAmbiguous }) => isAmbiguous) : [match];
}
