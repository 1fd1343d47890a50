"use client";

import { type Connection, useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import type { ConsoleBoard } from "@/lib/monitoring/console-board";

// An operator in another tab must still hear the alarm.
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
