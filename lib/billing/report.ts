import * as z from "zod";
import { DAY_MS } from "@/lib/duration";
import { isDate, listLastDays, nextDate, startOfDate } from "@/lib/locale/day";

const USUAL_DAYS = 7;
export const MAX_REPORT_DAYS = 366;

/** Local days; both are included. */
export interface ReportDays {
  readonly from: string;
  readonly to: string;
}

/** The share of deliveries that should be on time, in percent; empty for none. */
export const onTimeTarget = z.object({
  target: z
    .string()
    .trim()
    .regex(/^(|[1-9]\d?|100)$/, { error: "target" })
    .transform((text) => (text === "" ? null : Number(text))),
});

/** Reads the days of a URL; the last seven without valid ones. */
export function readReportDays(
  parameter: (name: string) => string,
  {
    now,
    timeZone,
    maxDays = MAX_REPORT_DAYS,
  }: { readonly now: Date; readonly timeZone: string; readonly maxDays?: number },
): ReportDays {
  const days = listLastDays(now, timeZone, USUAL_DAYS);
  const [from, to] = [parameter("from"), parameter("to")];
  const isUsable =
    isDate(from) && isDate(to) && from <= to && Date.parse(to) - Date.parse(from) < maxDays * DAY_MS;
  return isUsable ? { from, to } : { from: days.at(0)?.date ?? "", to: days.at(-1)?.date ?? "" };
}

export const toInstants = ({ from, to }: ReportDays, timeZone: string) => ({
  from: startOfDate(from, timeZone),
  until: startOfDate(nextDate(to), timeZone),
});

export const shareOnTime = ({ delivered, onTime }: { delivered: number; onTime: number }): number | null =>
  delivered === 0 ? null : onTime / delivered;
