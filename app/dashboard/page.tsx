import { PackageOpen } from "lucide-react";
import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { FirstSteps } from "@/components/overview/first-steps";
import { AttentionList, LatestOrders } from "@/components/overview/order-lists";
import { OutcomeChart } from "@/components/overview/outcome-chart";
import { TodayNumbers } from "@/components/overview/today-numbers";
import { Empty } from "@/components/ui/empty";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Refresh } from "@/components/ui/refresh";
import { LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { FailingNote } from "@/components/webhooks/failing-note";
import { getOverview } from "@/lib/overview/get-overview";
import { FIRST_STEPS } from "@/lib/overview/overview";
import { inMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";
import { countFailingEndpoints } from "@/lib/webhooks/count-failing-endpoints";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dashboard.nav"))("overview") };
}

export default async function OverviewPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard", searchParams);
  const { mode, account, staff } = page;
  const t = await getTranslations("overview");
  const format = await getFormatter();
  const [overview, failing] = await Promise.all([
    getOverview(runtime(), page.scope, account.timeZone),
    countFailingEndpoints(runtime().db, page.scope),
  ]);
  const now = runtime().clock.now().getTime();
  const isNew = FIRST_STEPS.some((step) => !overview.steps[step]);
  const date = format.dateTime(new Date(overview.today.date), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return (
    <PageFrame page={page} section="overview" path="/dashboard">
      <Heading
        note={t("today.day", { date, zone: account.timeZone })}
        actions={
          // The first steps have a primary button of their own.
          <Link href={inMode("/dashboard/new", mode)} className={isNew ? SECONDARY : PRIMARY}>
            {t("today.new")}
          </Link>
        }
      >
        {t("today.heading")}
      </Heading>
      <FailingNote count={failing}>
        <Link href={inMode("/dashboard/webhooks", mode)} className={LINK}>
          {t("today.webhooks")}
        </Link>
      </FailingNote>
      <Refresh everyMs={15_000} />
      <FirstSteps steps={overview.steps} role={staff.role} mode={mode} />
      {overview.latest.length === 0 ? (
        <Empty icon={PackageOpen} heading={t("empty.heading")}>
          <p className="mt-1 text-sm text-soft">{t(`empty.${mode}`)}</p>
        </Empty>
      ) : (
        <>
          <TodayNumbers today={overview.today} yesterday={overview.yesterday} />
          <div className="mt-4 grid gap-4 lg:grid-cols-2">
            <AttentionList
              troubled={overview.troubled}
              isWhole={page.parameter("attention") === "all"}
              mode={mode}
              now={now}
            />
            <LatestOrders orders={overview.latest} mode={mode} now={now} />
          </div>
          <div className="mt-4">
            <OutcomeChart days={overview.days} />
          </div>
        </>
      )}
    </PageFrame>
  );
}
