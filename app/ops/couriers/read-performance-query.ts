import { readHome } from "@/lib/accounts/home";
import { MAX_PERFORMANCE_DAYS, PERIOD_UNITS } from "@/lib/billing/performance";
import { readReportDays } from "@/lib/billing/report";
import { config } from "@/lib/config";
import { runtime } from "@/lib/process/runtime";

/** Invalid parameters are ignored. */
export function readPerformanceQuery(parameter: (name: string) => string) {
  const { timeZone } = readHome(config().dataDir);
  const now = runtime().clock.now();
  const days = readReportDays(parameter, { now, timeZone, maxDays: MAX_PERFORMANCE_DAYS });
  const unit = PERIOD_UNITS.find((one) => one === parameter("unit")) ?? "day";
  return { timeZone, now, days, unit };
}
