import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { PartList } from "@/components/console/health/part-list";
import { RelativeTime } from "@/components/ui/age";
import { Heading } from "@/components/ui/heading";
import { Refresh } from "@/components/ui/refresh";
import { findReport, type HealthReport } from "@/lib/console/health/check-parts";
import { isRunning, type RunningProcess } from "@/lib/console/health/part";
import { listProcesses } from "@/lib/console/health/read-facts";
import { runtime } from "@/lib/process/runtime";
import type { DurationModel } from "@/lib/tracking/arrivals/duration-model";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";

const PATH = "/ops/health";
const REFRESH_MS = 10_000;
const STALE_MS = 60_000;

export const generateMetadata = titleMetadata("health.heading");

export default async function HealthPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage(PATH, searchParams, "service.view");
  const t = await getTranslations("health");
  const { db, clock } = runtime();
  const now = clock.now();
  const [report, processes, durations] = await Promise.all([
    findReport(db),
    listProcesses(db, now),
    getDurationModel(db),
  ]);
  return (
    <PageFrame page={page} section="health">
      <Heading note={<Lead report={report} now={now} />}>{t("heading")}</Heading>
      {report !== null && <PartList states={report.parts} mode={page.mode} />}
      <Processes processes={processes} now={now} />
      <Arrivals durations={durations} now={now} />
      <Refresh everyMs={REFRESH_MS} />
    </PageFrame>
  );
}

async function Lead({ report, now }: { report: HealthReport | null; now: Date }) {
  const t = await getTranslations("health");
  if (report === null || report.checkedAt.getTime() === 0) return t("lead.none");
  const levels = Object.values(report.parts).map(({ level }) => level);
  const count = (level: string) => levels.filter((one) => one === level).length;
  const level = count("stuck") > 0 ? "stuck" : count("slow") > 0 ? "slow" : "ok";
  const isStale = now.getTime() - report.checkedAt.getTime() > STALE_MS;
  return (
    <>
      {isStale ? t("lead.stale") : t(`lead.${level}`, { count: count(level) })} {t("checked")}:{" "}
      <RelativeTime at={report.checkedAt.toISOString()} now={now.getTime()} />
    </>
  );
}

async function Processes({ processes, now }: { processes: readonly RunningProcess[]; now: Date }) {
  const t = await getTranslations("health.processes");
  const running = processes.filter((one) => isRunning(one, now));
  const versions = new Set(running.map(({ version }) => version));
  const time = (at: Date) => <RelativeTime at={at.toISOString()} now={now.getTime()} />;
  return (
    <section aria-labelledby="processes" className="mt-8">
      <h2 id="processes" className="type-heading">
        {t("heading")}
      </h2>
      {versions.size > 1 && <p className="mt-1 text-sm text-soft">{t("versions")}</p>}
      {processes.length === 0 ? (
        <p className="mt-2 text-sm text-soft">{t("none")}</p>
      ) : (
        <div className="mt-2 overflow-x-auto">
          <table className="w-full max-w-3xl text-left text-sm">
            <thead className="text-xs text-soft">
              <tr>
                {(["role", "version", "started", "seen"] as const).map((column) => (
                  <th key={column} scope="col" className="py-2 pr-4 font-normal">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {processes.map((one) => (
                <tr key={one.id} className="border-t border-line">
                  <td className="py-2.5 pr-4 font-medium">{one.role}</td>
                  <td className="py-2.5 pr-4 font-mono text-xs">{one.version}</td>
                  <td className="py-2.5 pr-4">{time(one.startedAt)}</td>
                  <td className="py-2.5">
                    {time(one.seenAt)}
                    {!running.includes(one) && <span className="block text-xs text-bad">{t("lost")}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

async function Arrivals({
  durations: { orderCount, learnedAt },
  now,
}: {
  durations: DurationModel;
  now: Date;
}) {
  const t = await getTranslations("health.arrivals");
  return (
    <section aria-labelledby="arrivals" className="mt-8">
      <h2 id="arrivals" className="type-heading">
        {t("heading")}
      </h2>
      <p className="mt-2 text-sm text-soft">
        {learnedAt === null ? (
          t("prior")
        ) : (
          <>
            {t("learned", { count: orderCount })},{" "}
            <RelativeTime at={learnedAt.toISOString()} now={now.getTime()} />
          </>
        )}
      </p>
    </section>
  );
}
