import { MapPinned, Plus } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { run } from "@/app/dashboard/rehearsal/actions";
import { titleMetadata } from "@/app/page-title";
import { Attention } from "@/components/overview/attention";
import { Figures } from "@/components/overview/figures";
import { FirstSteps } from "@/components/overview/first-steps";
import { LiveOverview } from "@/components/overview/live-overview";
import { NextArrivals } from "@/components/overview/next-arrivals";
import { formatWindow } from "@/components/tracking/format";
import { EmptyState } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { Refresh } from "@/components/ui/refresh";
import { CARD, LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { mapStyleUrl } from "@/lib/map/map-style-url";
import { getOverview } from "@/lib/overview/get-overview";
import { FIRST_STEPS } from "@/lib/overview/overview";
import { runtime } from "@/lib/process/runtime";
import { withMode } from "@/lib/web/mode";

export const generateMetadata = titleMetadata("dashboard.nav.overview");

export default async function OverviewPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard", searchParams);
  const { mode, staff, locale } = page;
  const account = await requireAccount(staff.accountId);
  const { timeZone } = account;
  const t = await getTranslations("overview");
  const now = runtime().clock.now().getTime();
  const [overview, styleUrl] = await Promise.all([
    getOverview(runtime(), page.scope, timeZone),
    mapStyleUrl(locale),
  ]);
  const { board, troubled, failing, arrivals, steps } = overview;
  const [next] = arrivals;
  const isNew = FIRST_STEPS.some((step) => !steps[step]);
  return (
    <PageFrame words={["overview"]}>
      <Refresh everyMs={15_000} />
      <LiveOverview
        key={mode}
        mode={mode}
        locale={locale}
        styleUrl={styleUrl}
        shop={toShopBranding(account)}
        initial={board}
        now={now}
        highlight={
          next === undefined
            ? null
            : {
                code: next.code,
                note: formatWindow(next.window, { locale: await getLocale(), zone: timeZone }),
              }
        }
        action={
          // The first steps already contain a primary button.
          <Link href={withMode("/dashboard/new", mode)} className={isNew ? SECONDARY : PRIMARY}>
            <Plus aria-hidden="true" className="size-5" />
            {t("new")}
          </Link>
        }
        top={
          <>
            {!account.isCustomer && (
              <div role="status" className={`${CARD} mb-4 p-4`}>
                <p className="font-medium">{t("not_customer.title")}</p>
                <p className="mt-1 text-sm text-soft">{t("not_customer.text")}</p>
              </div>
            )}
            <FirstSteps steps={steps} role={staff.role} mode={mode} run={run} />
          </>
        }
        aside={
          <>
            <Attention
              troubled={troubled}
              failing={failing}
              isWhole={page.parameter("attention") === "all"}
              mode={mode}
              timeZone={timeZone}
              now={now}
            />
            <NextArrivals arrivals={arrivals} mode={mode} timeZone={timeZone} />
          </>
        }
        empty={
          <EmptyState icon={MapPinned} heading={t("quiet.heading")}>
            <p className="mt-1 text-sm text-soft">{t(`quiet.${mode}`)}</p>
          </EmptyState>
        }
      />
      <Figures
        today={overview.today}
        hours={overview.hours}
        placedWeekAgo={overview.placedWeekAgo}
        timeZone={timeZone}
        now={now}
      />
      <p className="mt-4 text-sm">
        <Link href={withMode("/dashboard/reports", mode)} className={LINK}>
          {t("any_days")}
        </Link>
      </p>
    </PageFrame>
  );
}
