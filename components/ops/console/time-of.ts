"use client";

import { useTranslations } from "next-intl";
import type { Exception } from "@/lib/board/exceptions";

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

export function useTimeOf(): (exception: Pick<Exception, "kind" | "since" | "until">, now: number) => string {
  const t = useTranslations("console");
  const span = (milliseconds: number) => {
    const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS));
    if (minutes < HOUR) return t("minutes", { count: minutes });
    if (minutes < DAY) return t("hours", { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR });
    return t("days", { count: Math.floor(minutes / DAY) });
  };
  return ({ kind, since, until }, now) => {
    if (until !== null) return t("in", { time: span(Date.parse(until) - now) });
    const passed = span(now - Date.parse(since));
    return kind === "late" ? t("late_by", { time: passed }) : passed;
  };
}
