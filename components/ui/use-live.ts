"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followStream } from "@/components/ui/follow-stream";
import { takeState } from "@/components/ui/take-state";
import { useIsWatched } from "@/components/ui/use-is-watched";

const POLL_EVERY_MS = 5_000;

/** How the page learns of changes: at once, by asking now and then, or not at all just now. */
export type Connection = "live" | "polling" | "lost";

/**
 * A state of the server's, kept up to date by one stream of events (`event: state`); while the stream is away, by
 * asking every five seconds. A page that nobody looks at lets go of the stream until somebody does. After the stream has said that nothing can follow (`event: end`), nothing is asked for.
 *
 * @param state address that answers the state as JSON
 * @param events address of the stream of the same
 */
export function useLive<State>(
  { state, events }: { state: string; events: string },
  initial: State,
): { data: State; connection: Connection } {
  const client = useQueryClient();
  const [isStreaming, setStreaming] = useState(false);
  const [isOver, setOver] = useState(false);
  const { data, isError } = useQuery({
    queryKey: [state],
    queryFn: async ({ signal }): Promise<State> => {
      const answer = await fetch(state, { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isStreaming || isOver ? false : POLL_EVERY_MS,
    retry: false,
  });
  const isWatched = useIsWatched();
  useEffect(() => {
    // Over HTTP/1.1 a browser has six connections for all tabs of a site; those that nobody looks at leave theirs.
    if (!isWatched || isOver) return;
    return followStream(events, {
      onState: (next) => takeState(client, [state], next as State),
      onLive: setStreaming,
      onEnd: () => setOver(true),
    });
  }, [client, state, events, isWatched, isOver]);
  // It begins with the initial state and is never without one.
  return { data: data as State, connection: isStreaming || isOver ? "live" : isError ? "lost" : "polling" };
}
