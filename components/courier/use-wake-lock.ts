import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Keeps the screen on while the courier wants it. The browser releases the lock when the page is hidden, so this
 * requests it again.
 */
export function useWakeLock(): { isSupported: boolean; isWanted: boolean; toggle: () => void } {
  const [isSupported, setIsSupported] = useState(true);
  const [isWanted, setIsWanted] = useState(false);
  const sentinel = useRef<WakeLockSentinel | null>(null);

  useEffect(() => setIsSupported("wakeLock" in navigator), []);

  useEffect(() => {
    if (!isWanted) return;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      // Refused on a low battery; the switch then shows it as off.
      sentinel.current = await navigator.wakeLock.request("screen").catch(() => null);
      if (sentinel.current === null) setIsWanted(false);
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      document.removeEventListener("visibilitychange", ask);
      void sentinel.current?.release();
      sentinel.current = null;
    };
  }, [isWanted]);

  return { isSupported, isWanted, toggle: useCallback(() => setIsWanted((wanted) => !wanted), []) };
}
