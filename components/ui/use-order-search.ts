"use client";

import { useDebounced } from "@/components/ui/use-debounced";
import { useFetched } from "@/components/ui/use-fetched";

const SHORTEST = 2;
const PAUSE_MS = 150;

export interface SearchResult<Order> {
  readonly state: "idle" | "searching" | "done" | "failed";
  readonly orders: readonly Order[];
}

export function useOrderSearch<Order>(address: string, typed: string): SearchResult<Order> {
  const text = typed.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const isAsked = settled.length >= SHORTEST;
  const { data, isError, isFetching } = useFetched<readonly Order[]>(
    isAsked ? address + encodeURIComponent(settled) : null,
  );
  if (text.length < SHORTEST) return { state: "idle", orders: [] };
  if (settled !== text || isFetching) return { state: "searching", orders: data ?? [] };
  return isError ? { state: "failed", orders: [] } : { state: "done", orders: data ?? [] };
}
