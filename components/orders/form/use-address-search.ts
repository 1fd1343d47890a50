"use client";

import { useQuery } from "@tanstack/react-query";
import { HttpError } from "@/components/ui/http-error";
import { useDebounced } from "@/components/ui/use-debounced";
import type { AddressMatch } from "@/lib/city/geocoding/address-match";
import type { Point } from "@/lib/point";

const WAIT_MS = 150;
const MIN_LETTERS = 3;

export interface AddressMatches {
  readonly places: readonly AddressMatch[] | null;
  readonly state: "idle" | "looking" | "limited" | "failed" | "found";
}

export function useAddressSearch(typed: string, picked: string, near: Point | null): AddressMatches {
  const isWanted = (text: string) => text.length >= MIN_LETTERS && text !== picked;
  const settled = useDebounced(typed, WAIT_MS);
  const { data, error, isFetching } = useQuery({
    // A change of `near` alone does not repeat the search.
    queryKey: ["places", settled],
    queryFn: ({ signal }) =>
      searchPlaces({ q: settled, ...(near === null ? {} : { near: toText(near) }) }, signal),
    enabled: isWanted(settled),
    refetchOnWindowFocus: false,
    networkMode: "always",
    retry: false,
  });
  if (!isWanted(typed)) return { places: null, state: "idle" };
  if (typed !== settled || isFetching) return { places: null, state: "looking" };
  if (error !== null) {
    return { places: null, state: error instanceof HttpError && error.status === 429 ? "limited" : "failed" };
  }
  return data === undefined ? { places: null, state: "looking" } : { places: data, state: "found" };
}

export async function findPlaceAt(point: Point): Promise<AddressMatch | null> {
  const places = await searchPlaces({ at: toText(point) }).catch(() => []);
  return places[0] ?? null;
}

const toText = ({ latitude, longitude }: Point): string => `${latitude},${longitude}`;

async function searchPlaces(
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<readonly AddressMatch[]> {
  const address = `/dashboard/addresses/search?${new URLSearchParams(query)}`;
  const answer = await fetch(address, signal === undefined ? {} : { signal });
  if (!answer.ok) throw new HttpError(answer);
  const { places } = (await answer.json()) as { places: readonly AddressMatch[] };
  return places;
}
