"use client";

import { useEffect, useState } from "react";

const LINGER_MS = 30_000;

/** Returns whether somebody is looking at the page. A page hidden for half a minute counts as unattended. */
export function useIsWatched(): boolean {
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
