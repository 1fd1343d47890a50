"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

/** An instant in the reader's own time zone, which is named; until the script runs, in UTC. */
export function Moment({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const format = useFormatter();
  const [timeZone, setTimeZone] = useState("UTC");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <time dateTime={at} className="tabular-nums">
      {format.dateTime(new Date(at), {
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        ...(seconds ? { second: "2-digit" } : {}),
        timeZone,
        timeZoneName: "short",
      })}
    </time>
  );
}
