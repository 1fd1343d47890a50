"use client";

import { formatDay } from "@/components/tracking/format";
import { useTelling } from "@/components/ui/page-zone";

/** `short` leaves the year to the title. */
export function Moment({
  at,
  seconds = false,
  short = false,
}: {
  at: string;
  seconds?: boolean;
  short?: boolean;
}) {
  const telling = useTelling();
  const show = (options: Intl.DateTimeFormatOptions) => formatDay(new Date(at), telling, options);
  const second = seconds ? ({ second: "2-digit" } as const) : {};
  return (
    <time dateTime={at} title={show({ ...second, year: "numeric", timeZoneName: "short" })}>
      {show(short ? second : { ...second, year: "numeric" })}
    </time>
  );
}
