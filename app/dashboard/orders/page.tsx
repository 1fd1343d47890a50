import { Plus, Upload } from "lucide-react";
import { redirect } from "next/navigation";
import { getFormatter, getTranslations } from "next-intl/server";
import { cancel } from "@/app/dashboard/orders/[code]/actions";
import { loadOrderPage } from "@/app/dashboard/orders/[code]/load-order-page";
import { withArrivals } from "@/app/dashboard/orders/list-request";
import { PageFrame, type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { run } from "@/app/dashboard/sandbox/actions";
import { titleMetadata } from "@/app/title-metadata";
import { listAddress } from "@/components/orders/list/address";
import { ExportButton } from "@/components/orders/list/export-button";
import { FirstOrder } from "@/components/orders/list/first-order";
import { OrdersPage } from "@/components/orders/list/orders-page";
import { formatRubles } from "@/components/tracking/format";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { SMALL_GHOST, SMALL_PRIMARY } from "@/components/ui/styles";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { withMode } from "@/lib/http/mode";
import { listLastDays } from "@/lib/locale/day";
import { countViews, hasOrders } from "@/lib/orders/list/count-orders";
import { listOrderCouriers } from "@/lib/orders/list/list-order-couriers";
import { listOrders, sumOrders } from "@/lib/orders/list/list-orders";
import { isNarrowed, readCode, readEdge, readFilter } from "@/lib/orders/list/order-filter";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard/orders";

export const generateMetadata = titleMetadata("orders.heading");

export default async function Orders({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.view");
  const { mode, scope, staff, locale } = page;
  const account = await requireAccount(staff.accountId);
  const { timeZone } = account;
  const { db, clock } = runtime();
  const filter = readFilter(page.parameter);
  const edge = readEdge(page.parameter);
  const code = readCode(page.parameter("order"));
  const getClock = { timeZone, now: clock.now() };
  const [found, sum, counts, couriers, opened, styleUrl] = await Promise.all([
    listOrders(db, scope, { filter, edge, ...getClock }),
    sumOrders(db, scope, { filter, ...getClock }),
    countViews(db, scope, getClock),
    filter.courier === "" ? [] : listOrderCouriers(db, scope, filter.courier),
    code === null ? null : loadOrderPage(staff, code),
    mapStyleUrl(page.locale),
  ]);
  // Paging back to the start redirects to the first page, where new orders appear.
  if (edge?.side === "after" && found.newer === null) redirect(listAddress(filter, mode));
  const isUnused = found.orders.length === 0 && !isNarrowed(filter) && !(await hasOrders(db, scope));
  const order = opened?.state.mode === mode ? opened.state : null;
  const [t, format] = await Promise.all([getTranslations("orders"), getFormatter()]);
  return (
    <PageFrame words={["orders"]} wide>
      <OrdersPage
        heading={
          <Heading
            note={
              sum === null
                ? undefined
                : t("sum", {
                    count: sum.count,
                    total: formatRubles(sum.total, locale),
                  })
            }
            actions={
              isUnused ? undefined : (
                <>
                  <ExportButton
                    key={listAddress(filter, mode)}
                    filter={filter}
                    mode={mode}
                    today={listLastDays(getClock.now, timeZone, 1)[0]?.date ?? ""}
                  />
                  <Permitted needs="account.manage_orders">
                    <Link
                      href={withMode("/dashboard/import", mode)}
                      className={`${SMALL_GHOST} print:hidden`}
                    >
                      <Upload aria-hidden="true" className="size-4" />
                      {t("import")}
                    </Link>
                    <Link
                      href={withMode("/dashboard/new", mode)}
                      className={`${SMALL_PRIMARY} max-lg:hidden print:hidden`}
                    >
                      <Plus aria-hidden="true" className="size-4" />
                      {t("new")}
                      <span
                        aria-hidden="true"
                        className="rounded-md border border-current px-1.5 font-sans text-[0.6875rem] leading-4 opacity-75"
                      >
                        N
                      </span>
                    </Link>
                  </Permitted>
                </>
              )
            }
          >
            {t("heading")}
            <span className="hidden print:inline">
              {` · ${t(`views.${filter.view}`)} · ${format.dateTime(getClock.now, { dateStyle: "long", timeZone })}`}
            </span>
          </Heading>
        }
        page={{ ...found, orders: await withArrivals(scope, found.orders) }}
        filter={filter}
        edge={edge}
        mode={mode}
        timeZone={timeZone}
        now={getClock.now.getTime()}
        counts={counts}
        couriers={couriers.filter(({ id }) => id === filter.courier)}
        selected={order?.code ?? null}
        initial={order}
        locale={page.locale}
        styleUrl={styleUrl}
        shop={toShopBranding(account)}
        cancel={cancel}
        unused={isUnused ? <FirstOrder mode={mode} run={run} /> : null}
      />
    </PageFrame>
  );
}
