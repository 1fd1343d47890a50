"use client";

import { useFormatter } from "next-intl";
import { useReaderZone } from "@/components/ui/use-reader-zone";

/**
 * Shows the hour and minute of an instant, in the reader's time zone; in UTC until the script runs.
 *
 * @param withDay for an instant that may not be of today
 */
export function ClockTime({ at, withDay = false }: { at: string; withDay?: boolean }) {
  const format = useFormatter();
  const timeZone = useReaderZone();
  const day = withDay ? ({ day: "numeric", month: "short" } as const) : {};
  return (
    <time dateTime={at}>
      {format.dateTime(new Date(at), { ...day, hour: "2-digit", minute: "2-digit", timeZone })}
    </time>
  );
}
