"use client";

import { useQuery } from "@tanstack/react-query";
import { readState } from "@/components/ui/use-live";
import type { Point } from "@/lib/point";

const REFRESH_MS = 60_000;

/** The way of a courier along their remaining stops; undefined for null, without one and until it is loaded. */
export function useRoutePath(courierId: string | null): Point[] | undefined {
  const { data } = useQuery({
    queryKey: ["ops-route", courierId],
    enabled: courierId !== null,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<Point[]> =>
      readState(await fetch(`/ops/way?${new URLSearchParams({ courier: courierId ?? "" })}`, { signal })),
    retry: false,
  });
  return courierId === null ? undefined : data;
}
