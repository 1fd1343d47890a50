import { FileDown } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { saveTarget } from "@/app/dashboard/reports/actions";
import { titleMetadata } from "@/app/title-metadata";
import { BarChart, Figure } from "@/components/billing/charts";
import { DaysForm } from "@/components/billing/days-form";
import { TargetForm } from "@/components/billing/target-form";
import { formatRubles } from "@/components/tracking/format";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { LINK, SECONDARY } from "@/components/ui/styles";
import { getReport, listLateDeliveries, MAX_LATE_LISTED } from "@/lib/billing/get-report";
import { readReportDays, shareOnTime } from "@/lib/billing/report";
import { MINUTE_MS } from "@/lib/duration";
import { withMode } from "@/lib/http/mode";
import { toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard/reports";

export const generateMetadata = titleMetadata("reports.title");

export default async function ReportsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.view_reports");
  const { staff, scope, mode, locale, parameter } = page;
  const { timeZone, onTimeTarget } = await requireAccount(staff.accountId);
  const { db, clock } = runtime();
  const range = { days: readReportDays(parameter, { now: clock.now(), timeZone }), timeZone };
  const { from, to } = range.days;
  const [report, late, t, failure, format] = await Promise.all([
    getReport(db, scope, range),
    listLateDeliveries(db, scope, range),
    getTranslations("reports"),
    getTranslations("order.failures"),
    getFormatter(),
  ]);
  const share = shareOnTime(report);
  const percent = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 });
  const minutes = (seconds: number | null) =>
    seconds === null
      ? "—"
      : t("minutes", { count: format.number(seconds / 60, { maximumFractionDigits: 1 }) });
  const p95 = (seconds: number | null) => (seconds === null ? "" : t("p95", { time: minutes(seconds) }));
  const lateCount = report.delivered - report.onTime;
  const isMissed = share !== null && onTimeTarget !== null && share * 100 < onTimeTarget;
  return (
    <PageFrame words={["reports"]}>
      <Heading
        note={<p className="max-w-2xl">{t("note", { zone: timeZone })}</p>}
        actions={
          <a
            href={withMode(`${PATH}/export?from=${from}&to=${to}`, mode)}
            download
            className={`${SECONDARY} print:hidden`}
          >
            <FileDown aria-hidden="true" className="size-4" />
            {t("csv")}
          </a>
        }
      >
        {t("title")}
      </Heading>
      <div className="mb-8">
        <DaysForm path={PATH} mode={mode} days={range.days} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-6 lg:grid-cols-3">
        <Figure
          name={t("delivered")}
          value={format.number(report.delivered)}
          note={t("cancelled", { count: report.cancelled })}
        />
        <Figure
          name={t("total")}
          value={formatRubles(toRubles(report.total), locale)}
          note={t("total_note")}
        />
        <Figure
          name={t("on_time")}
          value={share === null ? "—" : percent(share)}
          note={
            onTimeTarget === null
              ? t("late_count", { count: lateCount })
              : t(isMissed ? "target_missed" : "target_of", { target: onTimeTarget, count: lateCount })
          }
        />
        <Figure name={t("lateness")} value={minutes(report.latenessP50)} note={p95(report.latenessP95)} />
        <Figure
          name={t("pickup_wait")}
          value={minutes(report.pickupWaitP50)}
          note={p95(report.pickupWaitP95)}
        />
        <Figure name={t("door_wait")} value={minutes(report.doorWaitP50)} note={p95(report.doorWaitP95)} />
      </dl>
      <div className="mt-10 grid gap-10 xl:grid-cols-2">
        <section>
          <h2 className="type-heading">{t("hours")}</h2>
          <BarChart
            bars={report.hours.map(({ hour, delivered, late: lateHere }) => ({
              label: String(hour),
              value: delivered,
              part: lateHere,
              text: t("hour", { hour, delivered, late: lateHere }),
            }))}
          />
          <p className="mt-2 text-xs text-soft">{t("hours_note")}</p>
        </section>
        <section>
          <h2 className="type-heading">{t("failures")}</h2>
          {report.failures.length === 0 && <p className="mt-3 text-sm text-soft">{t("no_failures")}</p>}
          <ul className="mt-3 divide-y divide-line text-sm">
            {report.failures.map(({ reason, count }) => (
              <li key={reason} className="flex justify-between gap-4 py-2">
                <span className="first-letter:uppercase">{failure(reason)}</span>
                <span className="tabular-nums">{format.number(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section className="mt-10 max-w-4xl">
        <h2 className="type-heading">{t("late")}</h2>
        {page.isPermitted("account.manage_settings") && (
          <TargetForm target={onTimeTarget} action={saveTarget} />
        )}
        {late.length === 0 && <p className="mt-3 text-sm text-soft">{t("none_late")}</p>}
        <ul className="mt-3 divide-y divide-line text-sm">
          {late.map(({ orderCode, externalOrderId, dueAt, deliveredAt }) => (
            <li key={orderCode} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0">
                <Link href={withMode(`/dashboard/orders/${orderCode}`, mode)} className={LINK}>
                  {orderCode}
                </Link>{" "}
                <span className="break-all text-soft">{externalOrderId}</span>
              </span>
              <span className="text-late">
                {t("late_by", { count: Math.ceil((deliveredAt.getTime() - dueAt.getTime()) / MINUTE_MS) })}
              </span>
            </li>
          ))}
        </ul>
        {lateCount > MAX_LATE_LISTED && (
          <p className="mt-3 text-sm text-soft">{t("more", { count: MAX_LATE_LISTED })}</p>
        )}
      </section>
    </PageFrame>
  );
}
