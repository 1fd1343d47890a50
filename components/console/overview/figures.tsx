import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { formatTime } from "@/components/tracking/format";
import type { Overview } from "@/lib/console/overview/get-overview";
import { countDecided, onTimeShare } from "@/lib/console/overview/overview";
import { MINUTE_MS } from "@/lib/duration";
import { HANDLING_ALLOWANCE_MS, LATE_TOLERANCE_MS } from "@/lib/orders/due-at";
import { kopecks, toRubles } from "@/lib/pricing/money";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

interface Props extends Pick<Overview, "today" | "hours" | "placedWeekAgo"> {
  timeZone: string;
  now: number;
}

export function Figures({ today, hours, placedWeekAgo, timeZone, now }: Props) {
  const t = useTranslations("overview.figures");
  const format = useFormatter();
  const share = onTimeShare(today);
  const more = today.placed - placedWeekAgo;
  const weekday = t(`weekday.${weekdayAt(now, timeZone)}`);
  const mean = today.charged === 0 ? null : kopecks(Math.round(today.spent / today.charged));
  const inRubles = useRubles();
  const rubles = (amount: typeof today.spent) => inRubles(Math.round(toRubles(amount)));
  return (
    <section aria-label={t("label")} className="mt-7 border-t border-line">
      <dl className="grid grid-cols-2 gap-y-5 pt-5 lg:grid-cols-4 lg:divide-x lg:divide-line">
        <Figure
          name={t("placed")}
          value={format.number(today.placed)}
          // A new account has nothing to compare with.
          note={
            placedWeekAgo > 0 &&
            t(more > 0 ? "more" : more < 0 ? "fewer" : "same", { count: Math.abs(more), day: weekday })
          }
        />
        <Figure
          name={t("on_time")}
          value={share === null ? t("none") : format.number(share, { style: "percent" })}
          note={
            share === null ? t("none_yet") : t("of", { onTime: today.onTime, decided: countDecided(today) })
          }
        />
        <Figure
          name={t("spent")}
          value={rubles(today.spent)}
          note={mean === null ? t("none_spent") : t("mean", { amount: rubles(mean) })}
        />
        <div className="min-w-0 px-3 first:pl-0 sm:px-6 lg:last:pr-0">
          <dt className="text-sm text-soft">{t("hours")}</dt>
          <dd>
            <Bars hours={hours} timeZone={timeZone} />
          </dd>
        </div>
      </dl>
      <details className="mt-5 text-xs text-soft">
        <summary className="inline-flex min-h-6 cursor-pointer items-center underline decoration-1 underline-offset-4">
          {t("how")}
        </summary>
        <ul className="mt-2 max-w-prose space-y-1.5 leading-5">
          <li>{t("zone", { zone: timeZone })}</li>
          <li>{t("how_day")}</li>
          <li>
            {t("how_on_time", {
              grace: LATE_TOLERANCE_MS / MINUTE_MS,
              allowance: HANDLING_ALLOWANCE_MS / MINUTE_MS,
            })}
          </li>
          <li>{t("how_spent")}</li>
        </ul>
      </details>
    </section>
  );
}

const Figure = ({ name, value, note }: { name: string; value: string; note: ReactNode }) => (
  <div className="min-w-0 px-3 first:pl-0 max-lg:odd:pl-0 sm:px-6">
    <dt className="text-sm text-soft">{name}</dt>
    <dd>
      <span className="block text-[2rem] leading-10 font-[650] tracking-tight">{value}</span>
      <span className="block text-xs text-faint">{note}</span>
    </dd>
  </div>
);

/** Prevents a single wide bar early in the day. */
const LEAST_HOURS = 9;

function Bars({ hours, timeZone }: Pick<Overview, "hours"> & { timeZone: string }) {
  const t = useTranslations("overview.figures");
  const telling = { locale: useLocale(), zone: timeZone };
  const clock = (at: Date) => formatTime(at, telling);
  const first = hours.findIndex(({ numbers }) => numbers.placed > 0);
  const shown = hours.slice(
    Math.max(0, Math.min(first === -1 ? hours.length : first, hours.length - LEAST_HOURS)),
  );
  const most = Math.max(1, ...shown.map(({ numbers }) => numbers.placed));
  const [begin, end] = [shown.at(0), shown.at(-1)];
  return (
    <>
      <ol className="mt-2 flex h-16 max-w-xs items-end gap-[5px]">
        {shown.map((hour) => {
          const { from, numbers } = hour;
          const text = t("hour", { time: clock(from), count: numbers.placed });
          return (
            <li
              key={from.toISOString()}
              title={text}
              className="flex h-full max-w-6 min-w-0 flex-1 items-end"
            >
              <span
                aria-hidden="true"
                style={{ height: `${Math.max(3, (numbers.placed / most) * 100)}%` }}
                className={`block w-full rounded-t-sm ${
                  hour === end ? "bg-live ring-[1.5px] ring-on-live ring-inset" : "bg-field-line/45"
                }`}
              />
              <span className="sr-only">{text}</span>
            </li>
          );
        })}
      </ol>
      {begin !== undefined && end !== undefined && (
        <p aria-hidden="true" className="mt-1 flex max-w-xs justify-between text-xs text-faint">
          <span>{clock(begin.from)}</span>
          {end !== begin && <span>{clock(end.from)}</span>}
        </p>
      )}
    </>
  );
}

function weekdayAt(now: number, timeZone: string): (typeof WEEKDAYS)[number] {
  const name = new Intl.DateTimeFormat("en", { weekday: "long", timeZone }).format(now).toLowerCase();
  return WEEKDAYS.find((one) => one === name) ?? "sunday";
}
