"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

/** From when to when, in the reader's own time zone, also over midnight; until the script runs, in UTC. */
export function TimeWindow({ from, to }: { from: string; to: string }) {
  const format = useFormatter();
  const [timeZone, setTimeZone] = useState("UTC");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const time = { hour: "2-digit", minute: "2-digit", timeZone } as const;
  // A range over midnight would come with both dates, which nobody needs for half an hour.
  const begin = format.dateTime(new Date(from), time);
  const end = format.dateTime(new Date(to), { ...time, timeZoneName: "short" });
  return (
    <span className="whitespace-nowrap tabular-nums">
      {begin} – {end}
    </span>
  );
}
