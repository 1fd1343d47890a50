"use client";

import { formatDay, formatTime } from "@/components/tracking/format";
import { useDateFormat } from "@/components/ui/page-zone";

interface Props {
  at: string;
  seconds?: boolean;
  short?: boolean;
}

/** `short` leaves the year to the title. */
export function DateTime({ at, seconds = false, short = false }: Props) {
  const telling = useDateFormat();
  const show = (options: Intl.DateTimeFormatOptions) => formatDay(new Date(at), telling, options);
  const second = seconds ? ({ second: "2-digit" } as const) : {};
  return (
    <time dateTime={at} title={show({ ...second, year: "numeric", timeZoneName: "short" })}>
      {show(short ? second : { ...second, year: "numeric" })}
    </time>
  );
}

export const ClockTime = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatTime(new Date(at), useDateFormat())}</time>
);
