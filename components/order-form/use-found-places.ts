"use client";

import { useQuery } from "@tanstack/react-query";
import { HttpError } from "@/components/ui/refusal";
import { useDebounced } from "@/components/ui/use-debounced";
import type { AddressMatch } from "@/lib/geocoding/address-match";

const WAIT_MS = 150;
const MIN_LETTERS = 3;

type SearchBias = { readonly latitude: number; readonly longitude: number } | null;

export interface AddressMatches {
  readonly places: readonly AddressMatch[] | null;
  readonly state: "idle" | "looking" | "limited" | "failed" | "found";
}

export function useFoundPlaces(typed: string, picked: string, near: SearchBias): AddressMatches {
  const isWanted = (text: string) => text.length >= MIN_LETTERS && text !== picked;
  const settled = useDebounced(typed, WAIT_MS);
  const { data, error, isFetching } = useQuery({
    // A change of `near` alone does not repeat the search.
    queryKey: ["places", settled],
    queryFn: ({ signal }) => lookUp(settled, near, signal),
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

async function lookUp(text: string, near: SearchBias, signal: AbortSignal): Promise<readonly AddressMatch[]> {
  const query = new URLSearchParams({ q: text });
  if (near !== null) query.set("near", `${near.latitude},${near.longitude}`);
  return askForPlaces(query, signal);
}

export async function findPlaceAt(point: NonNullable<SearchBias>): Promise<AddressMatch | null> {
  try {
    const query = new URLSearchParams({ at: `${point.latitude},${point.longitude}` });
    const [place] = await askForPlaces(query);
    return place ?? null;
  } catch {
    return null;
  }
}

async function askForPlaces(query: URLSearchParams, signal?: AbortSignal): Promise<readonly AddressMatch[]> {
  const answer = await fetch(`/dashboard/addresses/search?${query}`, signal === undefined ? {} : { signal });
  if (!answer.ok) throw new HttpError(answer);
  const { places } = (await answer.json()) as { places: readonly AddressMatch[] };
  return places;
}
