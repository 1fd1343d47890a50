"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Mode } from "@/lib/accounts/scope";
import type { Board } from "@/lib/board/board";

const POLL_EVERY_MS = 5_000;

/** How the page learns of changes: at once, by asking now and then, or not at all just now. */
export type Connection = "live" | "polling" | "lost";

/**
 * What moves in a world, kept up to date by one stream of events; while the stream is away, by asking every
 * five seconds.
 */
export function useBoard(mode: Mode, initial: Board): { board: Board; connection: Connection } {
  const client = useQueryClient();
  const [isStreaming, setStreaming] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ["board", mode],
    queryFn: async ({ signal }): Promise<Board> => {
      const answer = await fetch(`/ops/state?mode=${mode}`, { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isStreaming ? false : POLL_EVERY_MS,
    retry: false,
  });
  useEffect(() => {
    const source = new EventSource(`/ops/events?mode=${mode}`);
    source.addEventListener("open", () => setStreaming(true));
    source.addEventListener("error", () => setStreaming(false));
    source.addEventListener("state", (event) => {
      client.setQueryData(["board", mode], JSON.parse(event.data));
    });
    return () => source.close();
  }, [client, mode]);
  return { board: data, connection: isStreaming ? "live" : isError ? "lost" : "polling" };
}
