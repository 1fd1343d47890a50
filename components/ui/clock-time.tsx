"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

/** Shows the hour and minute of an instant that is near, in the reader's time zone; in UTC until the script runs. */
export function ClockTime({ at }: { at: string }) {
  const format = useFormatter();
  const [timeZone, setTimeZone] = useState("UTC");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <time dateTime={at}>
      {format.dateTime(new Date(at), { hour: "2-digit", minute: "2-digit", timeZone })}
    </time>
  );
}
