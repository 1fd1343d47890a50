"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

/** From when to when, in the reader's own time zone; until the script runs, in UTC. */
export function TimeWindow({ from, to }: { from: string; to: string }) {
  const format = useFormatter();
  const [timeZone, setTimeZone] = useState("UTC");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {format.dateTimeRange(new Date(from), new Date(to), {
        hour: "2-digit",
        minute: "2-digit",
        timeZone,
        timeZoneName: "short",
      })}
    </span>
  );
}
