import { useFormatter, useTranslations } from "next-intl";
import { StatusPill } from "@/components/ui/status-pill";
import { CARD } from "@/components/ui/styles";
import { AFTER_DELIVERY_TIME_MS, BESIDES_TRIP_MS } from "@/lib/orders/due-at";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { type DayNumbers, decidedOn, onTimeShare, placedOn } from "@/lib/overview/overview";
import { toRubles } from "@/lib/pricing/money";

const MINUTE_MS = 60_000;

/** Formats a day's numbers for the reader. */
function useDay() {
  const t = useTranslations("overview.today");
  const format = useFormatter();
  return (day: DayNumbers) => {
    const share = onTimeShare(day);
    const minutes = day.meanSeconds === null ? null : Math.round(day.meanSeconds / 60);
    return {
      placed: format.number(placedOn(day)),
      on_time: share === null ? t("none") : format.number(share, { style: "percent" }),
      mean:
        minutes === null
          ? t("none")
          : minutes < 60
            ? t("minutes", { count: minutes })
            : t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
      spent: format.number(toRubles(day.spent), {
        style: "currency",
        currency: "RUB",
        currencyDisplay: "narrowSymbol",
        maximumFractionDigits: 0,
      }),
    };
  };
}

const FIGURES = ["placed", "on_time", "mean", "spent"] as const;

/** Shows today's numbers, each next to yesterday's. */
export function TodayNumbers({ today, yesterday }: { today: DayNumbers; yesterday: DayNumbers }) {
  const t = useTranslations("overview.today");
  const format = useFormatter();
  const say = useDay();
  const [now, before] = [say(today), say(yesterday)];
  const decided = decidedOn(today);
  return (
    <>
      <section aria-label={t("numbers")}>
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {FIGURES.map((figure) => (
            <div key={figure} className={`${CARD} flex flex-col p-4`}>
              <dt className="text-sm text-soft">{t(figure)}</dt>
              <dd className="mt-1 type-title sm:text-3xl">{now[figure]}</dd>
              <dd className="mt-auto pt-1 text-sm text-soft">
                {figure === "on_time" && decided > 0 && (
                  <span className="block">
                    {t("of_decided", { onTime: today.onTime, decided, overdue: today.overdue })}
                  </span>
                )}
                {t("yesterday", { value: before[figure] })}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-label={t("by_status")} className={`${CARD} mt-3 overflow-hidden`}>
        <dl className="-mt-px -ml-px grid grid-cols-2 sm:grid-cols-5">
          {ORDER_STATUSES.map((status) => (
            <div
              key={status}
              className="flex flex-wrap items-baseline gap-x-3 border-t border-l border-line px-4 py-3"
            >
              <dt className="basis-full">
                <StatusPill status={status} />
              </dt>
              <dd className="mt-2 type-heading">{format.number(today.byStatus[status])}</dd>
              <dd className="text-sm text-soft">
                {t("yesterday", { value: format.number(yesterday.byStatus[status]) })}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <details className="mt-2 text-sm text-soft">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-1 underline-offset-4">
          {t("how")}
        </summary>
        <ul className="max-w-3xl list-disc space-y-1 pl-5">
          <li>{t("how_day")}</li>
          <li>
            {t("how_on_time", {
              grace: AFTER_DELIVERY_TIME_MS / MINUTE_MS,
              allowance: BESIDES_TRIP_MS / MINUTE_MS,
            })}
          </li>
          <li>{t("how_mean")}</li>
          <li>{t("how_spent")}</li>
        </ul>
      </details>
    </>
  );
}
