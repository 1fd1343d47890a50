"use client";

import { type Live, useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import type { AccountBoard } from "@/lib/overview/account-board";

/** Follows the account's board, by one stream for all pages that show it. */
export function useAccountBoard(mode: Mode, initial: AccountBoard): Live<AccountBoard> {
  return useLive(
    { state: `/dashboard/map/state?mode=${mode}`, events: `/dashboard/map/events?mode=${mode}` },
    initial,
  );
}

/** Where an order's route along the streets is. */
export const wayOf = (code: string): string => `/dashboard/map/way?code=${encodeURIComponent(code)}`;

export const courierMark = (id: string): string => `courier:${id}`;
export const orderMark = (code: string): string => `order:${code}`;
/** The code in an order's mark; null for any other. */
export const codeOf = (mark: string): string | null =>
  mark.startsWith("order:") ? mark.slice("order:".length) : null;
