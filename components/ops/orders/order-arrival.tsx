"use client";

import { formatDay, formatTime, formatWindow, isSameDay } from "@/components/tracking/format";
import { useTelling } from "@/components/ui/page-zone";

interface Props {
  arrival: { readonly from: string; readonly to: string } | null;
  deliveryTime: string | null;
  endedAt?: string | null;
  isLate?: boolean;
  now: number;
}

/** All times are ISO 8601. */
export function OrderArrival({ arrival, deliveryTime, endedAt = null, isLate = false, now }: Props) {
  const telling = useTelling();
  const look = isLate ? "font-semibold text-late" : "";
  if (endedAt === null && arrival !== null) {
    const window = { from: new Date(arrival.from), to: new Date(arrival.to) };
    return <span className={look}>{formatWindow(window, telling)}</span>;
  }
  const at = endedAt ?? deliveryTime;
  if (at === null) return <span className="text-faint">—</span>;
  const shown = isSameDay(new Date(at), new Date(now), telling.zone) ? formatTime : formatDay;
  return (
    <time dateTime={at} className={look}>
      {shown(new Date(at), telling)}
    </time>
  );
}
