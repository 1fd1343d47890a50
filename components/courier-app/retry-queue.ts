import { useCallback, useEffect, useRef } from "react";

const RETRY_MS = 5_000;

/** Calls `act` at an interval, when the network returns, and when the page's visibility changes. Returns a stop function. */
export function repeat(act: () => void, everyMs: number): () => void {
  const timer = setInterval(act, everyMs);
  const stopListening = listen(act);
  return () => {
    clearInterval(timer);
    stopListening();
  };
}

function listen(act: () => void): () => void {
  window.addEventListener("online", act);
  document.addEventListener("visibilitychange", act);
  return () => {
    window.removeEventListener("online", act);
    document.removeEventListener("visibilitychange", act);
  };
}

/**
 * Calls `send` at once, when the network returns, when the page's visibility changes, and every few seconds while
 * `send` returns that something is left. Returns a function that calls it now.
 */
export function useRetryQueue(send: () => Promise<boolean>): () => Promise<void> {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isOpen = useRef(false);
  const run = useCallback(async () => {
    let isSomethingLeft = true;
    try {
      isSomethingLeft = await send();
    } finally {
      clearTimeout(timer.current);
      if (isSomethingLeft && isOpen.current) timer.current = setTimeout(run, RETRY_MS);
    }
  }, [send]);
  useEffect(() => {
    isOpen.current = true;
    const act = () => void run();
    act();
    const stopListening = listen(act);
    return () => {
      isOpen.current = false;
      clearTimeout(timer.current);
      stopListening();
    };
  }, [run]);
  return run;
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
