import { useEffect } from "react";

const RETRY_MS = 5_000;

/** Calls `send` at once, every few seconds, when the network returns, and when the page becomes visible. */
export function useRetryQueue(send: () => Promise<void>): void {
  useEffect(() => {
    const trySending = () => void send();
    trySending();
    const timer = setInterval(trySending, RETRY_MS);
    window.addEventListener("online", trySending);
    document.addEventListener("visibilitychange", trySending);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", trySending);
      document.removeEventListener("visibilitychange", trySending);
    };
  }, [send]);
}

const running = new Set<string>();

/** Runs one sender per queue, so that two windows on a phone do not send the same action twice. */
export async function alone(queue: string, work: () => Promise<void>): Promise<void> {
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
