"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

/** Shows an instant in the reader's time zone, which it names; in UTC until the script runs. */
export function Moment({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const format = useFormatter();
  const [timeZone, setTimeZone] = useState("UTC");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <time dateTime={at}>
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
