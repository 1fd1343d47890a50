import { useFormatter, useTranslations } from "next-intl";
import type { PublicPart } from "@/lib/health-report/public-part";
import type { DayLevel, History } from "@/lib/health-report/status";

/** Bars differ in height as well as in color. */
const LOOKS: Readonly<Record<DayLevel, string>> = {
  ok: "h-full bg-delivered",
  slow: "h-3/4 bg-late",
  stuck: "h-1/2 bg-bad",
  none: "h-full bg-line",
};
export function HistoryBar({ part, days, uptimePercent }: History & { part: PublicPart }) {
  const t = useTranslations("status");
  const format = useFormatter();
  const broken = days.filter(({ downMinutes }) => downMinutes > 0).length;
  return (
    <div className="mt-2.5">
      <div
        role="img"
        aria-label={t("bar", { part: t(`parts.${part}`), days: broken })}
        // A phone shows the last 30 days.
        className="flex h-7 items-end gap-[2px] *:min-w-0 *:flex-1 *:rounded-xs max-sm:[&>:nth-child(-n+60)]:hidden"
      >
        {days.map(({ day, level, downMinutes }) => (
          <span
            key={day}
            title={t(`day.${level}`, {
              day: format.dateTime(new Date(day), { day: "numeric", month: "long", timeZone: "UTC" }),
              minutes: downMinutes,
            })}
            className={LOOKS[level]}
          />
        ))}
      </div>
      <p className="mt-1 flex justify-between gap-3 text-xs text-soft">
        <span className="sm:hidden">{t("ago_30")}</span>
        <span className="max-sm:hidden">{t("ago_90")}</span>
        <span>
          {uptimePercent === null ? t("no_history") : t("uptime", { percent: format.number(uptimePercent) })}
        </span>
        <span>{t("today")}</span>
      </p>
    </div>
  );
}
