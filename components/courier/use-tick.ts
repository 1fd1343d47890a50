import { useEffect, useState } from "react";
import { serviceNow } from "@/components/courier/service-clock";

const SECOND_MS = 1_000;

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
