"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebounced } from "@/components/ui/use-debounced";
import { readState } from "@/components/ui/use-live";

const SHORTEST = 2;
const PAUSE_MS = 150;

export interface SearchResult<Order> {
  readonly state: "idle" | "searching" | "done" | "failed";
  readonly orders: readonly Order[];
}

export function useOrderSearch<Order>(address: string, typed: string): SearchResult<Order> {
  const text = typed.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const { data, isError, isFetching } = useQuery({
    queryKey: ["found", address, settled],
    queryFn: async ({ signal }) =>
      readState<readonly Order[]>(await fetch(address + encodeURIComponent(settled), { signal })),
    enabled: settled.length >= SHORTEST,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    networkMode: "always",
    retry: false,
  });
  if (text.length < SHORTEST) return { state: "idle", orders: [] };
  if (settled !== text || isFetching) return { state: "searching", orders: data ?? [] };
  return isError ? { state: "failed", orders: [] } : { state: "done", orders: data ?? [] };
}
