"use client";

import { useLocale, useTranslations } from "next-intl";
import { createContext, useContext, useEffect, useState } from "react";
import { type OrderSentence, orderSentence, type Saying } from "@/components/order/order-sentence";
import type { OrderState } from "@/components/order/order-state";
import { useDistance } from "@/components/order/use-distance";
import { formatDay, formatTime, formatWindow, isSameDay } from "@/components/tracking/format";
import { useAge } from "@/components/ui/age";
import { useNow } from "@/components/ui/use-now";
import type { Locale } from "@/lib/locale/locale";

/** The time zone of a page that has one of its own. */
export const PageZone = createContext<string | null>(null);

/** Says times, places and distances to this reader: in the page's time zone, or else in theirs, and in UTC until the script runs. */
export function useSaying(now: number): Saying {
  const t = useTranslations("order");
  const locale = useLocale() as Locale;
  const pageZone = useContext(PageZone);
  const [ownZone, setZone] = useState("UTC");
  const zone = pageZone ?? ownZone;
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const age = useAge();
  const distance = useDistance();
  const telling = { locale, zone };
  const isToday = (at: string) => isSameDay(new Date(at), new Date(now), zone);
  const time = (at: string) => (isToday(at) ? formatTime : formatDay)(new Date(at), telling);
  return {
    t,
    isToday,
    window: (from, to) => formatWindow({ from: new Date(from), to: new Date(to) }, telling),
    clock: (at) => formatTime(new Date(at), telling),
    time,
    when: (at) => t(isToday(at) ? "when.today" : "when.other_day", { time: time(at) }),
    distance,
    age,
  };
}

/** How the order stands, in this reader's words; it follows the clock. */
export function useOrderSentence(order: OrderState, atFirst: number): OrderSentence {
  const now = useNow(atFirst);
  return orderSentence(order, useSaying(now), now);
}
