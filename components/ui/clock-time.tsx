"use client";

import { formatTime } from "@/components/tracking/format";
import { useTelling } from "@/components/ui/page-zone";

export function ClockTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(new Date(at), useTelling())}</time>;
}
