import { MapPinned, Plus } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { listPauses } from "@/app/dashboard/list-pauses";
import { PageFrame, type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { run } from "@/app/dashboard/sandbox/actions";
import { titleMetadata } from "@/app/title-metadata";
import { DaysForm } from "@/components/billing/days-form";
import { Attention } from "@/components/console/overview/attention";
import { Figures } from "@/components/console/overview/figures";
import { FirstSteps } from "@/components/console/overview/first-steps";
import { LiveOverview } from "@/components/console/overview/live-overview";
import { NextArrivals } from "@/components/console/overview/next-arrivals";
import { listAddress } from "@/components/orders/list/address";
import { PauseNotice } from "@/components/orders/pause-notice";
import { formatRubles, formatWindow } from "@/components/tracking/format";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { Refresh } from "@/components/ui/refresh";
import { LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { getApprovalState } from "@/lib/accounts/approval";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { getOverview } from "@/lib/console/overview/get-overview";
import { FIRST_STEPS } from "@/lib/console/overview/overview";
import { withMode } from "@/lib/http/mode";
import { sumOrders } from "@/lib/orders/list/list-orders";
import { isRefined, readFilter } from "@/lib/orders/list/order-filter";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard";
const DAYS = ["from", "to"];

export const generateMetadata = titleMetadata("dashboard.nav.overview");

export default async function OverviewPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.view");
  const { mode, staff, locale } = page;
  const account = await requireAccount(staff.accountId);
  const { timeZone } = account;
  const approval = getApprovalState(account);
  const { db, clock } = runtime();
  const now = clock.now().getTime();
  const filter = readFilter((name) => (DAYS.includes(name) ? page.parameter(name) : ""));
  const [overview, sum, styleUrl, t, list] = await Promise.all([
    getOverview(runtime(), page.scope, timeZone),
    sumOrders(db, page.scope, { filter, timeZone, now: clock.now() }),
    mapStyleUrl(locale),
    getTranslations("overview"),
    getTranslations("orders"),
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
          <Permitted needs="account.manage_orders">
            <Link href={withMode("/dashboard/new", mode)} className={isNew ? SECONDARY : PRIMARY}>
              <Plus aria-hidden="true" className="size-5" />
              {t("new")}
            </Link>
          </Permitted>
        }
        top={
          <>
            <PauseNotice pauses={await listPauses()} />
            {(approval === "approved" || approval === "waiting") && (
              <FirstSteps
                steps={steps}
                // While it waits, the steps can be taken only in test mode.
                mode={approval === "waiting" ? "test" : mode}
                run={run}
              />
            )}
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
      <section aria-labelledby="sums" className="mt-8">
        <h2 id="sums" className="type-heading">
          {t("sums")}
        </h2>
        <div className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-3 text-sm">
          <DaysForm path={PATH} mode={mode} days={filter} />
          {sum !== null && (
            <p role="status" className="py-2 font-medium tabular-nums">
              {list("sum", {
                count: sum.count,
                total: formatRubles(sum.total, locale),
              })}
            </p>
          )}
          {isRefined(filter) && (
            <Link href={listAddress(filter, mode)} className={`${LINK} py-2`}>
              {t("orders")}
            </Link>
          )}
          <Link href={withMode("/dashboard/reports", mode)} className={`${LINK} py-2`}>
            {t("reports")}
          </Link>
        </div>
      </section>
    </PageFrame>
  );
}
