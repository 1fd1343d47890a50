import { Bike } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { readPerformanceQuery } from "@/app/ops/couriers/read-performance-query";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { PerformanceRange, PerformanceTable } from "@/components/console/courier/performance";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { sumPerformance } from "@/lib/billing/courier-performance";
import { MAX_PERFORMANCE_DAYS, readSort, sortRows, sumFigures, toRow } from "@/lib/billing/performance";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";

const PATH = "/ops/couriers/performance";

export const generateMetadata = titleMetadata("performance.title");

export default async function PerformancePage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage(PATH, searchParams, "service.view");
  const { mode, parameter } = page;
  const t = await getTranslations("performance");
  const { days, unit, timeZone, now } = readPerformanceQuery(parameter);
  const { couriers, periods } = await sumPerformance(runtime().db, { mode, days, unit, timeZone, now });
  const total = { id: "", name: t("total"), ...sumFigures(periods) };
  const sort = readSort(parameter("sort"));
  const range = new URLSearchParams({ ...days, unit });
  return (
    <PageFrame page={page} section="couriers">
      <Heading
        note={<p className="max-w-2xl">{t("note", { zone: timeZone, count: MAX_PERFORMANCE_DAYS })}</p>}
      >
        {t("title")}
      </Heading>
      <PerformanceRange path={PATH} {...{ mode, days, unit }} />
      {periods.length === 0 ? (
        <EmptyState icon={Bike} heading={t("none")} />
      ) : (
        <>
          <h2 className="mb-2 type-heading">{t("couriers")}</h2>
          <PerformanceTable
            first="courier"
            rows={sortRows(
              couriers.map(({ id, name, ...sums }) => toRow(id, name, sums)),
              sort,
            )}
            total={total}
            sort={{ now: sort, link: (key) => withMode(`${PATH}?${range}&sort=${key}`, mode) }}
            rowLink={(id) => `/ops/couriers/${id}?${range}#performance`}
          />
          <h2 className="mt-10 mb-2 type-heading">{t(`periods_${unit}`)}</h2>
          <PerformanceTable first={unit} rows={periods.map(({ from, ...sums }) => toRow(from, from, sums))} />
        </>
      )}
    </PageFrame>
  );
}
