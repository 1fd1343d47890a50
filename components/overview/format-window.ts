import type { useFormatter } from "next-intl";
import type { ArrivalWindow } from "@/lib/tracking/eta";

/** A window as people say it, such as 14:20–14:30. */
export function formatWindow(
  format: ReturnType<typeof useFormatter>,
  { from, to }: ArrivalWindow,
  timeZone: string,
): string {
  const clock = (at: Date) => format.dateTime(at, { hour: "2-digit", minute: "2-digit", timeZone });
  return `${clock(from)}–${clock(to)}`;
}
