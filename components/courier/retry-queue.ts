import { useEffect } from "react";

const RETRY_MS = 5_000;

/** Calls `act` at an interval, when the network returns, and when the page's visibility changes. Returns a stop function. */
export function repeat(act: () => void, everyMs: number): () => void {
  const timer = setInterval(act, everyMs);
  window.addEventListener("online", act);
  document.addEventListener("visibilitychange", act);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", act);
    document.removeEventListener("visibilitychange", act);
  };
}

/** Calls `send` at once, every few seconds, when the network returns, and when the page becomes visible. */
export function useRetryQueue(send: () => Promise<void>): void {
  useEffect(() => {
    const trySending = () => void send();
    trySending();
    return repeat(trySending, RETRY_MS);
  }, [send]);
}

const running = new Set<string>();

/** Runs one sender per queue, so that two windows on a phone do not send the same action twice. */
export async function runExclusively(queue: string, work: () => Promise<void>): Promise<void> {
  if (running.has(queue)) return;
  running.add(queue);
  try {
    // Web Locks exist only on secure origins.
    if (navigator.locks === undefined) await work();
    else await navigator.locks.request(queue, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  } finally {
    running.delete(queue);
  }
}
