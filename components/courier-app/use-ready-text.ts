import { useTranslations } from "next-intl";
import { useDayAndTime, useIsToday } from "@/components/courier-app/local-time";
import { useServiceClock } from "@/components/courier-app/service-clock";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";

/** From when the goods can be collected; null once they can, and until hydration. */
export function useReadyText({ readyAt = null }: Pick<CourierTask, "readyAt">): string | null {
  const t = useTranslations("courier.job");
  const now = useServiceClock();
  const dayAndTime = useDayAndTime();
  const isToday = useIsToday();
  if (readyAt === null || now === null || new Date(readyAt) <= now) return null;
  const at = new Date(readyAt);
  return t(isToday(at) ? "readyAt" : "readyOn", { time: dayAndTime(at) });
}
