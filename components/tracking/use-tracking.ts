"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { takeState } from "@/components/ui/take-state";

const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;
const FAILURES_BEFORE_POLLING = 2;
const REOPEN_MS = 20_000;

/** The state of a tracking page, and how it is kept up. */
export interface LiveTracking {
  readonly state: TrackingState;
  /** When the state was last known to be right; null while it is. */
  readonly offlineSince: Date | null;
  readonly retry: () => void;
}

/**
 * Keeps the state by server-sent events, and by asking every 15 seconds once the stream has failed twice; every
 * minute while nobody looks. Nothing is asked for after the end.
 */
export function useTracking(address: string, initial: TrackingState): LiveTracking {
  const client = useQueryClient();
  const [failures, setFailures] = useState(0);
  const [isHidden, setHidden] = useState(false);
  const [round, setRound] = useState(0);
  const key = ["tracking", address];
  const isPolling = failures >= FAILURES_BEFORE_POLLING;
  const { data, isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: key,
    queryFn: () => read(`${address}/state?lang=${initial.locale}`),
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      isPolling && !state.data?.isFinal ? (isHidden ? POLL_HIDDEN_MS : POLL_MS) : false,
    refetchIntervalInBackground: true,
    networkMode: "always",
    retry: false,
  });

  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens the stream anew
  useEffect(() => {
    if (data.isFinal) return;
    const stream = new EventSource(`${address}/events?lang=${initial.locale}`);
    stream.addEventListener("state", (event) => {
      setFailures(0);
      takeState(client, key, JSON.parse(event.data));
    });
    stream.addEventListener("end", () => stream.close());
    stream.addEventListener("open", () => setFailures(0));
    let timer: ReturnType<typeof setTimeout> | undefined;
    stream.addEventListener("error", () => {
      // A browser that has given up will not open it again by itself.
      const isGivenUp = stream.readyState === EventSource.CLOSED;
      setFailures((count) => (isGivenUp ? FAILURES_BEFORE_POLLING : count + 1));
      if (isGivenUp)
        timer = setTimeout(() => setRound((count) => count + 1), REOPEN_MS * (0.75 + Math.random() / 2));
    });
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [address, initial.locale, data.isFinal, round]);

  useEffect(() => {
    if (isPolling) void refetch();
  }, [isPolling, refetch]);

  const isOffline = !data.isFinal && isPolling && isError;
  return {
    state: data,
    offlineSince: isOffline ? new Date(dataUpdatedAt) : null,
    retry: () => {
      setRound((count) => count + 1);
      void refetch();
    },
  };
}

async function read(address: string): Promise<TrackingState> {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The state could not be read: ${response.status}`);
  return (await response.json()) as TrackingState;
}
