"use client";

import { useEffect, useState } from "react";

const EVERY_MS = 5_000;

/** Starts with the server's time, so that hydration matches. */
export function useNow(atFirst: number): number {
  const [now, setNow] = useState(atFirst);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
