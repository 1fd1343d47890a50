"use client";

import { useEffect, useState } from "react";

const LINGER_MS = 30_000;

/** A page hidden for 30 s counts as unwatched. */
export function usePageVisible(): boolean {
  const [isWatched, setWatched] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setWatched(false), LINGER_MS);
      else setWatched(true);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return isWatched;
}
