"use client";

import { useFormatter } from "next-intl";
import { useReaderZone } from "@/components/ui/use-reader-zone";

/**
 * Shows an instant in the reader's time zone, which it names; in UTC until the script runs.
 *
 * @param short leaves year and zone to a title, as in rows of a list
 */
export function Moment({
  at,
  seconds = false,
  short = false,
}: {
  at: string;
  seconds?: boolean;
  short?: boolean;
}) {
  const format = useFormatter();
  const timeZone = useReaderZone();
  const clock = {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds ? ({ second: "2-digit" } as const) : {}),
    timeZone,
  } as const;
  const whole = format.dateTime(new Date(at), { ...clock, year: "numeric", timeZoneName: "short" });
  return short ? (
    <time dateTime={at} title={whole}>
      {format.dateTime(new Date(at), clock)}
    </time>
  ) : (
    <time dateTime={at}>{whole}</time>
  );
}
