"use client";

import { useFormatter } from "next-intl";
import { useReaderZone } from "@/components/ui/use-reader-zone";

/** Shows a time range in the reader's time zone, also across midnight; in UTC until the script runs. */
export function TimeWindow({ from, to }: { from: string; to: string }) {
  const format = useFormatter();
  const timeZone = useReaderZone();
  const time = { hour: "2-digit", minute: "2-digit", timeZone } as const;
  // A formatted range across midnight would include both dates, which nobody needs for half an hour.
  const begin = format.dateTime(new Date(from), time);
  const end = format.dateTime(new Date(to), { ...time, timeZoneName: "short" });
  return (
    <span className="whitespace-nowrap">
      {begin} – {end}
    </span>
  );
}
