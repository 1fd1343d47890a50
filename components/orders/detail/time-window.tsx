"use client";

import { formatWindow } from "@/components/tracking/format";
import { useDateFormat } from "@/components/ui/page-zone";

export function TimeWindow({ from, to }: { from: string; to: string }) {
  return formatWindow({ from: new Date(from), to: new Date(to) }, useDateFormat());
}
