"use client";

import { useLocale, useTranslations } from "next-intl";
import { isLate, type ListRow } from "@/components/orders/list/order-progress";
import { formatTimeOrDay, formatWindow, formatWindowOrDay } from "@/components/tracking/format";
import { MINUTE_MS } from "@/lib/duration";
import { fromWindowText } from "@/lib/orders/delivery-window";

const MAX_MINUTES = 90;

export function OrderTime({ order, timeZone, now }: { order: ListRow; timeZone: string; now: number }) {
  const t = useTranslations("orders.row");
  const telling = { locale: useLocale(), zone: timeZone };
  const at = (moment: string) => formatTimeOrDay(new Date(moment), new Date(now), telling);
  const { arrival, deliveryTime, deliveryWindow, dispatchAt, dueAt, endedAt, status } = order;
  if (status === "cancelled") return <i>—</i>;
  if (endedAt !== null) return at(endedAt);
  const late = isLate(order, now);
  const look = late ? "late" : undefined;
  if (arrival !== null) {
    return <span className={look}>{formatWindow(fromWindowText(arrival), telling)}</span>;
  }
  // Undefined in a list that a process of the former release has sent.
  if (deliveryWindow != null) {
    const window = fromWindowText(deliveryWindow);
    return <span className={look}>{formatWindowOrDay(window, new Date(now), telling)}</span>;
  }
  const expected = deliveryTime ?? (late ? dueAt : null);
  if (expected !== null) return <span className={look}>{at(expected)}</span>;
  const waited = Math.floor((now - Date.parse(dispatchAt ?? "")) / MINUTE_MS);
  if (status === "new" && waited >= 0 && waited <= MAX_MINUTES) {
    return <span className="text-soft">{t("waits", { count: waited })}</span>;
  }
  return <i>—</i>;
}
