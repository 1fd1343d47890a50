"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebounced } from "@/components/ui/use-debounced";

const SHORTEST = 2;
const PAUSE_MS = 150;

export interface Found<Order> {
  readonly state: "idle" | "searching" | "done" | "failed";
  readonly orders: readonly Order[];
}

export function useFound<Order>(address: string, typed: string): Found<Order> {
  const text = typed.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const { data, isError, isFetching } = useQuery({
    queryKey: ["found", address, settled],
    queryFn: async ({ signal }): Promise<readonly Order[]> => {
      const answer = await fetch(address + encodeURIComponent(settled), { signal });
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
