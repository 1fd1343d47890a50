import { useEffect, useState } from "react";
import { serviceNow } from "@/components/courier/service-clock";

const SECOND_MS = 1_000;

/** Returns the time by the service's clock, every second; null until the page is hydrated. */
export function useServiceClock(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(serviceNow());
    const timer = setInterval(() => setNow(serviceNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
