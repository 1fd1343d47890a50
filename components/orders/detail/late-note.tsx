"use client";

import { useTranslations } from "next-intl";
import { explainLateness } from "@/components/orders/detail/explain-lateness";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { DateTime } from "@/components/ui/date-time";
import { useNow } from "@/components/ui/use-now";

/** Of a late order: the promise, the real time and where the minutes went. */
export function LateNote({ order, now: atFirst }: { order: OrderPageView; now: number }) {
  const t = useTranslations("order.late");
  const lateness = explainLateness(order, useNow(atFirst));
  if (lateness === null) return null;
  const { promisedUntil, handedOverAt, lateMinutes: minutes, parts } = lateness;
  const longest = Math.max(...parts.map((part) => part.minutes));
  const total = parts.reduce((sum, part) => sum + part.minutes, 0);
  const promised = () => <DateTime at={promisedUntil} short />;
  return (
    <section aria-label={t("label")} className="max-w-205 rounded-xl bg-late-tint p-4 text-sm">
      <p className="font-medium">
        {handedOverAt === null
          ? t.rich("running", { minutes, promised })
          : t.rich("over", { minutes, promised, real: () => <DateTime at={handedOverAt} short /> })}
      </p>
      <dl className="mt-3 grid max-w-120 grid-cols-[minmax(0,auto)_minmax(2rem,1fr)_auto] items-center gap-x-3 gap-y-1.5">
        {parts.map(({ part, minutes: own }) => (
          <div key={part} className="col-span-3 grid grid-cols-subgrid items-center">
            <dt className={own === longest ? "font-medium" : ""}>
              {t(`parts.${part}`, { total: order.stops.length - 1 })}
            </dt>
            <dd aria-hidden="true" className="h-1.5">
              <span
                className="block h-full rounded-full bg-late"
                style={{ width: `${(100 * own) / longest}%` }}
              />
            </dd>
            <dd className={`text-right tabular-nums ${own === longest ? "font-medium" : ""}`}>
              {t("minutes", { minutes: own })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-soft">{t("total", { minutes: total })}</p>
    </section>
  );
}
