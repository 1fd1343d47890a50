"use client";

import { useCallback, useEffect, useRef, useState } from "react";

const EVERY_MS = 2_000;
// The time that an answer may take; smaller errors are not worth correcting.
const NOISE_MS = 10_000;

/**
 * The current time by the service's clock, which this device's may differ from.
 *
 * @param atFirst the service's time when the page was made
 */
export function useServiceTime(atFirst: number): { now: number; onWord: (sentAt: number | null) => void } {
  const [now, setNow] = useState(atFirst);
  const aheadMs = useRef(0);
  const hear = useCallback((sentAt: number | null) => {
    if (sentAt === null) return;
    const difference = sentAt - Date.now();
    aheadMs.current = Math.abs(difference) < NOISE_MS ? 0 : difference;
    setNow(Date.now() + aheadMs.current);
  }, []);
  useEffect(() => {
    hear(atFirst);
    const timer = setInterval(() => setNow(Date.now() + aheadMs.current), EVERY_MS);
    return () => clearInterval(timer);
  }, [atFirst, hear]);
  return { now, onWord: hear };
}
