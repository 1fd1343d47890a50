"use client";

import { type Connection, useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { ConsoleBoard } from "@/lib/console/console-board";

// A hidden tab keeps polling, so that an operator in another tab hears the alarm.
const HIDDEN_POLL_MS = 15_000;

export function useBoard(
  mode: Mode,
  initial: ConsoleBoard,
  onWord?: (sentAt: number | null) => void,
): { board: ConsoleBoard; connection: Connection } {
  const query = `?mode=${mode}`;
  const { data, connection } = useLive(
    { state: `/ops/state${query}`, events: `/ops/events${query}` },
    initial,
    { hiddenPollMs: HIDDEN_POLL_MS, ...(onWord === undefined ? {} : { onWord }) },
  );
  return { board: data, connection };
}
