"use client";

import { useEffect, useState } from "react";
import {
  type ConnectionState,
  isConnectionStale,
  onServerMessage,
} from "@/components/tracking/connection-state";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { HttpError } from "@/components/ui/http-error";
import { useLive } from "@/components/ui/use-live";

const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;
const TICK_MS = 5_000;

export type LiveTracking = ReturnType<typeof useTracking>;

/** @param renderedAt service time in milliseconds */
export function useTracking(address: string, initial: TrackingState, renderedAt: number) {
  const [line, setLine] = useState<ConnectionState>({ heardAt: renderedAt, failedAt: null, aheadMs: 0 });
  const { now, isOnline, isHidden } = useDevice(renderedAt);
  const query = `?lang=${initial.tag}`;
  const { data, connection, error, retry } = useLive(
    { state: `${address}/state${query}`, events: `${address}/events${query}` },
    initial,
    {
      pollMs: POLL_MS,
      hiddenPollMs: POLL_HIDDEN_MS,
      isOver: ({ isFinal }) => isFinal,
      onWord: (sentAt) => setLine((before) => onServerMessage(before, Date.now(), sentAt)),
      onUnanswered: () => setLine((before) => ({ ...before, failedAt: Date.now() })),
    },
  );
  const isEnded = error instanceof HttpError && (error.status === 404 || error.status === 410);
  const everyMs = connection !== "live" && isHidden ? POLL_HIDDEN_MS : POLL_MS;
  const isLost = !data.isFinal && isConnectionStale(line, { now, isOnline, everyMs });

  useEffect(() => {
    // On a slow phone this runs long after the first byte, when the page was rendered.
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const came = performance.timeOrigin + (navigation?.responseStart ?? performance.now());
    setLine((before) => onServerMessage(before, came, renderedAt));
  }, [renderedAt]);

  useEffect(() => {
    // The reload removes all data of the ended link.
    if (isEnded) window.location.reload();
  }, [isEnded]);

  return {
    /** Null once the link has ended: the page then reloads. */
    state: isEnded ? null : data,
    now: new Date(now + line.aheadMs),
    /** When the state was last current, in service time; null while it is. */
    offlineSince: isLost ? new Date(line.heardAt + line.aheadMs) : null,
    retry,
  };
}

/** The clock starts at the render time, so that hydration matches. */
function useDevice(atFirst: number): { now: number; isOnline: boolean; isHidden: boolean } {
  const [device, setDevice] = useState({ now: atFirst, isOnline: true, isHidden: false });
  useEffect(() => {
    const look = () => setDevice({ now: Date.now(), isOnline: navigator.onLine, isHidden: document.hidden });
    look();
    const timer = setInterval(look, TICK_MS);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("online", look, { signal });
    window.addEventListener("offline", look, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, []);
  return device;
}
