"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebounced } from "@/components/ui/use-debounced";
import type { FoundOrder } from "@/lib/orders/list/suggest-orders";

const SHORTEST = 2;
const PAUSE_MS = 150;

/** The results of a search for orders. */
export interface Found {
  readonly state: "idle" | "searching" | "done" | "failed";
  readonly orders: readonly FoundOrder[];
}

/** Searches orders as the reader types. Earlier results stay until the next ones arrive. */
export function useFoundOrders(typed: string): Found {
  const text = typed.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const { data, isError, isFetching } = useQuery({
    queryKey: ["found-orders", settled],
    queryFn: async ({ signal }): Promise<readonly FoundOrder[]> => {
      const answer = await fetch(`/dashboard/find?q=${encodeURIComponent(settled)}`, { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
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
