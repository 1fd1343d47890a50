"use client";

import { useLocale, useTranslations } from "next-intl";
import { isLate, type ListRow } from "@/components/orders/order-progress";
import { formatDay, formatTime, formatWindow, isSameDay } from "@/components/tracking/format";

const MINUTE_MS = 60_000;
const MAX_MINUTES = 90;

export function OrderTime({ order, timeZone, now }: { order: ListRow; timeZone: string; now: number }) {
  const t = useTranslations("orders.row");
  const telling = { locale: useLocale(), zone: timeZone };
  const at = (moment: string) => {
    const date = new Date(moment);
    const shown = isSameDay(date, new Date(now), timeZone) ? formatTime : formatDay;
    return shown(date, telling);
  };
  const { arrival, deliveryTime, dispatchAt, dueAt, endedAt, status } = order;
  if (endedAt !== null) return <time dateTime={endedAt}>{at(endedAt)}</time>;
  const late = isLate(order, now);
  const look = late ? "late" : undefined;
  if (arrival !== null) {
    const window = { from: new Date(arrival.from), to: new Date(arrival.to) };
    return <span className={look}>{formatWindow(window, telling)}</span>;
  }
  const expected = deliveryTime ?? (late ? dueAt : null);
  if (expected !== null) {
    return (
      <time dateTime={expected} className={look}>
        {at(expected)}
      </time>
    );
  }
  const waited = Math.floor((now - Date.parse(dispatchAt)) / MINUTE_MS);
  if (status === "new" && waited >= 0 && waited <= MAX_MINUTES) {
    return <span className="text-soft">{t("waits", { count: waited })}</span>;
  }
  return <i>—</i>;
}
