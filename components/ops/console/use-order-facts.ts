"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OrderFacts } from "@/components/ops/console/order-facts";
import type { Exception } from "@/lib/board/exceptions";

const REFRESH_MS = 15_000;

/** What the service knows of an order; read anew when its exception becomes another, and every while. */
export function useOrderFacts(code: string, exception: Exception | null) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["ops-facts", code, exception?.kind, exception?.courierId],
    queryFn: async ({ signal }): Promise<OrderFacts> => {
      const answer = await fetch(`/ops/facts?code=${encodeURIComponent(code)}`, { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
    // Another order's facts must never stand under this one's code.
    placeholderData: (before) => (before?.code === code ? keepPreviousData(before) : undefined),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return { facts: data ?? null, isFailed: isError, retry: () => void refetch() };
}
