"use client";

import { useTranslations } from "next-intl";
import { formatTime } from "@/components/tracking/format";
import { useDateFormat } from "@/components/ui/page-zone";
import type { OperatorPlan } from "@/lib/console/operator-plan";

/** Returns the planned courier with the time at the pickup, or why none is planned. A `cell` of a table is narrow. */
export function usePlanText(form: "sentence" | "cell" = "sentence"): (plan: OperatorPlan) => string {
  const t = useTranslations("ops.plan");
  const dates = useDateFormat();
  const key = form === "cell" ? "planned_cell" : "planned";
  return (plan) =>
    plan.reason === null
      ? t(key, { name: plan.courierName, time: formatTime(new Date(plan.arrivesAt), dates) })
      : t(`unplanned.${plan.reason}`);
}
