import { DAY_MS } from "@/lib/duration";
import { fromLocalTime, toLocalTime } from "@/lib/locale/local-time";

export interface QuietHours {
  /** Minutes of the day; equal or null for none. */
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
}

/** The end of the quiet hours that contain `now`; null outside them. */
export function findQuietEnd({ quietFrom: from, quietUntil: until }: QuietHours, zone: string, now: Date) {
  if (from === null || until === null || from === until) return null;
  const time = toLocalTime(now, zone).slice(11);
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return null;
  const day = minute < until ? now : new Date(now.getTime() + DAY_MS);
  return fromLocalTime(`${toLocalTime(day, zone).slice(0, 10)}T${formatMinute(until)}`, zone);
}

/** `22:30` */
export function formatMinute(minute: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}
