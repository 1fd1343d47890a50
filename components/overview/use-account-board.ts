"use client";

import { type Live, useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import type { AccountBoard } from "@/lib/overview/account-board";
import type { Point } from "@/lib/routing/geo";

/** Follows the account's board, by one stream for all pages that show it. */
export function useAccountBoard(mode: Mode, initial: AccountBoard): Live<AccountBoard> {
  return useLive(
    { state: `/dashboard/map/state?mode=${mode}`, events: `/dashboard/map/events?mode=${mode}` },
    initial,
  );
}

/** Asks for an order's route along the streets, once for each trip that it has had: an edited order takes another. */
export const wayQuery = (code: string | null, stops: readonly Point[] | undefined) => ({
  queryKey: ["way", code, stops?.map(({ latitude, longitude }) => [latitude, longitude])],
  enabled: code !== null,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Point[]> => {
    const answer = await fetch(`/dashboard/map/way?code=${encodeURIComponent(code ?? "")}`, { signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.json();
  },
});

export const courierMark = (id: string): string => `courier:${id}`;
export const orderMark = (code: string): string => `order:${code}`;
/** The code in an order's mark; null for any other. */
export const codeOf = (mark: string): string | null =>
  mark.startsWith("order:") ? mark.slice("order:".length) : null;
