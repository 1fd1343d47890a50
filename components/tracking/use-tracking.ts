"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { afterWord, isCutOff, type Line, pauseBefore } from "@/components/tracking/line";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { takeState } from "@/components/ui/take-state";

const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;
const FAILURES_BEFORE_POLLING = 2;
const REOPEN_MS = 20_000;
const ANSWER_WITHIN_MS = 10_000;
const TICK_MS = 5_000;

/** The state of a tracking page, and how it is kept up. */
export interface LiveTracking {
  /** Null once the link leads nowhere: the page is loaded anew then, which says so. */
  readonly state: TrackingState | null;
  /** The present instant by the service's clock. */
  readonly now: Date;
  /** When the state was last known to be right, by the service's clock; null while it is. */
  readonly offlineSince: Date | null;
  readonly retry: () => void;
}

/**
 * Keeps the state by server-sent events, and by asking every 15 seconds once the stream has failed twice or has gone
 * silent; every minute while nobody looks. Nothing is asked for after the end.
 *
 * @param renderedAt when the service wrote the page, in milliseconds of its clock
 */
export function useTracking(address: string, initial: TrackingState, renderedAt: number): LiveTracking {
  const client = useQueryClient();
  const [line, setLine] = useState<Line>({ heardAt: renderedAt, failedAt: null, aheadMs: 0 });
  const [failures, setFailures] = useState(0);
  const [round, setRound] = useState(0);
  const { now, isOnline, isHidden } = useDevice(renderedAt);
  const key = ["tracking", address];
  const isPolling = failures >= FAILURES_BEFORE_POLLING;
  const everyMs = isPolling && isHidden ? POLL_HIDDEN_MS : POLL_MS;
  const hear = (sentAt: number | null) => setLine((before) => afterWord(before, Date.now(), sentAt));
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        const answer = await read(`${address}/state?lang=${initial.locale}`);
        hear(answer.sentAt);
        return answer.state;
      } catch (failure) {
        if (!signal.aborted) setLine((before) => ({ ...before, failedAt: Date.now() }));
        throw failure;
      }
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data: known, error: refusal } }) => {
      if (!isPolling || known?.isFinal) return false;
      return pauseBefore(everyMs, refusal instanceof Refused ? refusal.retryAfter : null);
    },
    refetchIntervalInBackground: true,
    networkMode: "always",
    retry: false,
  });
  const isEnded = error instanceof Refused && (error.status === 404 || error.status === 410);
  const isLost = !data.isFinal && isCutOff(line, { now, isOnline, everyMs });

  useEffect(() => {
    // The page was written when its first byte came, which is long before a slow phone gets here.
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const came = performance.timeOrigin + (navigation?.responseStart ?? performance.now());
    setLine((before) => afterWord(before, came, renderedAt));
  }, [renderedAt]);

  useEffect(() => {
    // Nothing of what was here stays, not even in what the page was made from.
    if (isEnded) window.location.reload();
  }, [isEnded]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round opens the stream anew
  useEffect(() => {
    if (data.isFinal) return;
    const stream = new EventSource(`${address}/events?lang=${initial.locale}`);
    stream.addEventListener("state", (event) => {
      setFailures(0);
      hear(null);
      takeState(client, key, JSON.parse(event.data));
    });
    stream.addEventListener("heartbeat", (event) => {
      setFailures(0);
      hear(Date.parse(event.data));
    });
    stream.addEventListener("end", () => stream.close());
    stream.addEventListener("error", () => {
      // A browser that has given up will not open it again by itself.
      const isGivenUp = stream.readyState === EventSource.CLOSED;
      setFailures((count) => (isGivenUp ? FAILURES_BEFORE_POLLING : count + 1));
    });
    return () => stream.close();
  }, [address, initial.locale, data.isFinal, round]);

  useEffect(() => {
    // A dead socket says nothing, and a browser waits for it for hours.
    if (isLost) setFailures(FAILURES_BEFORE_POLLING);
  }, [isLost]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has its own wait
  useEffect(() => {
    if (!isPolling || data.isFinal) return;
    const wait = REOPEN_MS * (0.75 + Math.random() / 2);
    const timer = setTimeout(() => setRound((count) => count + 1), wait);
    return () => clearTimeout(timer);
  }, [isPolling, data.isFinal, round]);

  // The network is back, or the stream has failed.
  useEffect(() => {
    if (isPolling && isOnline) void refetch();
  }, [isPolling, isOnline, refetch]);

  return {
    state: isEnded ? null : data,
    now: new Date(now + line.aheadMs),
    offlineSince: isLost ? new Date(line.heardAt + line.aheadMs) : null,
    retry: () => {
      setRound((count) => count + 1);
      void refetch();
    },
  };
}

/** The device's clock, at first the instant that the page was written; whether it has a network and a reader. */
function useDevice(atFirst: number): { now: number; isOnline: boolean; isHidden: boolean } {
  const [device, setDevice] = useState({ now: atFirst, isOnline: true, isHidden: false });
  useEffect(() => {
    const look = () => setDevice({ now: Date.now(), isOnline: navigator.onLine, isHidden: document.hidden });
    look();
    const timer = setInterval(look, TICK_MS);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return device;
}

/** An answer without a state. */
class Refused extends Error {
  constructor(
    readonly status: number,
    /** The header of that name. */
    readonly retryAfter: string | null,
  ) {
    super(`The state could not be read: ${status}`);
  }
}

async function read(address: string): Promise<{ state: TrackingState; sentAt: number | null }> {
  const response = await fetch(address, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const { status, headers } = response;
  if (!response.ok) throw new Refused(status, headers.get("retry-after"));
  const sentAt = Date.parse(headers.get("date") ?? "");
  return { state: await response.json(), sentAt: Number.isNaN(sentAt) ? null : sentAt };
}
