"use client";

import { focusManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { followStream } from "@/components/ui/follow-stream";
import { pauseBefore, Refusal } from "@/components/ui/refusal";
import { takeState } from "@/components/ui/take-state";
import { useIsWatched } from "@/components/ui/use-is-watched";

const POLL_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

/** How the page learns of changes: at once, by asking now and then, or not at all just now. */
export type Connection = "live" | "polling" | "lost";

interface Terms<State> {
  /** How often to ask while no stream stands. */
  readonly pollMs?: number;
  /** The same while nobody looks. Without it such a page lets go of its stream, and asks nothing. */
  readonly hiddenPollMs?: number;
  /** Whether nothing can follow a state. */
  readonly isOver?: (state: State) => boolean;
  /** Makes a state of an answer, or throws a `Refusal`. */
  readonly read?: (answer: Response) => Promise<State>;
  /** Told of each word of the service, with the instant at which it was sent where that is known. */
  readonly onWord?: (sentAt: number | null) => void;
  readonly onUnanswered?: () => void;
}

/** A state that follows the service's. */
export interface Live<State> {
  readonly data: State;
  readonly connection: Connection;
  /** Why the last question was not answered; null when it was. */
  readonly error: Error | null;
  /** Asks, and opens the stream anew. */
  readonly retry: () => void;
}

/** The state of an answer in JSON. */
export async function readState<State>(answer: Response): Promise<State> {
  if (!answer.ok) throw new Refusal(answer);
  return answer.json();
}

/**
 * A state of the service's, kept up to date by one stream of server-sent events, and by asking while no stream stands.
 * Nothing is asked once nothing can follow.
 *
 * @param state address that answers the state as JSON
 * @param events address of the stream of the same
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
    // A device may have slept with the stream of a page that was kept.
    refetchOnWindowFocus: ({ state: { data: known } }) => (isKeptHidden && !isOver(known) ? "always" : false),
    refetchOnReconnect: isStreaming ? false : "always",
    networkMode: "always",
    retry: false,
  });
  // It has only ever held an initial state, or one that was read or told.
  const known = data as State;
  const isEnded = isOver(known);
  const isWatched = useIsWatched();
  // Over HTTP/1.1 a browser has six connections for all tabs of a site; those that nobody looks at leave theirs.
  const isFollowed = !isEnded && (isWatched || isKeptHidden);
  const onState = useEffectEvent((next: unknown) => takeState(client, [state], next));
  const onWord = useEffectEvent((sentAt: number | null) => terms.onWord?.(sentAt));
  const onLine = useEffectEvent((isUp: boolean) => {
    setStreaming(isUp);
    if (!isUp) void refetch();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round opens the stream anew
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
