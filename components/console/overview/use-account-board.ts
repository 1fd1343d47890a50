"use client";

import { type LiveState, readState, useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { AccountBoard } from "@/lib/console/overview/account-board";
import type { Point } from "@/lib/point";

export const useAccountBoard = (mode: Mode, initial: AccountBoard): LiveState<AccountBoard> =>
  useLive(
    { state: `/dashboard/map/state?mode=${mode}`, events: `/dashboard/map/events?mode=${mode}` },
    initial,
  );

/** An edited order gets a new route. */
export const routeQuery = (code: string | null, stops: readonly Point[] | undefined) => ({
  queryKey: ["way", code, stops?.map(({ latitude, longitude }) => [latitude, longitude])],
  enabled: code !== null,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    readState<Point[]>(await fetch(`/dashboard/map/way?code=${encodeURIComponent(code ?? "")}`, { signal })),
});

export const courierMark = (id: string): string => `courier:${id}`;
export const orderMark = (code: string): string => `order:${code}`;

/** Returns the code of the marked order, or of the order that the marked courier carries. */
export function findOrderCode({ couriers }: AccountBoard, mark: string): string | null {
  if (mark.startsWith("order:")) return mark.slice("order:".length);
  return couriers.find(({ id }) => courierMark(id) === mark)?.orderCode ?? null;
}
