import { useFormatter, useTranslations } from "next-intl";
import { CARD } from "@/components/ui/styles";
import {
  type DayNumbers,
  type DeliveryOutcome,
  OUTCOMES,
  outcomesOf,
  placedOn,
} from "@/lib/overview/overview";

/** The outcomes that have their own row of bars. A label tells the rows apart, not colour alone. */
const ROWS = [
  { outcome: "on_time", fill: "fill-delivered" },
  { outcome: "late", fill: "fill-late" },
  { outcome: "cancelled", fill: "fill-soft" },
] as const satisfies readonly { outcome: DeliveryOutcome; fill: string }[];

const TALLEST = 80;
const SHORTEST_ROW = 12;
const LABEL = 16;
const AXIS = 20;

/** Shows how each day's orders ended: rows of bars on one scale, and the same as a table. */
export function OutcomeChart({ days }: { days: readonly DayNumbers[] }) {
  const t = useTranslations("overview.chart");
  const format = useFormatter();
  const counted = days.map((day) => ({ ...day, outcomes: outcomesOf(day), placed: placedOn(day) }));
  const most = Math.max(...counted.flatMap(({ outcomes }) => ROWS.map(({ outcome }) => outcomes[outcome])));
  const nameOf = (date: string) =>
    format.dateTime(new Date(date), { day: "numeric", month: "long", timeZone: "UTC" });
  return (
    <section aria-labelledby="two-weeks" className={`${CARD} p-5`}>
      <h2 id="two-weeks" className="type-heading">
        {t("heading")}
      </h2>
      {counted.every(({ placed }) => placed === 0) ? (
        <p className="mt-3 text-sm text-soft">{t("quiet")}</p>
      ) : (
        <>
          <div className="mt-4 space-y-2 sm:space-y-1">
            {ROWS.map(({ outcome, fill }) => (
              <Row
                key={outcome}
                outcome={outcome}
                fill={fill}
                most={most}
                days={counted.map(({ date, outcomes }) => ({ name: nameOf(date), count: outcomes[outcome] }))}
              />
            ))}
            <Axis dates={days.map(({ date }) => date)} />
          </div>
          <details className="mt-3 text-sm">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline decoration-1 underline-offset-4">
              {t("table")}
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
            <section aria-label={t("table")} tabIndex={0} className="overflow-x-auto">
              <table className="w-full text-right tabular-nums">
                <thead className="text-xs text-soft">
                  <tr>
                    <th scope="col" className="py-1 pr-3 text-left font-medium">
                      {t("day")}
                    </th>
                    {(["placed", ...OUTCOMES] as const).map((column) => (
                      <th key={column} scope="col" className="py-1 pl-3 font-medium">
                        {t(column)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {counted.toReversed().map(({ date, outcomes, placed }) => (
                    <tr key={date} className="border-t border-line">
                      <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
                        {nameOf(date)}
                      </th>
                      <td className="py-1.5 pl-3">{format.number(placed)}</td>
                      {OUTCOMES.map((outcome) => (
                        <td key={outcome} className="py-1.5 pl-3">
                          {format.number(outcomes[outcome])}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
    </section>
  );
}

const FRAME = "sm:grid sm:grid-cols-[13rem_minmax(0,1fr)] sm:items-end sm:gap-4";
const BAR_SHARE = 0.62;

function Row({
  outcome,
  fill,
  most,
  days,
}: {
  outcome: DeliveryOutcome;
  fill: string;
  most: number;
  days: readonly { name: string; count: number }[];
}) {
  const t = useTranslations("overview.chart");
  const format = useFormatter();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const own = Math.max(...days.map(({ count }) => count));
  const peak = days.findIndex(({ count }) => count === own);
  const tallOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * TALLEST));
  const height = LABEL + Math.max(SHORTEST_ROW, tallOf(own));
  const slot = 100 / days.length;
  const summary =
    total === 0
      ? t("summary_none", { outcome: t(outcome) })
      : t("summary", { outcome: t(outcome), count: total, date: days[peak]?.name ?? "", most: own });
  return (
    <div className={FRAME}>
      <p className="flex items-baseline justify-between gap-2 pb-1 text-sm sm:block sm:pb-2">
        {t(outcome)}
        <span className="block text-xs text-soft tabular-nums">
          {t("total", { count: format.number(total) })}
        </span>
      </p>
      <svg role="img" aria-label={summary} width="100%" height={height} className="block overflow-visible">
        <rect x={`${100 - slot}%`} width={`${slot}%`} height={height} className="fill-fill" />
        <line x1="0" x2="100%" y1={height} y2={height} className="stroke-line" />
        {days.map(({ name, count }, index) => {
          const tall = tallOf(count);
          const isSaid = count > 0 && (index === peak || index === days.length - 1);
          return (
            <g key={name}>
              <title>{t("bar", { date: name, count })}</title>
              <rect x={`${index * slot}%`} width={`${slot}%`} height={height} fill="transparent" />
              <rect
                x={`${(index + (1 - BAR_SHARE) / 2) * slot}%`}
                y={height - tall}
                width={`${BAR_SHARE * slot}%`}
                height={tall}
                rx={Math.min(2, tall / 2)}
                className={fill}
              />
              {isSaid && (
                <text
                  x={`${(index + 0.5) * slot}%`}
                  y={height - tall - 4}
                  textAnchor="middle"
                  className="fill-ink text-xs tabular-nums"
                >
                  {format.number(count)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** The days of the month below the bars; the table has the full dates. */
function Axis({ dates }: { dates: readonly string[] }) {
  const t = useTranslations("overview.chart");
  const slot = 100 / dates.length;
  return (
    <div aria-hidden="true" className={FRAME}>
      <span />
      <svg width="100%" height={AXIS} className="block overflow-visible">
        <title>{t("day")}</title>
        {dates.map((date, index) => (
          <text
            key={date}
            x={`${(index + 0.5) * slot}%`}
            y={AXIS - 5}
            textAnchor="middle"
            className={`text-xs tabular-nums ${index === dates.length - 1 ? "fill-ink font-semibold" : "fill-soft"}`}
          >
            {Number(date.slice(-2))}
          </text>
        ))}
      </svg>
    </div>
  );
}
