"use client";

import { type Connection, useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import type { Board } from "@/lib/board/board";

/** Follows a mode's board. */
export function useBoard(mode: Mode, initial: Board): { board: Board; connection: Connection } {
  const query = `?mode=${mode}`;
  const { data, connection } = useLive(
    { state: `/ops/state${query}`, events: `/ops/events${query}` },
    initial,
  );
  return { board: data, connection };
}
