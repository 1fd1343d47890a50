"use client";

import { useTranslations } from "next-intl";
import { formatTime } from "@/components/tracking/format";
import { Link } from "@/components/ui/link";
import { useDateFormat } from "@/components/ui/page-zone";
import { LINK } from "@/components/ui/styles";
import type { PlannedPickup } from "@/lib/console/console-board";

/** A courier's next orders: `Then 7KQ2-M4XR at 14:20, B2QW-9KLM at 14:50`. */
export function PlannedOrders({ planned }: { planned: readonly PlannedPickup[] }) {
  const t = useTranslations("ops.plan");
  const dates = useDateFormat();
  if (planned.length === 0) return null;
  return (
    <p className="mt-1 text-sm">
      {t("then")}{" "}
      {planned.map(({ code, at }, index) => (
        <span key={code}>
          {index > 0 && ", "}
          {t.rich("pickup", {
            time: formatTime(new Date(at), dates),
            order: () => (
              <Link href={`/ops/orders/${code}`} className={`${LINK} font-mono`}>
                {code}
              </Link>
            ),
          })}
        </span>
      ))}
    </p>
  );
}
