"use client";

import { useTranslations } from "next-intl";
import {
  orderSentence,
  type SentenceFormatter,
  type StatusLine,
} from "@/components/orders/detail/order-sentence";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { useDistance } from "@/components/orders/detail/use-distance";
import {
  formatTime,
  formatTimeOrDay,
  formatWindow,
  formatWindowOrDay,
  isSameDay,
} from "@/components/tracking/format";
import { useAge } from "@/components/ui/age";
import { useDateFormat } from "@/components/ui/page-zone";
import { useNow } from "@/components/ui/use-now";
import { fromWindowText } from "@/lib/orders/delivery-window";

export function useOrderFormatter(now: number): SentenceFormatter {
  const t = useTranslations("order");
  const telling = useDateFormat();
  const age = useAge();
  const distance = useDistance();
  const isToday = (at: string) => isSameDay(new Date(at), new Date(now), telling.zone);
  const time = (at: string) => formatTimeOrDay(new Date(at), new Date(now), telling);
  return {
    t,
    isToday,
    window: (from, to) => formatWindow(fromWindowText({ from, to }), telling),
    windowOrDay: (window) => formatWindowOrDay(fromWindowText(window), new Date(now), telling),
    clock: (at) => formatTime(new Date(at), telling),
    time,
    when: (at) => t(isToday(at) ? "when.today" : "when.other_day", { time: time(at) }),
    distance,
    age,
  };
}

export function useOrderSentence(order: OrderPageView, atFirst: number): StatusLine {
  const now = useNow(atFirst);
  return orderSentence(order, useOrderFormatter(now), now);
}
