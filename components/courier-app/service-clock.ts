import { useEffect, useState } from "react";
import { SECOND_MS } from "@/lib/duration";

const SETTING = "courier-clock-ahead-ms";
// Differences below a response's duration are not corrected.
const NOISE_MS = 10_000;

/** Corrects a wrong phone clock by the time of a response. */
export function updateServiceTime(sentAt: number | null): void {
  if (sentAt === null) return;
  const aheadMs = sentAt - Date.now();
  if (Math.abs(aheadMs) < NOISE_MS) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, String(aheadMs));
}

export function serviceNow(): Date {
  return new Date(Date.now() + Number(localStorage.getItem(SETTING) ?? 0));
}

/** Updates every second; null until hydration. */
export function useServiceClock(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(serviceNow());
    const timer = setInterval(() => setNow(serviceNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
