import { type DateTimeFormatOptions, useFormatter } from "next-intl";
import { useIsHydrated } from "@/components/courier-app/use-is-hydrated";
import type { WindowText } from "@/lib/orders/delivery-window";

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DAY_AND_TIME = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;

/** Formats instants in the phone's time zone, which the server does not know. */
export function useLocalTime(): (at: Date, options?: DateTimeFormatOptions) => string {
  const format = useFormatter();
  const isHydrated = useIsHydrated();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (at, options = TIME) => format.dateTime(at, { ...options, ...(isHydrated ? { timeZone } : {}) });
}

/** As `useLocalTime`, with the day unless it is today. */
export function useDayAndTime(): (at: Date) => string {
  const localTime = useLocalTime();
  const isToday = useIsToday();
  return (at) => localTime(at, isToday(at) ? TIME : DAY_AND_TIME);
}

/** `14:00–16:00`, with the day unless it is today. */
export function useWindowText(): (window: WindowText) => string {
  const localTime = useLocalTime();
  const dayAndTime = useDayAndTime();
  return ({ from, to }) => `${dayAndTime(new Date(from))}–${localTime(new Date(to))}`;
}

export function useIsToday(): (at: Date) => boolean {
  const localTime = useLocalTime();
  const toDay = (at: Date) => localTime(at, { dateStyle: "short" });
  return (at) => toDay(at) === toDay(new Date());
}
