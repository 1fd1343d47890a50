import { useFormatter } from "next-intl";
import { useIsHydrated } from "@/components/courier/use-is-alive";

/** Formats a time of day in the phone's time zone, which the server does not know. */
export function useClockTime(): (at: Date) => string {
  const format = useFormatter();
  const isAlive = useIsHydrated();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (at) =>
    format.dateTime(at, { hour: "numeric", minute: "2-digit", ...(isAlive ? { timeZone } : {}) });
}
