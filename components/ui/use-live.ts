"use client";

import { focusManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { followStream } from "@/components/ui/follow-stream";
import { pauseBefore, Refusal } from "@/components/ui/refusal";
import { takeState } from "@/components/ui/take-state";
import { useIsWatched } from "@/components/ui/use-is-watched";

const POLL_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

/** How the page learns of changes: by stream, by polling, or not at all right now. */
export type Connection = "live" | "polling" | "lost";

interface Terms<State> {
  /** How often to poll without a stream. */
  readonly pollMs?: number;
  /** How often to poll a hidden page. Without it, a hidden page closes its stream and stops polling. */
  readonly hiddenPollMs?: number;
  /** Whether a state is final. */
  readonly isOver?: (state: State) => boolean;
  /** Reads a state from a response, or throws a `Refusal`. */
  readonly read?: (answer: Response) => Promise<State>;
  /** Called on each message from the service, with its time where that is known. */
  readonly onWord?: (sentAt: number | null) => void;
  readonly onUnanswered?: () => void;
}

/** A state that follows the service's. */
export interface Live<State> {
  readonly data: State;
  readonly connection: Connection;
  /** Why the last request failed; null when it succeeded. */
  readonly error: Error | null;
  /** Requests the state, and reopens the stream. */
  readonly retry: () => void;
}

/** Reads a JSON state from a response. */
export async function readState<State>(answer: Response): Promise<State> {
  if (!answer.ok) throw new Refusal(answer);
  return answer.json();
}

/**
 * Keeps a state of the service up to date through one stream of server-sent events, and polls while there is no stream.
 * Stops once the state is final.
 *
 * @param state URL that returns the state as JSON
 * @param events URL of a stream of the same state
 */
export function useLive<State>(
  { state, events }: { state: string; events: string },
  initial: State,
  terms: Terms<State> = {},
): Live<State> {
  const { pollMs = POLL_MS, hiddenPollMs, read = readState<State> } = terms;
  const isOver = (known: State | undefined) => known !== undefined && terms.isOver?.(known) === true;
  const client = useQueryClient();
  const [isStreaming, setStreaming] = useState(false);
  const [round, setRound] = useState(0);
  const isKeptHidden = hiddenPollMs !== undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [state],
    queryFn: async ({ signal }): Promise<State> => {
      try {
        const within = AbortSignal.timeout(ANSWER_WITHIN_MS);
        const answer = await fetch(state, { cache: "no-store", signal: within });
        const next = await read(answer);
        const sentAt = Date.parse(answer.headers.get("Date") ?? "");
        if (!signal.aborted) terms.onWord?.(Number.isNaN(sentAt) ? null : sentAt);
        return next;
      } catch (failure) {
        if (!signal.aborted) terms.onUnanswered?.();
        throw failure;
      }
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data: known, error: refusal } }) => {
      if (isStreaming || isOver(known)) return false;
      const usualMs = isKeptHidden && !focusManager.isFocused() ? hiddenPollMs : pollMs;
      return pauseBefore(usualMs, refusal instanceof Refusal ? refusal.retryAfter : null);
    },
    refetchIntervalInBackground: isKeptHidden,
    // The device may have slept with the stream open.
    refetchOnWindowFocus: ({ state: { data: known } }) => (isKeptHidden && !isOver(known) ? "always" : false),
    refetchOnReconnect: isStreaming ? false : "always",
    networkMode: "always",
    retry: false,
  });
  // It has only ever held an initial state, or one that was read or streamed.
  const known = data as State;
  const isEnded = isOver(known);
  const isWatched = useIsWatched();
  // Over HTTP/1.1 a browser has six connections for all tabs of a site; tabs that nobody looks at release theirs.
  const isFollowed = !isEnded && (isWatched || isKeptHidden);
  const onState = useEffectEvent((next: unknown) => takeState(client, [state], next));
  const onWord = useEffectEvent((sentAt: number | null) => terms.onWord?.(sentAt));
  const onLine = useEffectEvent((isUp: boolean) => {
    setStreaming(isUp);
    if (!isUp) void refetch();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reopens the stream
  useEffect(() => {
    if (!isFollowed) return;
    const stop = followStream(events, { onState, onWord, onLine });
    return () => {
      stop();
      setStreaming(false);
    };
  }, [events, isFollowed, round]);
  return {
    data: known,
    connection: isStreaming || isEnded ? "live" : error === null ? "polling" : "lost",
    error,
    retry: () => {
      setRound((count) => count + 1);
      void refetch();
    },
  };
}
