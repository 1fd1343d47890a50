"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { HttpError, nextRequestDelayMs } from "@/components/ui/http-error";
import { shareStream } from "@/components/ui/share-stream";
import { structuralShare } from "@/components/ui/structural-share";
import { subscribeToStream } from "@/components/ui/subscribe-to-stream";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { usePageVisible } from "@/components/ui/use-page-visible";

const POLL_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

export type Connection = "live" | "polling" | "lost";

interface Terms<State> {
  readonly pollMs?: number;
  /** Without it, a hidden page closes its stream and stops polling. */
  readonly hiddenPollMs?: number;
  readonly isOver?: (state: State) => boolean;
  /** Throws an `HttpError` if the response has no state. */
  readonly read?: (answer: Response) => Promise<State>;
  readonly onWord?: (sentAt: number | null) => void;
  readonly onUnanswered?: () => void;
}

export type LiveState<State> = ReturnType<typeof useLive<State>>;

/** @throws HttpError unless the response is 2xx */
export async function readState<State>(answer: Response): Promise<State> {
  if (!answer.ok) throw new HttpError(answer);
  return answer.json();
}

/** Follows a stream, and polls while there is none. Stops once the state is final. */
export function useLive<State>(
  { state, events }: { state: string; events: string },
  initial: State,
  terms: Terms<State> = {},
) {
  const { pollMs = POLL_MS, hiddenPollMs, read = readState<State> } = terms;
  const fresh = { url: state, data: initial, error: null as Error | null };
  const [known, setKnown] = useState(fresh);
  if (known.url !== state) setKnown(fresh);
  const { data, error } = known;
  const [isStreaming, setStreaming] = useState(false);
  const [asked, setAsked] = useState(0);
  const [round, setRound] = useState(0);
  // Only the latest request may set the state.
  const latest = useRef<object | null>(null);

  const take = useCallback((next: (before: State) => State) => {
    latest.current = null;
    setKnown((before) => ({ ...before, data: structuralShare(before.data, next(before.data)), error: null }));
  }, []);
  const request = useEffectEvent(async () => {
    const own = {};
    latest.current = own;
    try {
      const within = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(state, { cache: "no-store", signal: within });
      const next = await read(answer);
      if (latest.current !== own) return;
      const sentAt = Date.parse(answer.headers.get("Date") ?? "");
      terms.onWord?.(Number.isNaN(sentAt) ? null : sentAt);
      take(() => next);
    } catch (failure) {
      if (latest.current !== own) return;
      terms.onUnanswered?.();
      setKnown((before) => ({ ...before, error: failure as Error }));
    }
  });

  const isOver = data !== undefined && terms.isOver?.(data) === true;
  const isKeptHidden = hiddenPollMs !== undefined;
  const isHidden = useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  );
  const isPolled = !isOver && !isStreaming && (isKeptHidden || !isHidden);
  const usualMs = isKeptHidden && isHidden ? hiddenPollMs : pollMs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the timer after each response
  useEffect(() => {
    if (!isPolled) return;
    const pauseMs = nextRequestDelayMs(usualMs, error instanceof HttpError ? error.retryAfter : null);
    const timer = setTimeout(request, pauseMs);
    return () => clearTimeout(timer);
  }, [isPolled, usualMs, known]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request in flight belongs to the previous URL
  useEffect(
    () => () => {
      latest.current = null;
    },
    [state],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per requested refresh
  useEffect(() => {
    if (asked > 0 || initial === undefined) void request();
  }, [asked]);

  const ask = useCallback(() => setAsked((count) => count + 1), []);
  useDocumentEvent("visibilitychange", () => {
    // The device may have slept with the stream open.
    if (isKeptHidden && !isOver && !document.hidden) ask();
  });
  const onOnline = useEffectEvent(() => {
    if (!isStreaming && !isOver) ask();
  });
  useEffect(() => {
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);

  const isWatched = usePageVisible();
  // Over HTTP/1.1 a browser has six connections per site; unwatched tabs release theirs.
  const isFollowed = !isOver && (isWatched || isKeptHidden);
  const onState = useEffectEvent((next: unknown) => take(() => next as State));
  const onWord = useEffectEvent((sentAt: number | null) => terms.onWord?.(sentAt));
  const onLine = useEffectEvent((isUp: boolean) => {
    setStreaming(isUp);
    if (!isUp) ask();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reopens the stream
  useEffect(() => {
    if (!isFollowed) return;
    // Browsers put hidden tabs to sleep, so they do not share a stream.
    const follow = isKeptHidden ? subscribeToStream : shareStream;
    const stop = follow(events, { onState, onWord, onLine });
    return () => {
      stop();
      setStreaming(false);
    };
  }, [events, isFollowed, isKeptHidden, round]);
  const connection: Connection = isStreaming || isOver ? "live" : error === null ? "polling" : "lost";
  return {
    data,
    connection,
    error,
    ask,
    retry: useCallback(() => {
      setRound((count) => count + 1);
      ask();
    }, [ask]),
    /** Optimistic update. A response in flight is older, so it is dropped. */
    put: take,
  };
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}
