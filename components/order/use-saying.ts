"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { type OrderSentence, orderSentence, type Saying } from "@/components/order/order-sentence";
import type { OrderState } from "@/components/order/order-state";
import { useDistance } from "@/components/order/use-distance";
import { formatDay, formatTime, formatWindow, isSameDay } from "@/components/tracking/format";
import { useAge } from "@/components/ui/age";
import { useNow } from "@/components/ui/use-now";
import type { Locale } from "@/lib/locale/locale";

/** Says times, places and distances to this reader: in their time zone, and in UTC until the script runs. */
export function useSaying(now: number): Saying {
  const t = useTranslations("order");
  const locale = useLocale() as Locale;
  const [zone, setZone] = useState("UTC");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const age = useAge();
  const distance = useDistance();
  const telling = { locale, zone };
  const isToday = (at: string) => isSameDay(new Date(at), new Date(now), zone);
  return {
    t,
    isToday,
    window: (from, to) => formatWindow({ from: new Date(from), to: new Date(to) }, telling),
    clock: (at) => formatTime(new Date(at), telling),
    time: (at) => (isToday(at) ? formatTime : formatDay)(new Date(at), telling),
    distance,
    age,
  };
}

/** How the order stands, in this reader's words; it follows the clock. */
export function useOrderSentence(order: OrderState, atFirst: number): OrderSentence {
  const now = useNow(atFirst);
  return orderSentence(order, useSaying(now), now);
}
