import { useFormatter } from "next-intl";
import { useIsHydrated } from "@/components/courier/use-is-alive";

/** Returns how an instant is told as a time of day: by the phone's own time zone, which only the phone knows. */
export function useClockTime(): (at: Date) => string {
  const format = useFormatter();
  const isAlive = useIsHydrated();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (at) =>
    format.dateTime(at, { hour: "numeric", minute: "2-digit", ...(isAlive ? { timeZone } : {}) });
}
