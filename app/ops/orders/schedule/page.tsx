import { CalendarClock } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import { readHome } from "@/lib/accounts/home";
import { config } from "@/lib/config";
import { type DaySchedule, getSchedule, type ScheduleHour } from "@/lib/console/get-schedule";
import { withMode } from "@/lib/http/mode";
import { isDate, listNextDates } from "@/lib/locale/day";
import { runtime } from "@/lib/process/runtime";

const PATH = "/ops/orders/schedule";
const SHOWN_DAYS = 7;

export const generateMetadata = titleMetadata("ops.schedule.heading");

export default async function SchedulePage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage(PATH, searchParams, "service.view");
  const { mode, parameter } = page;
  const t = await getTranslations("ops.schedule");
  const format = await getFormatter();
  const { timeZone } = readHome(config().dataDir);
  const days = listNextDates(runtime().clock.now(), timeZone, SHOWN_DAYS);
  const chosenDay = parameter("day");
  const day = isDate(chosenDay) ? chosenDay : (days[1] ?? "");
  const schedule = await getSchedule(runtime(), { mode, day, timeZone });
  const toLabel = (date: string) =>
    format.dateTime(new Date(`${date}T00:00Z`), {
      weekday: "short",
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
  return (
    <PageFrame page={page} section="orders">
      <Heading note={<p className="max-w-2xl">{t("note", { zone: timeZone })}</p>}>{t("heading")}</Heading>
      <nav aria-label={t("days")} className="mb-6 flex flex-wrap gap-2">
        {(days.includes(day) ? days : [...days, day]).map((date) => (
          <Link
            key={date}
            href={withMode(`${PATH}?day=${date}`, mode)}
            aria-current={date === day ? "page" : undefined}
            className={`${SECONDARY} aria-[current=page]:bg-selected aria-[current=page]:font-semibold`}
          >
            {toLabel(date)}
          </Link>
        ))}
      </nav>
      {schedule.zones.length === 0 && schedule.hours.every(({ usual }) => usual === 0) ? (
        <EmptyState icon={CalendarClock} heading={t("none")} />
      ) : (
        <Hours schedule={schedule} />
      )}
    </PageFrame>
  );
}

const ROW_NAME = "border-b border-line px-3 py-2 text-left tabular-nums";
const CELL = "border-b border-line px-3 py-2 text-right tabular-nums";

async function Hours({ schedule }: { schedule: DaySchedule }) {
  const t = await getTranslations("ops.schedule");
  const format = await getFormatter();
  const { zones, perCourierHour } = schedule;
  const first = schedule.hours.findIndex(isUsed);
  const last = schedule.hours.findLastIndex(isUsed);
  const hours = schedule.hours.slice(first, last + 1);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return (
    <>
      <div className="relative overflow-x-auto">
        <table className="w-full max-w-4xl border-separate border-spacing-0 text-sm">
          <thead className="text-xs text-soft">
            <tr>
              <th scope="col" className={ROW_NAME}>
                {t("hour")}
              </th>
              {zones.map((zone) => (
                <th key={zone} scope="col" className={CELL}>
                  {zone ?? t("no_zone")}
                </th>
              ))}
              <th scope="col" className={CELL}>
                {t("usual")}
              </th>
              <th scope="col" className={CELL}>
                {t("couriers")}
              </th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ hour, scheduled, usual, couriers }) => (
              <tr key={hour}>
                <th scope="row" className={`${ROW_NAME} font-medium`}>
                  {`${String(hour).padStart(2, "0")}:00`}
                </th>
                {zones.map((zone, index) => (
                  <td key={zone} className={CELL}>
                    {scheduled[index] || "—"}
                  </td>
                ))}
                <td className={`${CELL} text-soft`}>{usual === 0 ? "—" : format.number(usual)}</td>
                <td className={`${CELL} font-semibold`}>{couriers || "—"}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={`${ROW_NAME} font-medium`}>
                {t("total")}
              </th>
              {zones.map((zone, index) => (
                <td key={zone} className={CELL}>
                  {sum(hours.map(({ scheduled }) => scheduled[index] ?? 0))}
                </td>
              ))}
              <td className={`${CELL} text-soft`}>{format.number(sum(hours.map(({ usual }) => usual)))}</td>
              <td className={CELL} />
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="mt-4 max-w-2xl text-sm text-soft">
        {perCourierHour === null
          ? t("no_estimate")
          : t("estimate", { count: format.number(perCourierHour, { maximumFractionDigits: 1 }) })}
      </p>
    </>
  );
}

const isUsed = ({ scheduled, usual }: ScheduleHour): boolean => usual > 0 || scheduled.some(Boolean);
