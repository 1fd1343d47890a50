import { useEffect } from "react";

const RETRY_MS = 5_000;

/** Tries to send at once, then again and again: every few seconds, when the network is back, when the page is seen. */
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

/** Does the work unless this queue is being sent already: two windows on one phone must not send it at once. */
export async function alone(queue: string, work: () => Promise<void>): Promise<void> {
  if (running.has(queue)) return;
  running.add(queue);
  try {
    // Browsers only have locks on secure origins.
    if (navigator.locks === undefined) await work();
    else await navigator.locks.request(queue, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  } finally {
    running.delete(queue);
  }
}
