"use client";

import { useEffect, useState } from "react";

const EVERY_MS = 5_000;

/** Returns the current time: first the server's, so that both render the same page, then this device's. */
export function useNow(atFirst: number): number {
  const [now, setNow] = useState(atFirst);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
