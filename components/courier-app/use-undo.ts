import { useCallback, useEffect, useState } from "react";
import { useLatest } from "@/components/ui/use-latest";

export const UNDO_MS = 4_000;

/** Delays an action for a few seconds so that it can be undone. A hidden page runs it at once. */
export function useUndo<Held>(onGo: (held: Held) => void) {
  const [held, setHeld] = useState<{ readonly value: Held } | null>(null);
  const latest = useLatest(onGo);
  useEffect(() => {
    if (held === null) return;
    const go = () => {
      stop();
      setHeld(null);
      latest.current(held.value);
    };
    const whenHidden = () => {
      if (document.visibilityState === "hidden") go();
    };
    const timer = setTimeout(go, UNDO_MS);
    document.addEventListener("visibilitychange", whenHidden);
    window.addEventListener("pagehide", go);
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenHidden);
      window.removeEventListener("pagehide", go);
    };
    return stop;
  }, [held]);
  return {
    held: held?.value ?? null,
    hold: useCallback((value: Held) => setHeld({ value }), []),
    undo: useCallback(() => setHeld(null), []),
  };
}
